import { expect, test } from 'vitest';
import type { BuildsUse } from '../../../preload/page.ts';
import {
  deliveryOfVersions,
  maxCompared,
  stepShares,
  totalCounts,
  usageBars,
} from '../../../renderer/logic/statistics.ts';
import { noMail, version } from './version-sample.ts';

/** Each number includes the next one. */
const progress = (mailed: number, opened: number, downloaded: number) => ({
  mail: { ...noMail, 'not-mailed': 1, mailed: mailed - opened, opened: opened - downloaded, downloaded },
});

test('delivery bars are relative to the reached recipients', () => {
  const shown = deliveryOfVersions([
    version(1, progress(8, 4, 2)),
    version(2, progress(4, 1, 0)),
    version(3),
  ]);
  expect(shown.map(({ version: { id }, counts }) => [id, counts, stepShares(counts)])).toEqual([
    [3, [0, 0, 0], [null, 0, 0]],
    [2, [4, 1, 0], [null, 0.25, 0]],
    [1, [8, 4, 2], [null, 0.5, 0.25]],
  ]);
  expect(totalCounts(shown)).toEqual([12, 5, 2]);
});

test('versions with the same name are marked as duplicates', () => {
  const shown = deliveryOfVersions([
    version(1),
    version(2, { version: '1.1', platformTypeName: 'iOS' }),
    version(3),
  ]);
  expect(shown.map(({ version: { id }, isTwice }) => [id, isTwice])).toEqual([
    [3, false],
    [2, true],
    [1, true],
  ]);
});

test('only the newest versions are compared', () => {
  expect(deliveryOfVersions([])).toEqual([]);
  const many = Array.from({ length: 30 }, (_, at) => version(at + 1, progress(at === 0 ? 900 : 2, 0, 0)));
  const shown = deliveryOfVersions(many);
  expect(shown).toHaveLength(maxCompared);
  expect(shown[0]).toMatchObject({ version: { id: 30 }, counts: [2, 0, 0] });
});

const use = (id: number, bytes: number): BuildsUse => ({
  area: 'testingdist',
  id,
  name: `App ${id}`,
  builds: 2,
  bytes,
});

test('the largest apps have separate bars, and all others share one bar', () => {
  const largest = Array.from({ length: 8 }, (_, at) => use(at, 100 - at));
  expect(usageBars([...largest, use(8, 90)])).toMatchObject({
    rows: { length: 9 },
    rest: null,
    shared: false,
  });
  const { rows, rest } = usageBars([...largest, use(8, 80), use(9, 70), use(10, 50)]);
  expect(rows).toHaveLength(8);
  expect(rest).toEqual({ owners: 3, builds: 6, bytes: 200, share: 1 });
  expect(rows[0]).toMatchObject({ use: { id: 0 }, share: 0.5 });
});

test('usage is marked as shared if an app has no bytes of its own', () => {
  expect(usageBars([use(1, 50), use(2, 0)]).shared).toBe(true);
  expect(usageBars([])).toEqual({ rows: [], rest: null, shared: false });
});
