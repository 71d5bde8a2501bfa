import type { Clock } from '../../base/clock.ts';

/**
 * Waits until more may be sent, and returns how many bytes: at most `wanted`, at least 1. Rejects with the
 * signal's reason when aborted.
 */
export type Throttle = (wanted: number, signal?: AbortSignal) => Promise<number>;

export type Bandwidth = {
  readonly throttle: Throttle;
  /** Bytes per second; null removes the limit. Applies at once, also to waiting uploads. */
  limitTo(bytesPerSecond: number | null): void;
};

type Waiter = { readonly wanted: number; readonly go: (bytes: number) => void };

/**
 * Limits the total bandwidth of everything sent through its throttle, in turn, in portions of a tenth of a
 * second. Small portions keep progress even, so a throttled upload does not look idle.
 */
export function createBandwidth(clock: Clock, bytesPerSecond: number | null): Bandwidth {
  let limit = bytesPerSecond;
  /** Granted bytes that the line is still sending. Negative after idle time, down to one portion. */
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
      // A debt from a higher limit must not stall sending under a lower one.
      owed = next === null ? 0 : Math.min(owed, portionOf(next));
      serve();
    },
  };
}

function portionOf(bytesPerSecond: number): number {
  return Math.max(1024, Math.floor(bytesPerSecond / 10));
}
