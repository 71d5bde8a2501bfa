import type { Clock } from '../../base/clock.ts';
import { lockFolder } from '../../base/database/lock.ts';
import { CodedError } from '../../base/errors.ts';
import { readEndpoint } from '../../bridge/local/endpoint.ts';

/** Longer than quitting can take. */
const longestMs = 20_000;
const askAgainMs = 100;

/**
 * Waits for an instance that is quitting to release the data folder. Resolves immediately if the folder is
 * free or its owner still accepts connections; opening the folder then reports the conflict.
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
