import type { Clock } from '../../base/clock.ts';
import type { Progress, Stall } from '../upload-view.ts';

export type ProgressMeter = {
  /**
   * Reports the bytes passed to the connection so far. A lower number starts a new transfer. Time before the
   * first call does not count as a stall.
   */
  offer(bytes: number): void;
  /** Begins a new transfer of the bytes from `offset`. */
  begin(offset: number): void;
  /** Reports the bytes that the service has acknowledged. */
  report(sentBytes: number): void;
  current(): Progress;
  stop(): void;
};

const announceEveryMs = 100;

/** Time constant of the exponential moving average. At first, the speed is the mean so far. */
const smoothingMs = 3_000;

const minSampleMs = 50;

const stallAnnounceMs = 1_000;

/** Longer pauses are announced as stalls. Their excess is excluded from the estimate of the time left. */
const maxPauseMs = 10_000;

const maxSecondsLeft = 24 * 60 * 60;

/**
 * Announces progress at most ten times a second, always including the last state, and once a second during a
 * stall.
 */
export function createProgressMeter(options: {
  readonly clock: Clock;
  readonly totalBytes: number;
  readonly announce: (progress: Progress) => void;
}): ProgressMeter {
  const { clock, totalBytes, announce } = options;
  let run = newRun(clock.monotonic(), 0);
  let announcedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const isWhole = (): boolean => run.sent >= totalBytes;
  const isWaitingForService = (): boolean => run.offered === 0 || (run.offered ?? 0) > run.sent;
  const pause = (): number => (isWaitingForService() || isWhole() ? clock.monotonic() - run.progressedAt : 0);
  const excessPauseMs = (): number => Math.max(0, pause() - maxPauseMs);
  const sample = (): Sample => ({
    at: clock.monotonic() - run.startedAt - run.excludedMs - excessPauseMs(),
    bytes: run.sent,
  });
  const stalled = (): Stall | null => {
    if (!isWhole() && pause() < maxPauseMs) return null;
    return { reason: isWhole() ? 'response' : 'acknowledgement', seconds: Math.floor(pause() / 1_000) };
  };
  const current = (): Progress => {
    const stall = stalled();
    return {
      sentBytes: run.sent,
      bytesPerSecond: stall || !run.speed ? null : Math.round(run.speed) || null,
      secondsLeft: stall ? null : secondsLeft(totalBytes - run.sent, averageSpeed(run.samples, sample())),
      stall,
    };
  };
  const measure = (): void => {
    const now = clock.monotonic();
    const elapsed = now - run.measured.at;
    if (elapsed < minSampleMs) return;
    const measured = ((run.sent - run.measured.bytes) / elapsed) * 1_000;
    const weight = Math.max(1 - Math.exp(-elapsed / smoothingMs), elapsed / (now - run.startedAt));
    run.speed += (measured - run.speed) * weight;
    run.measured = { at: now, bytes: run.sent };
    run.samples = appendSample(run.samples, sample());
  };
  const publish = (): void => {
    cancelTimer?.();
    cancelTimer = clock.after(stallAnnounceMs, publish);
    measure();
    announcedAt = clock.monotonic();
    announce(current());
  };
  const moved = (): void => {
    run.excludedMs += excessPauseMs();
    run.progressedAt = clock.monotonic();
  };
  return {
    offer: (bytes) => {
      if (stopped) return;
      if (run.offered === null || bytes < run.offered) run = newRun(clock.monotonic(), 0);
      if (!isWaitingForService()) moved();
      run.offered = bytes;
      cancelTimer ??= clock.after(stallAnnounceMs, publish);
    },
    begin: (offset) => {
      if (stopped) return;
      run = { ...newRun(clock.monotonic(), offset), offered: offset };
      publish();
    },
    report: (bytes) => {
      // An aborted reader may still deliver what it had read.
      if (stopped) return;
      const sent = Math.min(Math.max(run.sent, bytes), totalBytes);
      if (sent > run.sent) moved();
      run.sent = sent;
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

/** One transfer of the file from its start, or from the offset of an interrupted transfer. */
type Run = {
  readonly startedAt: number;
  offered: number | null;
  sent: number;
  /** Time of the last acknowledgement, or of the last moment with nothing to acknowledge. */
  progressedAt: number;
  /** Total excess of long pauses over `maxPauseMs`, excluded from the times in `samples`. */
  excludedMs: number;
  speed: number;
  measured: Sample;
  samples: readonly Sample[];
};

function newRun(startedAt: number, offset: number): Run {
  return {
    startedAt,
    offered: null,
    sent: offset,
    progressedAt: startedAt,
    excludedMs: 0,
    speed: 0,
    measured: { at: startedAt, bytes: offset },
    samples: [{ at: 0, bytes: offset }],
  };
}

function secondsLeft(bytes: number, bytesPerSecond: number | null): number | null {
  if (!bytesPerSecond) return null;
  const seconds = Math.ceil(bytes / bytesPerSecond);
  return seconds <= maxSecondsLeft ? seconds : null;
}

/** `at`: monotonic time in `measured`; in `samples`, milliseconds since the start without long pauses. */
type Sample = { readonly at: number; readonly bytes: number };

/** Window of the estimate. With a shorter window, the time left would jump at every pause. */
const windowMs = 60_000;

const minWindowMs = 5_000;

const sampleIntervalMs = 1_000;

/** Appends a sample, at most one per second. Keeps one sample from before the window. */
function appendSample(samples: readonly Sample[], now: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && now.at - last.at < sampleIntervalMs) return samples;
  const first = samples.findLastIndex(({ at }) => now.at - at >= windowMs);
  return [...samples.slice(Math.max(0, first)), now];
}

/** Returns bytes per second over the window, or since the first sample if shorter; null if unknown. */
function averageSpeed([first]: readonly Sample[], now: Sample): number | null {
  if (!first || now.at - first.at < minWindowMs || now.bytes <= first.bytes) return null;
  return ((now.bytes - first.bytes) / (now.at - first.at)) * 1_000;
}
