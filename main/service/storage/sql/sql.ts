import type { PoolState } from '../storage.ts';

/**
 * Portable SQL for SQLite and PostgreSQL, with `?` for parameters. Quote names with capitals (`AS
 * "userName"`), because PostgreSQL folds unquoted names to lower case.
 */

export type SqlValue = string | number | Uint8Array | null;

export type Sql = {
  /** List of numbers from one JSON array parameter, as in `id IN ${sql.numberList}`. */
  readonly numberList: string;
  /** List of strings from one JSON array parameter. */
  readonly textList: string;
  /** Expression for the database time in milliseconds since 1970 UTC, the same for all instances. */
  readonly clock: string;
  /** Appended to a SELECT to skip rows that another instance has locked. */
  readonly skipLocked: string;
  all<Row>(statement: string, ...values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns rows as arrays in column order: twice as fast as `all` for many rows. */
  rows<Values extends readonly unknown[]>(
    statement: string,
    ...values: readonly SqlValue[]
  ): Promise<Values[]>;
  get<Row>(statement: string, ...values: readonly SqlValue[]): Promise<Row | null>;
  /** Runs a single atomic change and returns the number of rows changed. */
  run(statement: string, ...values: readonly SqlValue[]): Promise<number>;
  /** Notifies the listeners of this name in other instances. Inside a transaction, on commit. */
  notify(name: string): Promise<void>;
  /** Returns the highest id ever generated for the table; 0 if none. */
  lastId(table: string): Promise<number>;
  /** Ensures that new ids of the table exceed `id`, which must be positive, and every earlier id. */
  reserveIds(table: string, id: number): Promise<void>;
};

export type SqlDatabase = Sql & {
  /**
   * Runs `work` in a transaction, durable when the promise resolves. Only one transaction runs at a time
   * across all instances, so reads stay valid until the commit, and ids increase in the order of commits.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  snapshot<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Runs `work`. Returns null without running it if another instance is running work with this name. */
  exclusive<Result>(name: string, work: () => Promise<Result>): Promise<Result | null>;
  connections(): PoolState | null;
  listen(name: string, listener: () => void): void;
  /** Waits for running calls; later calls reject. */
  close(): Promise<void>;
};

export async function insert(sql: Sql, statement: string, ...values: readonly SqlValue[]): Promise<number> {
  const row = await sql.get<{ id: number }>(`${statement} RETURNING id`, ...values);
  if (!row) throw new TypeError('The INSERT returned no id.');
  return row.id;
}
