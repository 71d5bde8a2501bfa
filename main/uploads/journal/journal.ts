import type { Database } from '../../base/database/database.ts';
import { uploadErrors } from '../errors.ts';
import { learnedFacts } from './learned-facts.ts';
import { queueState } from './queue-state.ts';
import type { SaveTransaction } from './stored-records.ts';
import { uploadQueries } from './upload-queries.ts';
import { uploadsTable } from './uploads-table.ts';

export { journalMigrations } from './journal-schema.ts';

/** Persistent state of all uploads. Each write survives a crash, or throws `uploads/notSaved`. */
export type Journal = ReturnType<typeof createJournal>;

export function createJournal(database: Database) {
  const saving: SaveTransaction = (work) => {
    try {
      return database.transaction(work);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw uploadErrors.notSaved({ reason }, { cause });
    }
  };
  return {
    ...uploadsTable(database, saving),
    ...uploadQueries(database),
    ...learnedFacts(database, saving),
    ...queueState(database, saving),
  };
}
