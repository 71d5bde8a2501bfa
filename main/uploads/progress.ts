import type { Clock } from '../base/clock.ts';

export type Progress = {
  readonly sentBytes: number;
  /** Smoothed; null until it can be told. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
};

export type ProgressMeter = {
  /** Bytes of the file that have been handed over so far. */
  report(sentBytes: number): void;
  current(): Progress;
  /** Ends announcements. */
  stop(): void;
};

const announceEveryMs = 100;

/** A change of speed is believed to about two thirds after this time; before it is over, the speed is the mean so far. */
const smoothingMs = 3_000;

/** Speeds over shorter times say nothing. */
const shortestSampleMs = 50;

/** While nothing moves the speed is measured anew this often: a connection that stands still is not fast. */
const silenceMs = 1_000;

/** A longer time left is a guess nobody can use. */
const longestSecondsLeft = 24 * 60 * 60;

/**
 * Measures one try of one upload and announces at most ten times a second, the last state always, and once a second while
 * nothing moves.
 */
export function createProgressMeter(options: {
  readonly clock: Clock;
  readonly totalBytes: number;
  readonly announce: (progress: Progress) => void;
}): ProgressMeter {
  const { clock, totalBytes, announce } = options;
  let sentBytes = 0;
  let speed: number | null = null;
  const startedAt = clock.monotonic();
  let sample = { at: startedAt, bytes: 0 };
  let announcedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const current = (): Progress => ({
    sentBytes,
    bytesPerSecond: speed === null ? null : Math.round(speed),
    secondsLeft: secondsLeft(totalBytes - sentBytes, speed),
  });
  const measure = (): void => {
    const now = clock.monotonic();
    const elapsed = now - sample.at;
    if (elapsed < shortestSampleMs) return;
    const measured = ((sentBytes - sample.bytes) / elapsed) * 1_000;
    const weight = Math.max(1 - Math.exp(-elapsed / smoothingMs), elapsed / (now - startedAt));
    speed = (speed ?? 0) + (measured - (speed ?? 0)) * weight;
    sample = { at: now, bytes: sentBytes };
  };
  const publish = (): void => {
    cancelTimer?.();
    cancelTimer = sentBytes < totalBytes ? clock.after(silenceMs, publish) : null;
    measure();
    announcedAt = clock.monotonic();
    announce(current());
  };
  return {
    report: (bytes) => {
      // A reader that was told to stop may still hand over what it had read.
      if (stopped) return;
      sentBytes = Math.min(Math.max(sentBytes, bytes), totalBytes);
      const due = announcedAt + announceEveryMs - clock.monotonic();
      if (due <= 0) return publish();
      cancelTimer?.();
      cancelTimer = clock.after(due, publish);
    },
    current,
    stop: () => {
      stopped = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

function secondsLeft(bytes: number, bytesPerSecond: number | null): number | null {
  if (!bytesPerSecond) return null;
  const seconds = Math.ceil(bytes / bytesPerSecond);
  return seconds <= longestSecondsLeft ? seconds : null;
}
