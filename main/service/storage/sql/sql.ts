import type { Connections } from '../storage.ts';

/**
 * One SQL for both databases. Values are `?`; what SQLite and PostgreSQL write differently has a name here. A name with
 * capitals is quoted (`AS "userName"`), or PostgreSQL folds it. Pure.
 */

export type SqlValue = string | number | Uint8Array | null;

export type Sql = {
  /** A list of numbers given as the JSON array of one value, as in `id IN ${sql.numbers}`. */
  readonly numbers: string;
  /** The same for a list of texts. */
  readonly texts: string;
  /** The time that every instance goes by, in milliseconds since 1970. */
  readonly clock: string;
  /** Ends a SELECT for a change that passes by rows another instance is changing. */
  readonly skipLocked: string;
  all<Row>(statement: string, ...values: readonly SqlValue[]): Promise<Row[]>;
  /** Rows as lists of their values in the order of the columns: for many rows twice as fast as `all`. */
  lists<Values extends readonly unknown[]>(
    statement: string,
    ...values: readonly SqlValue[]
  ): Promise<Values[]>;
  get<Row>(statement: string, ...values: readonly SqlValue[]): Promise<Row | null>;
  /** Runs one change that is right on its own, whatever else happens; gives the number of rows changed. */
  run(statement: string, ...values: readonly SqlValue[]): Promise<number>;
  /** Calls back the listeners of the other instances with this name; from a transaction, once that is there. */
  tell(name: string): Promise<void>;
  /** The greatest id the table has given, even if its row is gone; 0 before the first. */
  lastId(table: string): Promise<number>;
  /** The next ids of the table will be above `id`, which is above 0, and above all it has given. */
  raiseIds(table: string, id: number): Promise<void>;
};

export type SqlDatabase = Sql & {
  /**
   * All of `work` or none of it, durable when resolved. No other transaction runs meanwhile, in this instance or
   * another, so what was read before a write still holds, and ids follow the order in which they can be seen.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Everything `work` reads is as it was at one moment, whatever others change meanwhile. It changes nothing. */
  snapshot<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Runs `work` unless another instance is running work of that name; null then. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result | null>;
  connections(): Connections | null;
  listen(name: string, listener: () => void): void;
  /** Lets running calls end; what is called afterwards rejects. */
  close(): Promise<void>;
};

/** Runs an INSERT; gives the id of the row. */
export async function insert(sql: Sql, statement: string, ...values: readonly SqlValue[]): Promise<number> {
  const row = await sql.get<{ id: number }>(`${statement} RETURNING id`, ...values);
  if (!row) throw new TypeError('An INSERT that adds nothing has no id.');
  return row.id;
}
