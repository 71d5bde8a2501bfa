import { expect, test } from 'vitest';
import type { MailState, RecipientView } from '../../../preload/page.ts';
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
    { id: 1, name: 'Old', totals: null, last: version(1, { uploadDateTimeUtc: '2026-01-01T00:00:00Z' }) },
    { id: 2, name: 'None', totals: null, last: null },
    { id: 3, name: 'New', totals: null, last: version(2) },
  ];
  expect(ids(arrangeApplications(list, ''))).toEqual([3, 1, 2]);
  expect(ids(arrangeApplications(list, 'none'))).toEqual([2]);
});

test('recipients are grouped by state, the most urgent first', () => {
  const recipient = (id: number, mail: MailState, name: string | null): RecipientView => ({
    ...{ id, mail, name, email: `${id}@x.org`, teams: [], lastSentAt: null, mailFailure: null },
    ...{ downloads: 0, lastDownloadAt: null },
  });
  const groups = groupRecipients([
    recipient(1, 'mailed', 'Cyd'),
    recipient(2, 'downloaded', 'Bob'),
    recipient(3, 'mailed', null),
    recipient(5, 'refused', 'Eve'),
    recipient(6, 'waiting', 'Fay'),
  ]);
  expect(groups.map(({ state, people }) => [state, ids(people)])).toEqual([
    ['refused', [5]],
    ['waiting', [6]],
    ['downloaded', [2]],
    ['mailed', [3, 1]],
  ]);
});
