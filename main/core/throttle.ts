import type { Clock } from '../base/clock.ts';

/** A call takes longer the more there is to announce. */
const pauseFactor = 20;

/**
 * Calls at once, and then no more often than every `ms`, nor for more than a twentieth of the time: what is asked for in
 * between is one call at their end.
 */
export function throttle(clock: Clock, ms: number, call: () => void): () => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  let pause = ms;
  let isDue = false;
  const now = (): void => {
    isDue = false;
    calledAt = clock.monotonic();
    call();
    pause = Math.max(ms, pauseFactor * (clock.monotonic() - calledAt));
  };
  return () => {
    if (isDue) return;
    const wait = calledAt + pause - clock.monotonic();
    if (wait <= 0) return now();
    isDue = true;
    clock.after(wait, now);
  };
}
