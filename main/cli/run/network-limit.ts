/** Limits how long `upload` waits for the network. The queue itself never gives up. */
import { type Clock, systemClock } from '../../base/clock.ts';
import { isNetworkFailure, type UploadView } from '../../uploads/upload-view.ts';

/** Retry delay at which the wait ends: after about eight attempts, two minutes after the first. */
const maxDelayMs = 60_000;

/** About as long as the queue takes to reach `maxDelayMs`. */
const maxOfflineMs = 2 * 60_000;

export type NetworkLimit = {
  isGivenUp(upload: UploadView): boolean;
  stop(): void;
};

/** Calls `onChange` when `isGivenUp` may have changed with time. `endless`: never gives up. */
export function limitNetworkWait(
  endless: boolean,
  onChange: () => void,
  clock: Clock = systemClock,
): NetworkLimit {
  const offlineSince = new Map<string, number>();
  const timers = new Set<() => void>();
  const isOfflineTooLong = ({ id, block }: UploadView): boolean => {
    if (block?.code !== 'core/offline') {
      offlineSince.delete(id);
      return false;
    }
    const since = offlineSince.get(id);
    if (since !== undefined) return clock.monotonic() - since >= maxOfflineMs;
    offlineSince.set(id, clock.monotonic());
    timers.add(clock.after(maxOfflineMs, onChange));
    return false;
  };
  return {
    isGivenUp: (upload) => !endless && (isOfflineTooLong(upload) || waitsLong(upload, clock.now())),
    stop: () => {
      for (const cancel of timers) cancel();
    },
  };
}

function waitsLong({ failure, retryAt }: UploadView, now: number): boolean {
  return failure !== null && isNetworkFailure(failure) && (retryAt ?? 0) - now >= maxDelayMs;
}

/** Returns true if the upload continues automatically when the network is back. */
export function waitsForNetwork({ state, failure, block }: UploadView): boolean {
  return (
    block?.code === 'core/offline' || (state === 'retrying' && failure !== null && isNetworkFailure(failure))
  );
}
