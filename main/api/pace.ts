import type { Clock } from '../base/clock.ts';

/** Waits until `bytes` more may be sent. Rejects with the signal's reason when aborted. */
export type Pace = (bytes: number, signal?: AbortSignal) => Promise<void>;

/**
 * Keeps everything that goes through it together under a bandwidth. `bytesPerSecond` is asked each time, so that a
 * change counts at once; null sets no limit. No less than 16 KiB/s, so that no upload looks idle.
 */
export function createPace(clock: Clock, bytesPerSecond: () => number | null): Pace {
  let freeAt = 0;
  return async (bytes, signal) => {
    const limit = bytesPerSecond();
    if (limit === null) return;
    const now = clock.monotonic();
    const waitMs = Math.max(0, freeAt - now);
    freeAt = now + waitMs + (bytes / Math.max(limit, 16 * 1024)) * 1000;
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  };
}
