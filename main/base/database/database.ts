import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CodedError, errorTable, systemCode } from '../errors.ts';
import { createPrivateFile, privateFolderMode } from '../files/private-folder.ts';

export const databaseErrors = errorTable('database', {
  unreadable: 'report',
  unusable: 'grant-permission',
  newer: 'report',
  full: 'free-space',
});

export type Row = Record<string, string | number | bigint | Uint8Array | null>;

/** Closes a damaged database, replaces it and opens the replacement. */
export type Repair = (damaged: DatabaseSync, reason: unknown) => DatabaseSync;

/**
 * All access to SQLite, with WAL mode, synchronous commits and numbered migrations. On a full disk, a write
 * throws `database/full`. With `repair`, an operation that finds damage is repeated on the repaired database.
 */
export class Database {
  #connection: DatabaseSync;
  readonly #path: string;
  readonly #repair: Repair | null;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listStatements = new Map<string, StatementSync>();
  readonly #renewalListeners: (() => void)[] = [];
  #depth = 0;

  constructor(connection: DatabaseSync, path: string, repair: Repair | null = null) {
    this.#connection = connection;
    this.#path = path;
    this.#repair = repair;
  }

  all<Result = Row>(sql: string, ...values: SQLInputValue[]): Result[] {
    return this.#withRepair(() => this.#statement(sql).all(...values) as Result[]);
  }

  /** Returns rows as arrays in column order, twice as fast as `all` for many rows. */
  lists<Values extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Values[] {
    return this.#withRepair(() => this.#listStatement(sql).all(...values) as unknown[] as Values[]);
  }

  get<Result = Row>(sql: string, ...values: SQLInputValue[]): Result | null {
    return this.#withRepair(() => (this.#statement(sql).get(...values) as Result | undefined) ?? null);
  }

  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    try {
      const result = this.#withRepair(() => this.#statement(sql).run(...values));
      return { changes: Number(result.changes), id: Number(result.lastInsertRowid) };
    } catch (error) {
      throw this.#asFull(error);
    }
  }

  /** Runs synchronous `work` in a transaction. Nested calls join it. */
  transaction<Result>(work: () => Result): Result {
    if (this.#depth > 0) return work();
    return this.#withRepair(() => this.#inTransaction(work));
  }

  /** Like `transaction`, for asynchronous work. Until it settles, only `work` may use this database. */
  async transactionOf<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      const result = await work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw this.#asFull(error);
    }
  }

  /**
   * Replaces the database after a reader found invalid data. Does nothing and returns false without `repair`
   * or in a transaction.
   */
  repairNow(reason: unknown): boolean {
    if (!this.#repair || this.#depth > 0) return false;
    this.#forgetStatements();
    this.#connection = this.#repair(this.#connection, reason);
    for (const listener of this.#renewalListeners) listener();
    return true;
  }

  /** Calls `listener` when a damaged database was replaced, before any other operation uses the new one. */
  onReplaced(listener: () => void): void {
    this.#renewalListeners.push(listener);
  }

  /** Runs `work`, and repeats it if it found damage and the database was replaced. */
  #withRepair<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (sqliteProblem(error).kind !== 'damaged' || !this.repairNow(error)) throw error;
      return work();
    }
  }

  #inTransaction<Result>(work: () => Result): Result {
    this.#depth += 1;
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw this.#asFull(error);
    } finally {
      this.#depth -= 1;
    }
  }

  close(): void {
    this.#forgetStatements();
    this.#connection.close();
  }

  #forgetStatements(): void {
    this.#statements.clear();
    this.#listStatements.clear();
  }

  #asFull(error: unknown): unknown {
    if (sqliteProblem(error).kind !== 'full') return error;
    return databaseErrors.full({ path: this.#path }, { cause: error });
  }

  #listStatement(sql: string): StatementSync {
    const cached = this.#listStatements.get(sql);
    if (cached) return cached;
    const statement = this.#connection.prepare(sql);
    statement.setReturnArrays(true);
    this.#listStatements.set(sql, statement);
    return statement;
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
 * Opens a database and applies missing migrations. Released migrations must not be edited. Throws
 * `database/unreadable`, `database/unusable` and `database/newer`.
 */
export function openDatabase(path: string, migrations: readonly string[]): Database {
  return new Database(openConnection(path, migrations), path);
}

export function openConnection(path: string, migrations: readonly string[]): DatabaseSync {
  let connection: DatabaseSync | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: privateFolderMode });
    // SQLite creates the `-wal` and `-shm` files with the mode of the database file.
    createPrivateFile(path);
    connection = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(connection, path, migrations);
    return connection;
  } catch (error) {
    connection?.close();
    throw openingError(error, path);
  }
}

function migrate(connection: DatabaseSync, path: string, migrations: readonly string[]): void {
  const { user_version: version } = connection.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  if (version > migrations.length) throw databaseErrors.newer({ path });
  const database = new Database(connection, path);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      connection.exec(migration);
      connection.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function openingError(cause: unknown, path: string): CodedError {
  if (cause instanceof CodedError) return cause;
  const { kind, reason } = sqliteProblem(cause);
  return kind === 'damaged'
    ? databaseErrors.unreadable({ path }, { cause })
    : databaseErrors.unusable({ path, reason }, { cause });
}

/** Classifies an error of SQLite or the file system; `reason` is English text. */
export function sqliteProblem(error: unknown): {
  readonly kind: 'damaged' | 'busy' | 'full' | 'other';
  readonly reason: string;
} {
  const code = error instanceof Error ? (error as { errcode?: unknown }).errcode : null;
  if (typeof code !== 'number') return { kind: 'other', reason: systemCode(error) ?? String(error) };
  // The low byte is the primary code: SQLITE_BUSY 5, CORRUPT 11, FULL 13, NOTADB 26. SQLITE_IOERR_SHMSIZE
  // (4874) also means a full disk.
  const kind = code === 4874 ? 13 : code & 0xff;
  const reason = error instanceof Error ? error.message : '';
  if (kind === 5) return { kind: 'busy', reason };
  if (kind === 13) return { kind: 'full', reason };
  return { kind: kind === 11 || kind === 26 ? 'damaged' : 'other', reason };
}
