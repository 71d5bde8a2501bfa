import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDownloadCounter } from '../../../main/service/install/download-counter.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

const size = 40;

test('ranges in any order count as one download once they cover the file', () => {
  const part = fc
    .tuple(fc.nat(size - 1), fc.nat(size - 1))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const fetched = createDownloadCounter(createFakeClock());
      const sent = new Set<number>();
      let counted = false;
      for (const [start, end] of parts) {
        for (let at = start; at <= end; at += 1) sent.add(at);
        const counts = fetched('ann', size, start, end);
        expect(counts).toBe(!counted && sent.size === size);
        counted ||= counts;
      }
    }),
  );
});

test('ranges expire after a day and count per visitor', async () => {
  const clock = createFakeClock();
  const fetched = createDownloadCounter(clock);
  expect(fetched('ann', size, 0, 19)).toBe(false);
  expect(fetched('ben', size, 20, 39)).toBe(false);
  await clock.advance(24 * 60 * 60_000);
  expect(fetched('ann', size, 20, 39)).toBe(false);
  expect(fetched('ben', size, 0, 39)).toBe(true);
});

test('a repeated download counts again after an hour', async () => {
  const clock = createFakeClock();
  const fetched = createDownloadCounter(clock);
  const again = () => fetched('ann', size, 0, size - 1);
  expect([again(), again()]).toEqual([true, false]);
  await clock.advance(60 * 60_000);
  expect([again(), again()]).toEqual([true, false]);
});

test('the least recently active visitor is evicted first', () => {
  const fetched = createDownloadCounter(createFakeClock(), 2);
  for (const who of ['ann', 'ben', 'ann', 'cyd']) fetched(who, size, 0, 19);
  expect(fetched('ann', size, 20, 39)).toBe(true);
  expect(fetched('ben', size, 20, 39)).toBe(false);
});
