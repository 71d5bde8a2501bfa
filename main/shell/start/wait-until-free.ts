import type { Clock } from '../../base/clock.ts';
import { lockFolder } from '../../base/database/lock.ts';
import { CodedError } from '../../base/errors.ts';
import { readEndpoint } from '../../bridge/local/endpoint.ts';

/** Longer than quitting can take. */
const timeoutMs = 20_000;
const pollMs = 100;

/**
 * Waits for an instance that is quitting to release the data folder. Resolves at once if its owner still
 * accepts connections; opening the folder then reports the conflict.
 */
export async function waitUntilFree(
  dataDir: string,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  onWait: () => void,
): Promise<void> {
  const deadline = clock.monotonic() + timeoutMs;
  for (let waits = 0; clock.monotonic() < deadline; waits += 1) {
    if (!isLocked(dataDir) || (await readEndpoint(dataDir)) !== null) return;
    if (waits === 0) onWait();
    await clock.sleep(pollMs);
  }
}

function isLocked(dataDir: string): boolean {
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof CodedError && error.code === 'lock/inUse';
  }
}
