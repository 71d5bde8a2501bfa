import type { AccessEntry } from '../../service-view.ts';
import type { RequestStorage } from '../storage.ts';
import type { SqlDatabase } from './sql.ts';

export function requestsIn(database: SqlDatabase): RequestStorage {
  return {
    add: (entries, kept) =>
      database.transaction(async (sql) => {
        const statement = 'INSERT INTO requests (entry) VALUES (?)';
        for (const { id: _id, ...entry } of entries) await sql.run(statement, JSON.stringify(entry));
        await sql.run('DELETE FROM requests WHERE id <= (SELECT max(id) FROM requests) - ?', kept);
      }),
    list: async () => {
      const rows = await database.all<{ id: number; entry: string }>(
        'SELECT id, entry FROM requests ORDER BY id DESC',
      );
      return rows.map(({ id, entry }) => ({ ...(JSON.parse(entry) as Omit<AccessEntry, 'id'>), id }));
    },
  };
}
