import type { Log } from '../../base/log/log.ts';
import { listLimits } from '../store/journal.ts';
import type { Journal } from '../store/journal-types.ts';
import type { UploadStore } from '../store/upload-store.ts';

export type HistoryKeeper = {
  /** To be told of every upload that is over. */
  finished(): void;
  /** Lets what is too old go, now. */
  prune(): void;
};

/** How many more uploads are over before the history is cut back to its limit. */
const atATime = 100;

/**
 * Keeps the history at its limit. What the list shows stays in any case. A journal that cannot be written now is cut back
 * later.
 */
export function createHistoryKeeper(deps: {
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly log: Log;
  /** Finished uploads to keep. */
  readonly entries: () => number;
}): HistoryKeeper {
  const { journal, uploadStore, log } = deps;
  let since = 0;
  const prune = (): void => {
    since = 0;
    const keep = Math.max(deps.entries(), listLimits.finished);
    try {
      for (let left = journal.prune(keep); left.length > 0; left = journal.prune(keep))
        uploadStore.forget(left);
    } catch (error) {
      log.warn('The history could not be cut back; it is tried again later', { error });
    }
  };
  return {
    finished: () => {
      since += 1;
      if (since >= atATime) prune();
    },
    prune,
  };
}
