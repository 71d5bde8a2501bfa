import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findOurs, highestId, type Sought } from '../../../main/uploads/reconcile.ts';
import { sampleInfo } from './samples.ts';

const sought: Sought = {
  package: sampleInfo(),
  bytes: 100,
  mark: 10,
  ceiling: null,
  sizeUnit: 1,
  claimed: new Set(),
};
const listed = (id: number, changes: { version?: string; fileSize?: number } = {}) => ({
  id,
  version: '1.2.0',
  fileSize: 100,
  ...changes,
});

test('ours is above the mark with the same version and size', () => {
  expect(findOurs([listed(9), listed(10), listed(11)], sought)?.id).toBe(11);
  expect(findOurs([listed(11, { version: '1.3.0' })], sought)).toBeNull();
  expect(findOurs([listed(11, { fileSize: 99 })], sought)).toBeNull();
  expect(findOurs([], sought)).toBeNull();
});

test('an upload that was begun before another of its kind lies below it', () => {
  expect(findOurs([listed(11), listed(12)], { ...sought, mark: 10, ceiling: 10 })).toBeNull();
  expect(findOurs([listed(11), listed(12)], { ...sought, mark: 10, ceiling: 11 })?.id).toBe(11);
});

test('what another upload of ours is cannot be this one', () => {
  expect(findOurs([listed(11), listed(12)], { ...sought, claimed: new Set([11]) })?.id).toBe(12);
});

test('nothing at or below the mark is ever taken', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), fc.integer({ min: 0, max: 40 }), (ids, mark) => {
      const found = findOurs(
        ids.map((id) => listed(id)),
        { ...sought, mark },
      );
      const above = ids.filter((id) => id > mark);
      expect(found?.id ?? null).toBe(above.length === 0 ? null : Math.min(...above));
    }),
  );
});

test('the highest id of nothing is 0', () => {
  expect(highestId([])).toBe(0);
  expect(highestId([{ id: 3 }, { id: 8 }, { id: 5 }])).toBe(8);
});
