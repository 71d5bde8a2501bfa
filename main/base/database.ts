import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { errorTable } from './errors.ts';

const databaseErrors = errorTable('database', {
  unreadable: {
    remedy: 'report',
    message: (p: { path: string }) =>
      `The database ${p.path} cannot be opened: it is damaged or not a database.`,
  },
  newer: {
    remedy: 'report',
    message: (p: { path: string }) =>
      `The database ${p.path} was written by a newer Slipway. Install that version or choose another data folder.`,
  },
});

export type Row = Record<string, string | number | bigint | Uint8Array | null>;

/** The only door to SQLite: WAL, every commit on disk before the call returns, numbered migrations. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  all<Result = Row>(sql: string, ...values: SQLInputValue[]): Result[] {
    return this.#statement(sql).all(...values) as Result[];
  }

  get<Result = Row>(sql: string, ...values: SQLInputValue[]): Result | null {
    return (this.#statement(sql).get(...values) as Result | undefined) ?? null;
  }

  /** Runs a change; gives the number of rows changed and the last inserted id. */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    const result = this.#statement(sql).run(...values);
    return { changes: Number(result.changes), id: Number(result.lastInsertRowid) };
  }

  /** All of `work` or none of it. Synchronous by intent: a transaction never spans an await. Nests as one. */
  transaction<Result>(work: () => Result): Result {
    if (this.#depth > 0) return work();
    this.#connection.exec('BEGIN IMMEDIATE');
    this.#depth += 1;
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * Opens (or creates) a database and brings it to the newest schema. `migrations[n]` leads from version n to n + 1;
 * a migration is never edited once released. Throws `database/unreadable` and `database/newer`.
 */
export function openDatabase(path: string, migrations: readonly string[]): Database {
  mkdirSync(dirname(path), { recursive: true });
  const connection = connect(path);
  const { user_version: version } = connection.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  if (version > migrations.length) {
    connection.close();
    throw databaseErrors.newer({ path });
  }
  const database = new Database(connection);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      connection.exec(migration);
      connection.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  return database;
}

function connect(path: string): DatabaseSync {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return connection;
  } catch (cause) {
    connection?.close();
    throw databaseErrors.unreadable({ path }, { cause });
  }
}
