import type { Clock } from '../../base/clock.ts';

/**
 * Waits until more may be sent and gives how many bytes that is: at most `wanted`, at least one. Rejects with the
 * signal's reason when aborted.
 */
export type Throttle = (wanted: number, signal?: AbortSignal) => Promise<number>;

export type Bandwidth = {
  readonly throttle: Throttle;
  /** Bytes per second; null sets no limit. Counts at once, for what waits already too. */
  limitTo(bytesPerSecond: number | null): void;
};

type Waiter = { readonly wanted: number; readonly go: (bytes: number) => void };

/**
 * Keeps everything that goes through its throttle together under a bandwidth, each in turn, in portions of a tenth of a
 * second: progress stays even, and no upload that is held back looks idle.
 */
export function createBandwidth(clock: Clock, bytesPerSecond: number | null): Bandwidth {
  let limit = bytesPerSecond;
  /** Bytes let go that the line would still be busy with; below zero, down to one portion, when it was idle. */
  let owed = 0;
  let settledAt = clock.monotonic();
  let cancelTimer: (() => void) | null = null;
  const waiting = new Set<Waiter>();

  const settle = (): void => {
    const now = clock.monotonic();
    if (limit !== null) owed = Math.max(-portionOf(limit), owed - ((now - settledAt) / 1000) * limit);
    settledAt = now;
  };
  const serve = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    settle();
    for (const waiter of waiting) {
      if (owed >= 1) break;
      const bytes = limit === null ? waiter.wanted : Math.min(waiter.wanted, portionOf(limit));
      waiting.delete(waiter);
      if (limit !== null) owed += bytes;
      waiter.go(bytes);
    }
    if (waiting.size > 0 && limit !== null)
      cancelTimer = clock.after(Math.ceil((owed / limit) * 1000), serve);
  };
  const wait = (wanted: number, signal?: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        wanted,
        go: (bytes) => {
          signal?.removeEventListener('abort', abort);
          resolve(bytes);
        },
      };
      const abort = (): void => {
        waiting.delete(waiter);
        serve();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(waiter);
      serve();
    });
  return {
    throttle: async (wanted, signal) => {
      signal?.throwIfAborted();
      return limit === null ? wanted : wait(wanted, signal);
    },
    limitTo: (next) => {
      settle();
      limit = next;
      // What went out at a higher speed must not stop everything at a lower one.
      owed = next === null ? 0 : Math.min(owed, portionOf(next));
      serve();
    },
  };
}

function portionOf(bytesPerSecond: number): number {
  return Math.max(1024, Math.floor(bytesPerSecond / 10));
}
