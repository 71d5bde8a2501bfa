import type { Clock } from '../../base/clock.ts';

/** Waits until 1 to `wanted` bytes may be sent, and returns their number. Rejects when aborted. */
export type Throttle = (wanted: number, signal?: AbortSignal) => Promise<number>;

export type Bandwidth = {
  readonly throttle: Throttle;
  /** Bytes per second; null removes the limit. Applies at once, also to waiting uploads. */
  setLimit(bytesPerSecond: number | null): void;
};

type Waiter = { readonly wanted: number; readonly resolve: (bytes: number) => void };

/** Limits the total upload bandwidth. A grant covers at most a tenth of a second, for steady progress. */
export function createBandwidth(clock: Clock, bytesPerSecond: number | null): Bandwidth {
  let limit = bytesPerSecond;
  /** Granted bytes not yet sent at the current limit. Negative after idle time, by up to one portion. */
  let debt = 0;
  let updatedAt = clock.monotonic();
  let cancelTimer: (() => void) | null = null;
  const waiting = new Set<Waiter>();

  const updateDebt = (): void => {
    const now = clock.monotonic();
    if (limit !== null) debt = Math.max(-portionBytes(limit), debt - ((now - updatedAt) / 1000) * limit);
    updatedAt = now;
  };
  const grant = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    updateDebt();
    for (const waiter of waiting) {
      if (debt >= 1) break;
      const bytes = limit === null ? waiter.wanted : Math.min(waiter.wanted, portionBytes(limit));
      waiting.delete(waiter);
      if (limit !== null) debt += bytes;
      waiter.resolve(bytes);
    }
    if (waiting.size > 0 && limit !== null)
      cancelTimer = clock.after(Math.ceil((debt / limit) * 1000), grant);
  };
  const wait = (wanted: number, signal?: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        wanted,
        resolve: (bytes) => {
          signal?.removeEventListener('abort', abort);
          resolve(bytes);
        },
      };
      const abort = (): void => {
        waiting.delete(waiter);
        grant();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(waiter);
      grant();
    });
  return {
    throttle: async (wanted, signal) => {
      signal?.throwIfAborted();
      return limit === null ? wanted : wait(wanted, signal);
    },
    setLimit: (next) => {
      updateDebt();
      limit = next;
      // A debt from a higher limit must not stall sending under a lower limit.
      debt = next === null ? 0 : Math.min(debt, portionBytes(next));
      grant();
    },
  };
}

function portionBytes(bytesPerSecond: number): number {
  return Math.max(1024, Math.floor(bytesPerSecond / 10));
}
