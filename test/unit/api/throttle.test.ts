import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBandwidth } from '../../../main/api/transport/bandwidth.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

const megabyte = 1_000_000;

test('throttle() grants all bytes immediately if there is no limit', async () => {
  const clock = createFakeClock();
  const { throttle } = createBandwidth(clock, null);
  expect(await Promise.all([throttle(megabyte), throttle(5)])).toEqual([megabyte, 5]);
  expect(clock.pending()).toBe(0);
});

test('throttle() grants 100 ms of the limit to each caller in turn', async () => {
  const clock = createFakeClock();
  const { throttle } = createBandwidth(clock, megabyte);
  const given: string[] = [];
  const ask = async (name: string): Promise<void> => {
    const bytes = await throttle(megabyte);
    given.push(`${name} ${bytes} at ${clock.monotonic()}`);
  };
  const all = [ask('a'), ask('b'), ask('c')];
  await clock.advance(0);
  await clock.advance(1_000);
  await Promise.all(all);
  expect(given).toEqual(['a 100000 at 0', 'b 100000 at 100', 'c 100000 at 200']);
  expect(clock.pending()).toBe(0);
});

test('throttle() grants exactly the limit to any number of callers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1_000, max: 20 * megabyte }),
      fc.array(fc.integer({ min: 16_384, max: 2 * megabyte }), { minLength: 1, maxLength: 5 }),
      async (limit, wishes) => {
        const clock = createFakeClock();
        const { throttle } = createBandwidth(clock, limit);
        const stop = new AbortController();
        let total = 0;
        const sending = wishes.map(async (wish) => {
          for (;;) {
            const bytes = await throttle(wish, stop.signal);
            total += bytes;
          }
        });
        const ended = Promise.allSettled(sending);
        const portion = Math.max(1024, limit / 10);
        for (let step = 0; step < 20; step += 1) {
          await clock.advance(137);
          const due = (limit * clock.monotonic()) / 1000;
          expect(total).toBeLessThanOrEqual(due + 2 * portion + 1);
          expect(total).toBeGreaterThanOrEqual(due - portion - 1);
        }
        stop.abort();
        await ended;
        expect(clock.pending()).toBe(0);
      },
    ),
    { numRuns: 30 },
  );
});

test('throttle() accumulates at most 100 ms of idle time', async () => {
  const clock = createFakeClock();
  const { throttle } = createBandwidth(clock, megabyte);
  await throttle(megabyte);
  await clock.advance(60_000);
  let total = 0;
  const sending = Promise.all(
    Array.from({ length: 10 }, async () => {
      const bytes = await throttle(megabyte);
      total += bytes;
    }),
  );
  await clock.advance(99);
  expect(total).toBeLessThanOrEqual(200_000);
  await clock.advance(800);
  await sending;
  expect(total).toBe(megabyte);
});

test('setLimit() applies immediately to waiting callers', async () => {
  const clock = createFakeClock();
  const bandwidth = createBandwidth(clock, 100 * megabyte);
  expect(await bandwidth.throttle(10 * megabyte)).toBe(10 * megabyte);
  bandwidth.setLimit(10_000);
  const slow = bandwidth.throttle(megabyte);
  await clock.advance(103);
  expect(await slow).toBe(1024);
  const next = bandwidth.throttle(megabyte);
  bandwidth.setLimit(null);
  expect(await next).toBe(megabyte);
  expect(clock.pending()).toBe(0);
});

test('throttle() rejects when aborted and leaves other callers waiting', async () => {
  const clock = createFakeClock();
  const { throttle } = createBandwidth(clock, megabyte);
  await throttle(megabyte);
  const stop = new AbortController();
  const given: number[] = [];
  const first = throttle(megabyte, stop.signal);
  const second = throttle(megabyte).then((bytes) => given.push(bytes));
  stop.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  await expect(throttle(1, stop.signal)).rejects.toThrow('enough');
  await clock.advance(100);
  await second;
  expect(given).toEqual([100_000]);
  expect(clock.pending()).toBe(0);
});
