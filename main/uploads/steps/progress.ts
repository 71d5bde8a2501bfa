import type { Clock } from '../../base/clock.ts';

/** Reason for a lack of progress: unacknowledged bytes (`line`) or a pending response (`answer`). */
export type Waiting = { readonly for: 'line' | 'answer'; readonly seconds: number };

export type Progress = {
  /** Bytes that the service has acknowledged. */
  readonly sentBytes: number;
  /** Average over a few seconds; null until known, and while waiting. */
  readonly bytesPerSecond: number | null;
  /** Estimate from the speed of the last minute; null until known, and while waiting. */
  readonly secondsLeft: number | null;
  readonly waiting: Waiting | null;
};

export type ProgressMeter = {
  /**
   * Reports the bytes passed to the connection: 0 when the service is called, and fewer than before when the
   * file is sent again. Before the first call, no wait for the connection is announced.
   */
  offer(bytes: number): void;
  /** Reports the bytes that the service has acknowledged. */
  report(sentBytes: number): void;
  current(): Progress;
  stop(): void;
};

const announceEveryMs = 100;

/** Time constant of the exponential moving average; before it, the speed is the mean so far. */
const smoothingMs = 3_000;

const shortestSampleMs = 50;

/** Interval of announcements without progress. */
const silenceMs = 1_000;

/** Longer pauses are announced as waiting, and excluded from the estimate of the time left. */
const longestPauseMs = 10_000;

const longestSecondsLeft = 24 * 60 * 60;

/**
 * Measures one attempt. Announces at most ten times a second, always including the last state, and once a
 * second without progress.
 */
export function createProgressMeter(options: {
  readonly clock: Clock;
  readonly totalBytes: number;
  readonly announce: (progress: Progress) => void;
}): ProgressMeter {
  const { clock, totalBytes, announce } = options;
  let run = newRun(clock.monotonic());
  let announcedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const isWhole = (): boolean => run.sent >= totalBytes;
  const isAwaited = (): boolean => run.offered === 0 || (run.offered ?? 0) > run.sent;
  const pause = (): number => (isAwaited() || isWhole() ? clock.monotonic() - run.movedAt : 0);
  const surplus = (): number => Math.max(0, pause() - longestPauseMs);
  const sample = (): Sample => ({
    at: clock.monotonic() - run.startedAt - run.leftOutMs - surplus(),
    bytes: run.sent,
  });
  const waiting = (): Waiting | null => {
    if (!isWhole() && pause() < longestPauseMs) return null;
    return { for: isWhole() ? 'answer' : 'line', seconds: Math.floor(pause() / 1_000) };
  };
  const current = (): Progress => {
    const waits = waiting();
    return {
      sentBytes: run.sent,
      bytesPerSecond: waits || !run.speed ? null : Math.round(run.speed) || null,
      secondsLeft: waits ? null : secondsLeft(totalBytes - run.sent, steadySpeed(run.samples, sample())),
      waiting: waits,
    };
  };
  const measure = (): void => {
    const now = clock.monotonic();
    const elapsed = now - run.measured.at;
    if (elapsed < shortestSampleMs) return;
    const measured = ((run.sent - run.measured.bytes) / elapsed) * 1_000;
    const weight = Math.max(1 - Math.exp(-elapsed / smoothingMs), elapsed / (now - run.startedAt));
    run.speed += (measured - run.speed) * weight;
    run.measured = { at: now, bytes: run.sent };
    run.samples = withSample(run.samples, sample());
  };
  const publish = (): void => {
    cancelTimer?.();
    cancelTimer = clock.after(silenceMs, publish);
    measure();
    announcedAt = clock.monotonic();
    announce(current());
  };
  const moved = (): void => {
    run.leftOutMs += surplus();
    run.movedAt = clock.monotonic();
  };
  return {
    offer: (bytes) => {
      if (stopped) return;
      if (run.offered === null || bytes < run.offered) run = newRun(clock.monotonic());
      if (!isAwaited()) moved();
      run.offered = bytes;
      cancelTimer ??= clock.after(silenceMs, publish);
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

/** One transfer of the file from its start. */
type Run = {
  readonly startedAt: number;
  offered: number | null;
  sent: number;
  /** Time of the last acknowledgement, or of the last moment with nothing to acknowledge. */
  movedAt: number;
  /** Excess of long pauses, excluded from the times in `samples`. */
  leftOutMs: number;
  speed: number;
  measured: Sample;
  samples: readonly Sample[];
};

function newRun(startedAt: number): Run {
  return {
    startedAt,
    offered: null,
    sent: 0,
    movedAt: startedAt,
    leftOutMs: 0,
    speed: 0,
    measured: { at: startedAt, bytes: 0 },
    samples: [{ at: 0, bytes: 0 }],
  };
}

function secondsLeft(bytes: number, bytesPerSecond: number | null): number | null {
  if (!bytesPerSecond) return null;
  const seconds = Math.ceil(bytes / bytesPerSecond);
  return seconds <= longestSecondsLeft ? seconds : null;
}

/** `at`: milliseconds since the start without long pauses in `samples`, monotonic in `measured`. */
type Sample = { readonly at: number; readonly bytes: number };

/** Window of the estimate; over less, the time left would jump at every pause. */
const windowMs = 60_000;

const shortestMs = 5_000;

const spacingMs = 1_000;

/** Appends a sample, at most one per second. Keeps one from before the window. */
function withSample(samples: readonly Sample[], now: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && now.at - last.at < spacingMs) return samples;
  const first = samples.findLastIndex(({ at }) => now.at - at >= windowMs);
  return [...samples.slice(Math.max(0, first)), now];
}

/** Returns bytes per second over the window, or since the first sample if shorter; null if unknown. */
function steadySpeed([first]: readonly Sample[], now: Sample): number | null {
  if (!first || now.at - first.at < shortestMs || now.bytes <= first.bytes) return null;
  return ((now.bytes - first.bytes) / (now.at - first.at)) * 1_000;
}
