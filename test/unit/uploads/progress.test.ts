import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProgressMeter } from '../../../main/uploads/steps/progress.ts';
import type { Progress } from '../../../main/uploads/upload-view.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

async function measured(totalBytes: number) {
  const clock = createFakeClock();
  const announced: { at: number; progress: Progress }[] = [];
  const announce = (progress: Progress): void => {
    announced.push({ at: clock.monotonic(), progress });
  };
  return { clock, announced, meter: createProgressMeter({ clock, totalBytes, announce }) };
}

test('progress is emitted at most ten times a second with the last state', async () => {
  const { clock, announced, meter } = await measured(1_000_000);
  for (let sent = 1_000; sent <= 1_000_000; sent += 1_000) {
    meter.report(sent);
    await clock.advance(3);
  }
  await clock.advance(1_000);
  for (const [index, entry] of announced.entries()) {
    const before = announced[index - 1];
    if (before) expect(entry.at - before.at).toBeGreaterThanOrEqual(100);
  }
  expect(announced.length).toBeLessThanOrEqual(32);
  expect(announced.at(-1)?.progress.sentBytes).toBe(1_000_000);
});

test('speed and time left are calculated from the bytes sent so far', async () => {
  const { clock, meter } = await measured(10_000_000);
  for (let tenth = 1; tenth <= 50; tenth += 1) {
    await clock.advance(100);
    meter.report(tenth * 100_000);
  }
  expect(meter.current()).toEqual({
    ...{ sentBytes: 5_000_000, bytesPerSecond: 1_000_000, secondsLeft: 5 },
    stall: null,
  });
});

test('a sudden change of the measured speed is smoothed', async () => {
  const { clock, meter } = await measured(100_000_000);
  await clock.advance(1_000);
  meter.report(1_000_000);
  await clock.advance(500);
  meter.report(3_000_000);
  const { bytesPerSecond } = meter.current();
  expect(bytesPerSecond).toBeGreaterThan(1_000_000);
  expect(bytesPerSecond).toBeLessThan(4_000_000);
});

test('the speed is null before the first measurement', async () => {
  const { meter, announced } = await measured(100);
  meter.report(40);
  expect(announced[0]?.progress).toEqual({
    ...{ sentBytes: 40, bytesPerSecond: null, secondsLeft: null },
    stall: null,
  });
});

test('sent bytes never exceed the file size, decrease or change after stop', async () => {
  const { clock, meter, announced } = await measured(100);
  meter.report(140);
  meter.report(20);
  expect(meter.current().sentBytes).toBe(100);
  meter.stop();
  await clock.advance(1_000);
  expect(announced).toHaveLength(1);
});

test('a stalled connection lowers the speed, then counts the silent seconds', async () => {
  const { clock, meter, announced } = await measured(100_000_000);
  meter.offer(0);
  meter.offer(20_000_000);
  await clock.advance(1_000);
  meter.report(10_000_000);
  const before = announced.length;
  await clock.advance(5_000);
  expect(announced.length).toBe(before + 5);
  expect(announced.at(-1)?.progress.bytesPerSecond).toBeLessThan(3_000_000);
  expect(announced.at(-1)?.progress.stall).toBeNull();
  for (const seconds of [10, 11, 12, 20, 65]) {
    await clock.advance(seconds * 1_000 + 1_100 - clock.monotonic());
    expect(announced.at(-1)?.progress).toEqual({
      ...{ sentBytes: 10_000_000, bytesPerSecond: null, secondsLeft: null },
      stall: { reason: 'acknowledgement', seconds },
    });
  }
  meter.report(10_000_001);
  await clock.advance(1_000);
  expect(announced.at(-1)?.progress.stall).toBeNull();
  meter.stop();
  meter.report(20_000_000);
  expect(clock.pending()).toBe(0);
});

test('an unreachable service counts as stalled once the upload begins', async () => {
  const { clock, meter, announced } = await measured(100);
  await clock.advance(60_000);
  expect(announced).toEqual([]);
  meter.offer(0);
  await clock.advance(9_000);
  expect(announced.at(-1)?.progress.stall).toBeNull();
  await clock.advance(3_000);
  expect(announced.at(-1)?.progress).toMatchObject({
    sentBytes: 0,
    stall: { reason: 'acknowledgement', seconds: 12 },
  });
  meter.offer(50);
  meter.report(50);
  await clock.advance(30_000);
  expect(announced.at(-1)?.progress.stall).toBeNull();
  meter.offer(100);
  await clock.advance(10_900);
  expect(announced.at(-1)?.progress).toMatchObject({
    sentBytes: 50,
    stall: { reason: 'acknowledgement', seconds: 10 },
  });
});

test('the wait for the response is counted once all bytes are sent', async () => {
  const { clock, meter, announced } = await measured(100_000_000);
  meter.offer(0);
  meter.offer(100_000_000);
  await clock.advance(20_000);
  meter.report(99_999_999);
  await clock.advance(1_000);
  expect(announced.at(-1)?.progress).toMatchObject({ stall: null, secondsLeft: 1 });
  meter.report(100_000_000);
  await clock.advance(100);
  expect(announced.at(-1)?.progress).toMatchObject({
    sentBytes: 100_000_000,
    stall: { reason: 'response', seconds: 0 },
  });
  await clock.advance(100_000);
  expect(announced.at(-1)?.progress).toEqual({
    ...{ sentBytes: 100_000_000, bytesPerSecond: null, secondsLeft: null },
    stall: { reason: 'response', seconds: 100 },
  });
});

