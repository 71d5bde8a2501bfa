import { expect, test } from 'vitest';
import { createProgressMeter, type Progress } from '../../../main/uploads/progress.ts';
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
  expect(meter.current()).toEqual({ sentBytes: 5_000_000, bytesPerSecond: 1_000_000, secondsLeft: 5 });
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
  expect(announced[0]?.progress).toEqual({ sentBytes: 40, bytesPerSecond: null, secondsLeft: null });
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

test('the speed of a connection that stands still goes down, without a promise of when it is over', async () => {
  const { clock, meter, announced } = await measured(100_000_000);
  await clock.advance(1_000);
  meter.report(10_000_000);
  const before = announced.length;
  await clock.advance(5_000);
  expect(announced.length).toBe(before + 5);
  expect(announced.at(-1)?.progress.bytesPerSecond).toBeLessThan(3_000_000);
  await clock.advance(60_000);
  expect(announced.at(-1)?.progress).toMatchObject({ sentBytes: 10_000_000, secondsLeft: null });
  meter.stop();
  meter.report(20_000_000);
  expect(clock.pending()).toBe(0);
});
