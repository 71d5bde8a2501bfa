import { setTimeout as sleep } from 'node:timers/promises';

/** Time as a dependency, so that every wait can be driven by a test. */
export type Clock = {
  /** Milliseconds since 1970 UTC; may jump when the computer's clock is set. */
  now(): number;
  /** Milliseconds that only ever grow; for durations. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once after `ms`; the returned function cancels. */
  after(ms: number, call: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal ? { signal } : {});
  },
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** `2026-11-21T08:30:00.123Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