test('a file sent again after an expired token starts at zero bytes', async () => {
  const { clock, meter } = await measured(1_000);
  meter.offer(0);
  meter.offer(1_000);
  await clock.advance(20_000);
  meter.report(1_000);
  meter.offer(100);
  expect(meter.current()).toMatchObject({ sentBytes: 0, stall: null });
  await clock.advance(10_000);
  meter.report(100);
  expect(meter.current()).toMatchObject({ sentBytes: 100, secondsLeft: 90 });
});

/** Generates acknowledgements of a connection, each with a delay and a number of bytes. */
const moves = (maxMs: number) =>
  fc.array(
    fc.record({ ms: fc.integer({ min: 20, max: maxMs }), bytes: fc.integer({ min: 0, max: 5_000_000 }) }),
    {
      minLength: 40,
      maxLength: 120,
    },
  );

const totalBytes = 10_000_000_000;

test('the time left follows the throughput of the last minute', async () => {
  await fc.assert(
    fc.asyncProperty(moves(3_000), async (line) => {
      const { clock, meter } = await measured(totalBytes);
      meter.offer(0);
      meter.offer(totalBytes);
      const samples = [{ at: 0, bytes: 0 }];
      const bytesAt = (at: number): number => samples.findLast((entry) => entry.at <= at)?.bytes ?? 0;
      for (const { ms, bytes } of line) {
        await clock.advance(ms);
        const last = samples.at(-1)?.bytes ?? 0;
        samples.push({ at: clock.monotonic(), bytes: last + bytes });
        meter.report(last + bytes);
        const { secondsLeft, stall } = meter.current();
        if (stall || secondsLeft === null) continue;
        const now = clock.monotonic();
        const from = Math.max(0, now - 60_000);
        // The meter starts at the last sample before the minute, which may be up to five seconds earlier.
        const maxMoved = last + bytes - bytesAt(Math.max(0, from - 5_000));
        const minMoved = last + bytes - bytesAt(from);
        const left = totalBytes - last - bytes;
        expect(secondsLeft).toBeGreaterThanOrEqual(Math.floor((left * (now - from)) / 1_000 / maxMoved));
        expect(secondsLeft).toBeLessThanOrEqual(Math.ceil((left * (now - from + 5_000)) / 1_000 / minMoved));
      }
    }),
    { numRuns: 60 },
  );
});

test('sending more bytes never increases the time left', async () => {
  await fc.assert(
    fc.asyncProperty(moves(2_000), fc.integer({ min: 1, max: 50_000_000 }), async (line, more) => {
      const after = async (surplus: number) => {
        const { clock, meter } = await measured(totalBytes);
        meter.offer(0);
        meter.offer(totalBytes);
        let sent = 0;
        const reported: number[] = [];
        for (const { ms, bytes } of line) {
          await clock.advance(ms);
          sent += bytes;
          meter.report(sent);
          reported.push(meter.current().sentBytes);
        }
        meter.report(sent + surplus);
        expect(reported).toEqual(reported.toSorted((a, b) => a - b));
        return meter.current();
      };
      const [less, further] = [await after(0), await after(more)];
      expect(further.sentBytes).toBe(less.sentBytes + more);
      if (less.secondsLeft !== null) expect(further.secondsLeft).toBeLessThanOrEqual(less.secondsLeft);
    }),
    { numRuns: 30 },
  );
});

test('a gap of any length increases the time left by a quarter at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 70, max: 400 }),
      async (gapSeconds, movingSeconds) => {
        const { clock, meter } = await measured(totalBytes);
        meter.offer(0);
        meter.offer(totalBytes);
        let sent = 0;
        const move = async (): Promise<number> => {
          await clock.advance(1_000);
          sent += 2_000_000;
          meter.report(sent);
          return meter.current().secondsLeft ?? Number.NaN;
        };
        for (let second = 0; second < movingSeconds; second += 1) await move();
        const before = await move();
        await clock.advance(gapSeconds * 1_000);
        const after = await move();
        expect(after).toBeGreaterThanOrEqual(before - 2);
        expect(after).toBeLessThanOrEqual((before * 61) / 49);
      },
    ),
    { numRuns: 25 },
  );
});

test('a resumed transfer begins at its offset and measures only its own bytes', async () => {
  const { clock, announced, meter } = await measured(10_000_000);
  meter.offer(0);
  await clock.advance(1_000);
  meter.begin(9_000_000);
  for (let tenth = 1; tenth <= 5; tenth += 1) {
    await clock.advance(100);
    meter.report(9_000_000 + tenth * 100_000);
  }
  expect(announced[0]?.progress.sentBytes).toBe(0);
  expect(announced[1]?.progress).toMatchObject({ sentBytes: 9_000_000, bytesPerSecond: null });
  expect(meter.current()).toMatchObject({ sentBytes: 9_500_000, bytesPerSecond: 1_000_000 });
});
