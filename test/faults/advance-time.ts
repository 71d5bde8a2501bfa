/** Advances the fake clock of a queue by hours, while real sockets and files work at their own speed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../contract/uploads/uploads-world.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';

/** Consecutive idle checks required before time advances. */
const idleChecks = 4;

/** Maximum step, below every idle timeout. */
const maxStepMs = 20_000;

/** Number of checks after which a working upload without a request counts as waiting. */
const maxWorkChecks = 300;

const workingStates = ['uploading', 'confirming', 'activating', 'sending'];

/**
 * Advances the clock until `fits` returns true; returns false after `limitMs`. Advances only while all
 * uploads wait or a request stalls, not while bytes move or an upload works without a request.
 */
export async function advanceTimeUntil(
  clock: FakeClock,
  { proxy, uploads }: Pick<World, 'proxy' | 'uploads'>,
  fits: () => boolean,
  limitMs = 12 * 60 * 60_000,
): Promise<boolean> {
  let workChecks = 0;
  const isBusy = (): boolean => {
    const { moving, stalled } = proxy.openRequests();
    const works = uploads()
      .list()
      .some(({ state }) => workingStates.includes(state));
    workChecks = works && moving + stalled === 0 ? workChecks + 1 : 0;
    return moving > 0 || (workChecks > 0 && workChecks < maxWorkChecks);
  };
  const end = clock.monotonic() + limitMs;
  let [idle, stepMs] = [0, 50];
  while (!fits()) {
    if (clock.monotonic() > end) return false;
    await pause(2);
    idle = isBusy() ? 0 : idle + 1;
    if (idle < idleChecks) {
      if (idle === 0) stepMs = 50;
      continue;
    }
    await clock.advance(stepMs);
    stepMs = Math.min(maxStepMs, stepMs * 2);
    idle = idleChecks - 1;
  }
  return true;
}
