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

/** A change of speed is believed to about two thirds after this time. */
const smoothingMs = 3_000;

/** Speeds over shorter times say nothing. */
const shortestSampleMs = 50;

/** Measures one try of one upload and announces at most ten times a second, the last state always. */
export function createProgressMeter(options: {
  readonly clock: Clock;
  readonly totalBytes: number;
  readonly announce: (progress: Progress) => void;
}): ProgressMeter {
  const { clock, totalBytes, announce } = options;
  let sentBytes = 0;
  let speed: number | null = null;
  let sample = { at: clock.monotonic(), bytes: 0 };
  let announcedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;

  const current = (): Progress => ({
    sentBytes,
    bytesPerSecond: speed === null ? null : Math.round(speed),
    secondsLeft: speed ? Math.ceil(Math.max(0, totalBytes - sentBytes) / speed) : null,
  });
  const measure = (): void => {
    const elapsed = clock.monotonic() - sample.at;
    if (elapsed < shortestSampleMs) return;
    const measured = ((sentBytes - sample.bytes) / elapsed) * 1_000;
    const weight = 1 - Math.exp(-elapsed / smoothingMs);
    speed = speed === null ? measured : speed + (measured - speed) * weight;
    sample = { at: clock.monotonic(), bytes: sentBytes };
  };
  const publish = (): void => {
    cancelTimer = null;
    measure();
    announcedAt = clock.monotonic();
    announce(current());
  };
  return {
    report: (bytes) => {
      sentBytes = Math.min(Math.max(sentBytes, bytes), totalBytes);
      const due = announcedAt + announceEveryMs - clock.monotonic();
      if (due <= 0) {
        cancelTimer?.();
        publish();
      } else cancelTimer ??= clock.after(due, publish);
    },
    current,
    stop: () => {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
