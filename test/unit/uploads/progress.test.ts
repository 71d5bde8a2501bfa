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

test('at most ten announcements a second, and the last state is among them', async () => {
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

test('speed and time left follow what was measured', async () => {
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

test('a change of speed is believed slowly', async () => {
  const { clock, meter } = await measured(100_000_000);
  await clock.advance(1_000);
  meter.report(1_000_000);
  await clock.advance(500);
  meter.report(3_000_000);
  const { bytesPerSecond } = meter.current();
  expect(bytesPerSecond).toBeGreaterThan(1_000_000);
  expect(bytesPerSecond).toBeLessThan(4_000_000);
});

test('nothing is said about speed before anything was measured', async () => {
  const { meter, announced } = await measured(100);
  meter.report(40);
  expect(announced[0]?.progress).toEqual({
    ...{ sentBytes: 40, bytesPerSecond: null, secondsLeft: null },
    stall: null,
  });
});

test('it never shows more than the file holds nor goes back, and is silent once stopped', async () => {
  const { clock, meter, announced } = await measured(100);
  meter.report(140);
  meter.report(20);
  expect(meter.current().sentBytes).toBe(100);
  meter.stop();
  await clock.advance(1_000);
  expect(announced).toHaveLength(1);
});

test('a connection that stands still slows down, then is said not to answer, for how long, without a promise', async () => {
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

test('a service that cannot be reached does not answer either; nobody waits for it while the file is still read', async () => {
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

test('once the other side has all of it, the service works on it, counted on', async () => {
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

test('a file that is sent anew, because the sign-in had run out, is measured anew', async () => {
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

/** Moves of a line: after so many milliseconds the other side has so many bytes more. */
const moves = (longestMs: number) =>
  fc.array(
    fc.record({ ms: fc.integer({ min: 20, max: longestMs }), bytes: fc.integer({ min: 0, max: 5_000_000 }) }),
    {
      minLength: 40,
      maxLength: 120,
    },
  );

const totalBytes = 10_000_000_000;

test('the time left is that of what the last minute moved', async () => {
  await fc.assert(
    fc.asyncProperty(moves(3_000), async (line) => {
      const { clock, meter } = await measured(totalBytes);
      meter.offer(0);
      meter.offer(totalBytes);
      const known = [{ at: 0, bytes: 0 }];
      /** At most what the other side had then. */
      const bytesAt = (at: number): number => known.findLast((entry) => entry.at <= at)?.bytes ?? 0;
      for (const { ms, bytes } of line) {
        await clock.advance(ms);
        const last = known.at(-1)?.bytes ?? 0;
        known.push({ at: clock.monotonic(), bytes: last + bytes });
        meter.report(last + bytes);
        const { secondsLeft, stall } = meter.current();
        if (stall || secondsLeft === null) continue;
        const now = clock.monotonic();
        const from = Math.max(0, now - 60_000);
        // The beginning of the minute is known to the second, and to the last announcement before it.
        const most = last + bytes - bytesAt(Math.max(0, from - 5_000));
        const least = last + bytes - bytesAt(from);
        const left = totalBytes - last - bytes;
        expect(secondsLeft).toBeGreaterThanOrEqual(Math.floor((left * (now - from)) / 1_000 / most));
        expect(secondsLeft).toBeLessThanOrEqual(Math.ceil((left * (now - from + 5_000)) / 1_000 / least));
      }
    }),
    { numRuns: 60 },
  );
});

test('the more has moved, the less time is left', async () => {
  await fc.assert(
    fc.asyncProperty(moves(2_000), fc.integer({ min: 1, max: 50_000_000 }), async (line, more) => {
      const after = async (surplus: number) => {
        const { clock, meter } = await measured(totalBytes);
        meter.offer(0);
        meter.offer(totalBytes);
        let sent = 0;
        const told: number[] = [];
        for (const { ms, bytes } of line) {
          await clock.advance(ms);
          sent += bytes;
          meter.report(sent);
          told.push(meter.current().sentBytes);
        }
        meter.report(sent + surplus);
        expect(told).toEqual(told.toSorted((a, b) => a - b));
        return meter.current();
      };
      const [less, further] = [await after(0), await after(more)];
      expect(further.sentBytes).toBe(less.sentBytes + more);
      if (less.secondsLeft !== null) expect(further.secondsLeft).toBeLessThanOrEqual(less.secondsLeft);
    }),
    { numRuns: 30 },
  );
});

test('no hole, however long, lengthens the time left by more than ten seconds of the minute do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 70, max: 400 }),
      async (holeSeconds, movingSeconds) => {
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
        await clock.advance(holeSeconds * 1_000);
        const after = await move();
        expect(after).toBeGreaterThanOrEqual(before - 2);
        expect(after).toBeLessThanOrEqual((before * 61) / 49);
      },
    ),
    { numRuns: 25 },
  );
});
