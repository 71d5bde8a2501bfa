import type { Clock } from '../../base/clock.ts';
import { lockFolder } from '../../base/database/lock.ts';
import { CodedError } from '../../base/errors.ts';
import { readEndpoint } from '../../bridge/local/endpoint.ts';

/** Longer than quitting may take. */
const longestMs = 20_000;
const askAgainMs = 100;

/**
 * Waits for a Slipway that is just ending to let go of the data folder: it lets no other program in any more. Resolves at
 * once when the folder is free, and when its owner is at work; what uses the folder then says so.
 */
export async function untilFree(
  dataDir: string,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  onWait: () => void,
): Promise<void> {
  const patienceEnds = clock.monotonic() + longestMs;
  for (let waits = 0; clock.monotonic() < patienceEnds; waits += 1) {
    if (!isHeld(dataDir) || (await readEndpoint(dataDir)) !== null) return;
    if (waits === 0) onWait();
    await clock.sleep(askAgainMs);
  }
}

function isHeld(dataDir: string): boolean {
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof CodedError && error.code === 'lock/held';
  }
}
