/** How long `upload` waits for a network that fails its builds; the queue itself never gives them up. */
import { type Clock, systemClock } from '../../base/clock.ts';
import { isOfNetwork, type UploadView } from '../../uploads/upload-view.ts';

/** The queue waits so long after some eight tries in a row, which take about two minutes when each fails at once. */
const longestPauseMs = 60_000;

/** As long as those tries. */
const longestOfflineMs = 2 * 60_000;

export type NetworkPatience = {
  /** Whether the network has failed an upload for too long. */
  isGivenUp(upload: UploadView): boolean;
  stop(): void;
};

/** `onChange` is called when time alone makes another answer of it. `endless`: never. */
export function networkPatience(
  endless: boolean,
  onChange: () => void,
  clock: Clock = systemClock,
): NetworkPatience {
  const offlineSince = new Map<string, number>();
  const timers = new Set<() => void>();
  const isOfflineTooLong = ({ id, block }: UploadView): boolean => {
    if (block?.code !== 'core/offline') {
      offlineSince.delete(id);
      return false;
    }
    const since = offlineSince.get(id);
    if (since !== undefined) return clock.monotonic() - since >= longestOfflineMs;
    offlineSince.set(id, clock.monotonic());
    timers.add(clock.after(longestOfflineMs, onChange));
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
  return failure !== null && isOfNetwork(failure) && (retryAt ?? 0) - now >= longestPauseMs;
}

/** Whether it would go on by itself once the network is back. */
export function waitsForNetwork({ state, failure, block }: UploadView): boolean {
  return block?.code === 'core/offline' || (state === 'retrying' && failure !== null && isOfNetwork(failure));
}
