import type { Clock } from '../base/clock.ts';

const pauseFactor = 20;

/** Runs `call` at most once per `ms`, and for at most 5 % of the time. Coalesces the calls in between. */
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
