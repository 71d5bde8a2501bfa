import type { Clock } from '../../main/base/clock.ts';

export type FakeClock = Clock & {
  /**
   * Advances the clock and calls due timers in order, with pending work after each. Real input and output
   * still takes real time.
   */
  advance(ms: number): Promise<void>;
  /** Changes the wall clock without an effect on timers, as a user or a time server does. */
  setNow(ms: number): void;
  /** Returns the number of pending timers. */
  pending(): number;
};

type Timer = { readonly dueAt: number; readonly call: () => void };

/** Creates a clock that only `advance` moves. `start` is in milliseconds since 1970 UTC. */
export function createFakeClock(start = Date.UTC(2026, 10, 21, 8, 30)): FakeClock {
  let elapsed = 0;
  let offset = start;
  const timers = new Set<Timer>();

  const after: Clock['after'] = (ms, call) => {
    const timer: Timer = { dueAt: elapsed + Math.max(0, ms), call };
    timers.add(timer);
    return () => {
      timers.delete(timer);
    };
  };

  const nextDue = (limit: number): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) {
      if (timer.dueAt <= limit && (first === null || timer.dueAt < first.dueAt)) first = timer;
    }
    return first;
  };

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const abort = (): void => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = after(ms, () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        });
        signal?.addEventListener('abort', abort, { once: true });
      }),
    advance: async (ms) => {
      const target = elapsed + ms;
      for (let timer = nextDue(target); timer !== null; timer = nextDue(target)) {
        elapsed = timer.dueAt;
        timers.delete(timer);
        timer.call();
        await turn();
      }
      elapsed = target;
      await turn();
    },
    setNow: (ms) => {
      offset = ms - elapsed;
    },
    pending: () => timers.size,
  };
}

/** Advances the clock second by second until `promise` settles, which may require real input and output. */
export async function advanceUntil(clock: FakeClock, promise: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const end = (): void => {
    isSettled = true;
  };
  promise.then(end, end);
  while (!isSettled) {
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await promise;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
