import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../base/database/database.ts';
import type { UploadRecord } from '../machine/record.ts';

type Stored = { readonly record: string };

/** Rows with their records read. One that holds nonsense is damage SQLite did not notice: the database is replaced once. */
export function readStored<Row extends Stored>(
  database: Database,
  sql: string,
  ...values: SQLInputValue[]
): (Omit<Row, 'record'> & { readonly record: UploadRecord })[] {
  const read = () =>
    database.all<Row>(sql, ...values).map((row) => ({ ...row, record: parseRecord(row.record) }));
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError) || !database.declareDamaged(error)) throw error;
    return read();
  }
}

export function readRecords(database: Database, sql: string, ...values: SQLInputValue[]): UploadRecord[] {
  return readStored(database, sql, ...values).map((row) => row.record);
}

/** Throws a SyntaxError for what is none. */
export function parseRecord(text: string): UploadRecord {
  return JSON.parse(text) as UploadRecord;
}
