import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../base/database/database.ts';
import type { UploadRecord } from '../record/record.ts';

/** Runs a change in a transaction. The change is durable on return. Throws `uploads/notSaved`. */
export type SaveTransaction = <Result>(work: () => Result) => Result;

/** Parses the record of each row. Malformed JSON counts as damage: the database is repaired once. */
export function readStored<Row extends { readonly record: string }>(
  database: Database,
  sql: string,
  ...values: SQLInputValue[]
): (Omit<Row, 'record'> & { readonly record: UploadRecord })[] {
  const read = () =>
    database.all<Row>(sql, ...values).map((row) => ({ ...row, record: parseRecord(row.record) }));
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError) || !database.repairNow(error)) throw error;
    return read();
  }
}

export function readRecords(database: Database, sql: string, ...values: SQLInputValue[]): UploadRecord[] {
  return readStored(database, sql, ...values).map((row) => row.record);
}

/** Throws a SyntaxError for malformed JSON. */
export function parseRecord(text: string): UploadRecord {
  return JSON.parse(text) as UploadRecord;
}
