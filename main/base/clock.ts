import { setTimeout as sleep } from 'node:timers/promises';

/** Time as a dependency, so that every wait can be driven by a test. */
export type Clock = {
  /** Milliseconds since 1970 UTC; may jump when the computer's clock is set. */
  now(): number;
  /** Milliseconds that only ever grow; for durations. */
  monotonic(): number;
  /** Resolves after `ms`; rejects when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once after `ms`; the returned function cancels. */
  after(ms: number, call: () => void): () => void;
};

/** Timers of the system run at once when asked for more than this (some 24 days). */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(Math.min(ms, longestTimerMs), undefined, signal ? { signal } : {});
  },
  after: (ms, call) => {
    const timer = setTimeout(call, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};

/** `2026-11-21T08:30:00.123Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
