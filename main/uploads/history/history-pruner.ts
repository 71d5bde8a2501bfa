import type { Log } from '../../base/log/log.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import { listLimits } from '../journal/uploads-table.ts';
import { isFinished } from '../record/states.ts';

/** Number of uploads that finish between two runs of the pruner. */
const pruneEvery = 100;

/** Prunes the history regularly and on `prune`. Never prunes uploads in the list. */
export function createHistoryPruner(deps: {
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly log: Log;
  readonly entries: () => number;
}): { readonly prune: () => void } {
  const { journal, uploadStore, log } = deps;
  let since = 0;
  const prune = (): void => {
    since = 0;
    const keep = Math.max(deps.entries(), listLimits.finished);
    try {
      for (let left = journal.prune(keep); left.length > 0; left = journal.prune(keep))
        uploadStore.dropPruned(left);
    } catch (error) {
      log.warn('Could not prune the history', { error });
    }
  };
  uploadStore.onSaved(({ machine }) => {
    if (!isFinished(machine)) return;
    since += 1;
    if (since >= pruneEvery) prune();
  });
  return { prune };
}
