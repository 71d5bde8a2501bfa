/** Lets hours pass in moments for a queue with a clock of its own, while real sockets and files take their time. */
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../contract/uploads/uploads-world.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';

/** Looks in a row that have to find everything quiet before time passes. */
const quietLooks = 4;

/** Below every idle time-out: what begins in one step must not run into it in the same. */
const longestStepMs = 20_000;

/** As long as this an upload may work at something that is not on the line, before it counts as waiting. */
const longestWorkLooks = 300;

const workingStates = ['uploading', 'confirming', 'activating', 'sending'];

/**
 * Gives false when `fits` said no for `limitMs` of the clock's time. The clock stands still while bytes move, and while
 * an upload works at something that is not on the line: time passes when all wait, or a request stands still.
 */
export async function letTimePass(
  clock: FakeClock,
  { proxy, uploads }: Pick<World, 'proxy' | 'uploads'>,
  fits: () => boolean,
  limitMs = 12 * 60 * 60_000,
): Promise<boolean> {
  let workLooks = 0;
  const isBusy = (): boolean => {
    const { moving, standing } = proxy.underWay();
    const works = uploads()
      .list()
      .some(({ state }) => workingStates.includes(state));
    workLooks = works && moving + standing === 0 ? workLooks + 1 : 0;
    return moving > 0 || (workLooks > 0 && workLooks < longestWorkLooks);
  };
  const end = clock.monotonic() + limitMs;
  let [quiet, stepMs] = [0, 50];
  while (!fits()) {
    if (clock.monotonic() > end) return false;
    await pause(2);
    quiet = isBusy() ? 0 : quiet + 1;
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
