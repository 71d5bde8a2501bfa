import { expect, test } from 'vitest';
import {
  arrivalTime,
  leastArrivalTime,
  lookPause,
  mayStillArrive,
  usualSpeed,
} from '../../../main/uploads/steps/look-ups.ts';
import type { TimelineEntry, UploadView } from '../../../main/uploads/upload-view.ts';
import { toView } from '../../../main/uploads/view.ts';
import { sampleRecord } from './samples.ts';

const mebibyte = 1024 * 1024;
const unknown = {
  ...{ usualBytesPerSecond: null, sentBytes: 0, elapsedMs: null, silentMs: 0, isHeld: false },
  leastMs: 0,
};

test('a file may take twice as long as such files usually take', () => {
  expect(arrivalTime(10 * mebibyte, { ...unknown, usualBytesPerSecond: mebibyte })).toBe(20_000);
});

test('the slower of what is usual and of this try counts, but not how fast the system took a small file', () => {
  const usual = { ...unknown, usualBytesPerSecond: 10 * mebibyte, elapsedMs: 10_000 };
  expect(arrivalTime(20 * mebibyte, { ...usual, sentBytes: 20 * mebibyte })).toBe(20_000);
  const buffered = { ...unknown, sentBytes: mebibyte, elapsedMs: 1 };
  expect(arrivalTime(mebibyte, buffered)).toBe(8_000);
});

test('of an unknown line only what may wait in this system is waited for, and nobody waits longer than five minutes', () => {
  expect(arrivalTime(2_000 * mebibyte, unknown)).toBe(32_000);
  expect(arrivalTime(2_000 * mebibyte, { ...unknown, usualBytesPerSecond: 1 })).toBe(300_000);
});

test('the time counts from the last byte, not from the end of the silence after it', () => {
  const upload = { ...unknown, sentBytes: 20 * mebibyte, elapsedMs: 17_000 };
  expect(arrivalTime(20 * mebibyte, upload)).toBe(34_000);
  expect(arrivalTime(20 * mebibyte, { ...upload, silentMs: 20_000 })).toBe(14_000);
  expect(arrivalTime(20 * mebibyte, { ...upload, silentMs: 120_000 })).toBe(0);
});

test('what something on the way may still hold is waited for by minutes, whatever its size', () => {
  const silent = { ...unknown, sentBytes: 3 * mebibyte, elapsedMs: 1_000, silentMs: 120_000, isHeld: true };
  expect(arrivalTime(3 * mebibyte, silent)).toBe(180_000);
  expect(arrivalTime(1, { ...silent, sentBytes: 1 })).toBe(180_000);
});

test('what no answer came for is looked for by minutes, however quickly such builds arrive', () => {
  const leastMs = leastArrivalTime(1_000);
  expect(leastMs).toBe(120_000);
  const lost = { ...unknown, usualBytesPerSecond: mebibyte, leastMs };
  expect(arrivalTime(1, lost)).toBe(120_000);
  expect(arrivalTime(100 * mebibyte, { ...lost, silentMs: 20_000 })).toBe(180_000);
});

function arrived(seconds: number, changes: Partial<UploadView> = {}): UploadView {
  const timeline: TimelineEntry[] = [
    { event: 'queued', at: 0 },
    { event: 'uploading', at: 1_000 },
    { event: 'uploaded', at: 1_000 + seconds * 1_000 },
  ];
  return {
    ...toView(sampleRecord({ stamp: { size: 1_000, mtimeMs: 1 } }), null, null),
    timeline,
    ...changes,
  };
}

test('how fast uploads arrive is told from the last five of the account that arrived at once', () => {
  expect(usualSpeed([], 'account')).toBeNull();
  expect(usualSpeed([arrived(1, { accountId: 'other' })], 'account')).toBeNull();
  const retried = arrived(1);
  const timeline = retried.timeline.toSpliced(2, 0, { event: 'retry', at: 1_500 });
  expect(usualSpeed([{ ...retried, timeline }], 'account')).toBeNull();
  expect(
    usualSpeed(
      [100, 100, 1, 2, 4, 5, 10].map((seconds) => arrived(seconds)),
      'account',
    ),
  ).toBe(250);
});

test('the pauses between looks grow up to half a minute', () => {
  expect([0, 1, 2, 3, 9].map((looked) => lookPause(looked, 1_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 30_000,
  ]);
});

test('a clock that was set back does not make anybody wait for years', () => {
  expect(mayStillArrive(2_000, 1_000)).toBe(true);
  expect(mayStillArrive(2_000, 2_000)).toBe(false);
  expect(mayStillArrive(undefined, 2_000)).toBe(false);
  expect(mayStillArrive(9_000_000_000, 1_000)).toBe(false);
});
