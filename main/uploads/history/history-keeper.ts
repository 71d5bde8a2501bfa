import type { Log } from '../../base/log/log.ts';
import { isFinished } from '../machine/upload-states.ts';
import { listLimits } from '../store/journal.ts';
import type { Journal } from '../store/journal-types.ts';
import type { UploadStore } from '../store/upload-store.ts';

/** How many more uploads are over before the history is cut back to its limit. */
const atATime = 100;

/**
 * Keeps the history at its limit; `prune` lets what is too old go, now. What the list shows stays in any case. A journal
 * that cannot be written now is cut back later.
 */
export function createHistoryKeeper(deps: {
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly log: Log;
  /** Finished uploads to keep. */
  readonly entries: () => number;
}): { readonly prune: () => void } {
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
  uploadStore.onSaved(({ machine }) => {
    if (!isFinished(machine)) return;
    since += 1;
    if (since >= atATime) prune();
  });
  return { prune };
}
