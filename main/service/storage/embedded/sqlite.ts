import pLimit from 'p-limit';
import { type Database, openDatabase } from '../../../base/database/database.ts';
import { serviceSchema } from '../sql/schema.ts';
import type { Sql, SqlDatabase } from '../sql/sql.ts';

const randomId = 'lower(hex(randomblob(8)))';

export const serviceMigrations: readonly string[] = [
  serviceSchema({
    id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    bigint: 'INTEGER',
    bytes: 'BLOB',
    tableOptions: ' STRICT',
    keyedTableOptions: ' STRICT, WITHOUT ROWID',
    rowIdColumn: '',
    randomId,
    listTagTriggers: (area, tables) =>
      tables
        .flatMap(({ name, columns }) =>
          ['INSERT', columns === undefined ? 'UPDATE' : `UPDATE OF ${columns}`, 'DELETE'].map(
            (event) => `CREATE TRIGGER ${name}_${event.slice(0, 6)}_list_tag AFTER ${event} ON ${name}
              BEGIN UPDATE list_tags SET tag = ${randomId} WHERE area = '${area}'; END;`,
          ),
        )
        .join('\n'),
  }),
];

const changeCheckMs = 1_000;

const jsonList = '(SELECT value FROM json_each(?))';

/** Opens the database of a single-instance service. Throws `database/unreadable`, `unusable`, `newer`. */
export function openSqlite(path: string): SqlDatabase {
  const database = openDatabase(path, serviceMigrations);
  // Serialises statements: all calls share one connection, and must not join another call's transaction.
  const limit = pLimit(1);
  const sql = statementsOf(database);
  const listeners: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastVersion: number | null = null;
  // Commands in other processes cannot notify this one, but `data_version` changes with their commits.
  const notify = (): void => {
    const now = database.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0;
    if (lastVersion !== null && lastVersion !== now) for (const listener of listeners) listener();
    lastVersion = now;
  };
  return {
    ...sql,
    all: (statement, ...values) => limit(() => sql.all(statement, ...values)),
    rows: (statement, ...values) => limit(() => sql.rows(statement, ...values)),
    get: (statement, ...values) => limit(() => sql.get(statement, ...values)),
    run: (statement, ...values) => limit(() => sql.run(statement, ...values)),
    lastId: (table) => limit(() => sql.lastId(table)),
    reserveIds: (table, id) => limit(() => sql.reserveIds(table, id)),
    snapshot: (work) => limit(() => work(sql)),
    transaction: (work) => limit(() => database.transactionOf(() => work(sql))),
    exclusive: (_name, work) => work(),
    connections: () => null,
    listen: (_name, listener) => {
      listeners.push(listener);
      timer ??= setInterval(() => void limit(notify), changeCheckMs).unref();
    },
    close: () => {
      clearInterval(timer);
      return limit(() => database.close());
    },
  };
}

function statementsOf(database: Database): Sql {
  const lastId = (table: string): number =>
    database.get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table)?.seq ?? 0;
  return {
    numberList: jsonList,
    textList: jsonList,
    clock: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    skipLocked: '',
    all: async (statement, ...values) => database.all(statement, ...values),
    rows: async (statement, ...values) => database.lists(statement, ...values),
    get: async (statement, ...values) => database.get(statement, ...values),
    run: async (statement, ...values) => database.run(statement, ...values).changes,
    notify: async () => undefined,
    lastId: async (table) => lastId(table),
    reserveIds: async (table, id) => {
      const last = Math.max(id, lastId(table));
      database.run('DELETE FROM sqlite_sequence WHERE name = ?', table);
      database.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, last);
    },
  };
}
