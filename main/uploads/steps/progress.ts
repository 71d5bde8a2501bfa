import type { Clock } from '../../base/clock.ts';

/** What an upload on which nothing moves waits for: that the other side takes more, or, once it has all, for its answer. */
export type Waiting = { readonly for: 'line' | 'answer'; readonly seconds: number };

export type Progress = {
  /** Of the file, as the other side has acknowledged them. */
  readonly sentBytes: number;
  /** Over a few seconds; null until it can be told, and while it waits. */
  readonly bytesPerSecond: number | null;
  /** At the speed of the last minute; null until that can be told, and while it waits. */
  readonly secondsLeft: number | null;
  /** Null while bytes move. */
  readonly waiting: Waiting | null;
};

export type ProgressMeter = {
  /**
   * Bytes of the file that the connection was given, which it may not have taken yet: 0 from when the service is called,
   * and less than before when the file is sent anew. Without it nobody is waited for.
   */
  offer(bytes: number): void;
  /** Bytes of the file that the other side has. */
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

/** While nothing moves it is announced this often for how long. */
const silenceMs = 1_000;

/** Lines pause for seconds all the time. What is longer is said, and does not count in the speed the time left is told from. */
const longestPauseMs = 10_000;

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
      // A reader that was told to stop may still hand over what it had read.
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

/** One sending of the file from its beginning. */
type Run = {
  readonly startedAt: number;
  offered: number | null;
  sent: number;
  /** When the other side last took something, or had nothing more to take. */
  movedAt: number;
  /** What of the time since then was too long a pause to count. */
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

/** `at`: milliseconds of the time that counts. */
type Sample = { readonly at: number; readonly bytes: number };

/** What the time left is told from: over less, it jumps with every pause. */
const windowMs = 60_000;

/** Means over less say nothing of what is to come. */
const shortestMs = 5_000;

const spacingMs = 1_000;

/** The samples with a new one, without those that are not needed any more; the first is the beginning of the time measured. */
function withSample(samples: readonly Sample[], now: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && now.at - last.at < spacingMs) return samples;
  const first = samples.findLastIndex(({ at }) => now.at - at >= windowMs);
  return [...samples.slice(Math.max(0, first)), now];
}

/** Bytes per second over a minute, or since the first sample where that is younger; null while nothing can be told. */
function steadySpeed([first]: readonly Sample[], now: Sample): number | null {
  if (!first || now.at - first.at < shortestMs || now.bytes <= first.bytes) return null;
  return ((now.bytes - first.bytes) / (now.at - first.at)) * 1_000;
}
