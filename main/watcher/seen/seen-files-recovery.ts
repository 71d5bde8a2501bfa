import type { Database } from '../../base/database/database.ts';
import type { DamagedDatabase } from '../../base/database/recovery.ts';

type Row = { readonly [column: string]: string | number | null };

const tables: readonly { readonly table: string; readonly columns: readonly string[] }[] = [
  { table: 'watched_folder', columns: ['id', 'path', 'first_watched_at'] },
  { table: 'seen_file', columns: ['folder_id', 'path', 'size', 'mtime_ms', 'handled_at', 'settled'] },
];

/** Every folder and file that can be read. A file whose end is not known counts as one that has none. */
export function carryOverSeenFiles(damaged: DamagedDatabase, fresh: Database): void {
  fresh.transaction(() => {
    for (const { table, columns } of tables) {
      for (const row of damaged.rows<Row>(table)) {
        const values = columns.map((column) => row[column] ?? (column === 'settled' ? 0 : null));
        if (values.includes(null)) continue;
        fresh.run(
          `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
          ...values,
        );
      }
    }
  });
}
