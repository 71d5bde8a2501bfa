import type { Clock } from '../base/clock.ts';

/** Calls at once, and then no more often than every `ms`: what is asked for in between is one call at their end. */
export function throttle(clock: Clock, ms: number, call: () => void): () => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  const now = (): void => {
    isDue = false;
    calledAt = clock.monotonic();
    call();
  };
  return () => {
    if (isDue) return;
    const wait = calledAt + ms - clock.monotonic();
    if (wait <= 0) return now();
    isDue = true;
    clock.after(wait, now);
  };
}
