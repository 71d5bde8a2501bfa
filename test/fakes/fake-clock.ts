import type { Clock } from '../../main/base/clock.ts';

export type FakeClock = Clock & {
  /**
   * Lets `ms` pass: everything that falls due is called in order of its time, and what it starts may run up to its next
   * wait (for a timer; real input and output takes its own time) before the next is called.
   */
  advance(ms: number): Promise<void>;
  /** Sets the computer's clock forward or back, as a person or a time server would: no timer notices. */
  setNow(ms: number): void;
  /** How many timers are waiting. */
  pending(): number;
};

type Timer = { readonly dueAt: number; readonly call: () => void };

/** A clock that stands still until it is told to go on. `start`: milliseconds since 1970 UTC. */
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

/** Lets time pass, a second at a time, until something that also waits for real input and output is over. */
export async function advanceUntil(clock: FakeClock, over: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  over.then(end, end);
  while (!isOver) {
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await over;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
