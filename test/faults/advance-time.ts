/** Advances the fake clock of a queue by hours, while real sockets and files work at their own speed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../contract/uploads/uploads-world.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';

/** Consecutive idle checks required before time advances. */
const quietLooks = 4;

/** Below every idle timeout, so that no step exceeds one. */
const maxStepMs = 20_000;

/** Checks for which an upload may work without a request before it counts as waiting. */
const maxWorkChecks = 300;

const workingStates = ['uploading', 'confirming', 'activating', 'sending'];

/**
 * Returns false if `fits` fails for `limitMs` of the clock's time. The clock stops while bytes move, and while an upload
 * works without a request. Time passes when all uploads wait or a request stalls.
 */
export async function letTimePass(
  clock: FakeClock,
  { proxy, uploads }: Pick<World, 'proxy' | 'uploads'>,
  fits: () => boolean,
  limitMs = 12 * 60 * 60_000,
): Promise<boolean> {
  let workChecks = 0;
  const isBusy = (): boolean => {
    const { moving, standing } = proxy.underWay();
    const works = uploads()
      .list()
      .some(({ state }) => workingStates.includes(state));
    workChecks = works && moving + standing === 0 ? workChecks + 1 : 0;
    return moving > 0 || (workChecks > 0 && workChecks < maxWorkChecks);
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
    stepMs = Math.min(maxStepMs, stepMs * 2);
    quiet = quietLooks - 1;
  }
  return true;
}
