/** Lets hours pass in moments for a queue with a clock of its own, while real sockets and files take their time. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FakeClock } from '../fakes/fake-clock.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';

/** Looks in a row that have to find the line quiet before time passes. */
const quietLooks = 4;

/** Below every idle time-out: what begins in one step must not run into it in the same. */
const longestStepMs = 20_000;

/** Gives false when `fits` said no for `limitMs` of the clock's time. While bytes move, the clock stands still. */
export async function letTimePass(
  clock: FakeClock,
  proxy: Pick<FaultProxy, 'busy'>,
  fits: () => boolean,
  limitMs = 12 * 60 * 60_000,
): Promise<boolean> {
  const end = clock.monotonic() + limitMs;
  let [quiet, stepMs] = [0, 50];
  while (!fits()) {
    if (clock.monotonic() > end) return false;
    await pause(2);
    quiet = proxy.busy() === 0 ? quiet + 1 : 0;
    if (quiet < quietLooks) {
      if (quiet === 0) stepMs = 50;
      continue;
    }
    await clock.advance(stepMs);
    stepMs = Math.min(longestStepMs, stepMs * 2);
    quiet = quietLooks - 1;
  }
  return true;
}
