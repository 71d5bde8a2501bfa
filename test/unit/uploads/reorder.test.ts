import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastOrder, reorderedRanks } from '../../../main/uploads/queue/reorder.ts';
import { byOrder, orderOf, type UploadRecord } from '../../../main/uploads/record/record.ts';
import { sampleRecord } from './samples.ts';

const queueOf = (length: number): UploadRecord[] =>
  Array.from({ length }, (_, index) => sampleRecord({ id: `${index}`, position: index + 1 }));

const apply = (queue: readonly UploadRecord[], id: string, beforeId: string | null): UploadRecord[] => {
  const orders = new Map(reorderedRanks(queue, id, beforeId)?.map((each) => [each.id, each.order]));
  return queue
    .map((record) => ({ ...record, order: orders.get(record.id) ?? record.order ?? record.position }))
    .sort(byOrder);
};

test('any sequence of moves yields the order of a list with unique ranks', () => {
  const moves = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(5))), { maxLength: 200 });
  fc.assert(
    fc.property(moves, (all) => {
      let queue = queueOf(6);
      let expected = queue.map((record) => record.id);
      for (const [from, before] of all) {
        const id = `${from}`;
        const beforeId = before === null ? null : `${before}`;
        queue = apply(queue, id, beforeId);
        if (id !== beforeId) {
          const others = expected.filter((each) => each !== id);
          expected = others.toSpliced(beforeId === null ? others.length : others.indexOf(beforeId), 0, id);
        }
        expect(queue.map((record) => record.id)).toEqual(expected);
      }
      expect(new Set(queue.map(orderOf)).size).toBe(queue.length);
    }),
    { numRuns: 200 },
  );
});

test('a thousand moves between two records keep ranks unique', () => {
  let queue = queueOf(4);
  for (let round = 0; round < 1_000; round += 1) {
    queue = apply(queue, round % 2 === 0 ? '2' : '3', queue[1]?.id ?? null);
    expect(new Set(queue.map((record) => record.order)).size).toBe(4);
  }
});

test('a move changes at most one rank', () => {
  expect(reorderedRanks(queueOf(5), '4', '0')).toEqual([{ id: '4', order: 0 }]);
  expect(reorderedRanks(queueOf(5), '4', '2')).toEqual([{ id: '4', order: 2.5 }]);
  expect(reorderedRanks(queueOf(5), '0', null)).toEqual([{ id: '0', order: 6 }]);
  expect(reorderedRanks(queueOf(5), '0', '0')).toEqual([]);
});

test('an unknown record has no rank', () => {
  expect(reorderedRanks(queueOf(2), 'x', null)).toBeNull();
  expect(reorderedRanks(queueOf(2), '0', 'x')).toBeNull();
});

test('a new record follows records moved to the end', () => {
  expect(lastOrder(queueOf(3), 4)).toBe(4);
  expect(lastOrder(apply(queueOf(3), '0', null), 4)).toBe(5);
  expect(lastOrder([], 7)).toBe(7);
});
