import { sep } from 'node:path';
import type { Database } from '../../base/database/database.ts';

/**
 * Uploads of files in a folder that was moved find them at its new place. What a file was known by on its former disk is
 * forgotten. Both absolute; does nothing when all of them are there already.
 */
export function relocateUploads(journal: Database, from: string, to: string): void {
  const [below, beyond] = [`${from}${sep}`, `${from}${String.fromCharCode(sep.charCodeAt(0) + 1)}`];
  journal.run(
    `UPDATE uploads SET path = ?1 || substr(path, ?2),
       record = json_remove(json_set(record, '$.path', ?1 || substr(path, ?2)), '$.identity')
     WHERE path >= ?3 AND path < ?4 AND json_valid(record)`,
    ...[`${to}${sep}`, below.length + 1, below, beyond],
  );
}
