import { expect, test } from 'vitest';
import type { RecipientView } from '../../../preload/page.ts';
import {
  arrangeApplications,
  findVersions,
  groupRecipients,
  orderVersions,
} from '../../../renderer/logic/versions.ts';
import { version } from './version-sample.ts';

const ids = (list: readonly { readonly id: number }[]): number[] => list.map(({ id }) => id);

test('versions are sorted newest first, with invalid times last', () => {
  const list = [
    version(1, { uploadDateTimeUtc: '2026-11-20T08:30:00Z' }),
    version(2),
    version(3, { uploadDateTimeUtc: 'soon' }),
    version(4),
  ];
  expect(ids(orderVersions(list))).toEqual([4, 2, 1, 3]);
});

test('the search finds versions by number, identifier, platform and note', () => {
  const list = [
    version(1),
    version(2, { releaseNote: 'Fixes the checkout' }),
    version(3, { platformTypeName: 'iOS' }),
  ];
  expect(ids(findVersions(list, 'CHECKOUT'))).toEqual([2]);
  expect(ids(findVersions(list, '1.3'))).toEqual([3]);
  expect(ids(findVersions(list, 'ios'))).toEqual([3]);
  expect(ids(findVersions(list, 'example shop'))).toEqual([1, 2, 3]);
  expect(findVersions(list, ' ')).toBe(list);
});

test('applications are sorted by their newest version', () => {
  const list = [
    { id: 1, name: 'Old', last: version(1, { uploadDateTimeUtc: '2026-01-01T00:00:00Z' }) },
    { id: 2, name: 'None', last: null },
    { id: 3, name: 'New', last: version(2) },
  ];
  expect(ids(arrangeApplications(list, ''))).toEqual([3, 1, 2]);
  expect(ids(arrangeApplications(list, 'none'))).toEqual([2]);
});

test('recipients are grouped by progress, with undelivered messages first', () => {
  const recipient = (id: number, status: number, name: string | null): RecipientView => ({
    ...{ id, status, name, email: `${id}@x.org`, teams: [], lastSentAt: null, mail: null },
    ...{ downloads: 0, lastDownloadAt: null },
  });
  const groups = groupRecipients([
    recipient(1, 1, 'Cyd'),
    recipient(2, 3, 'Bob'),
    recipient(3, 1, null),
    recipient(4, 9, 'Ada'),
    { ...recipient(5, 0, 'Eve'), mail: { state: 'failed', failure: 'No such user' } },
    { ...recipient(6, 1, 'Fay'), mail: { state: 'queued', failure: null } },
  ]);
  expect(groups.map(({ status, people }) => [status, ids(people)])).toEqual([
    ['undelivered', [5]],
    [9, [4]],
    [3, [2]],
    [1, [3, 1, 6]],
  ]);
});
