/**
 * A database that is damaged makes room for a fresh one: it is kept aside under a name with the time, and what can be read
 * of it is carried over. The fresh one is whole before the damaged one is touched, so that a crash at any moment leaves
 * one of the two to go on with.
 */
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isoTime } from '../clock.ts';
import { CodedError } from '../errors.ts';
import { Database, openConnection, sqliteProblem } from './database.ts';
import { type ScannedValue, scanRows } from './page-recovery.ts';

export type RecoveryOptions = {
  readonly migrations: readonly string[];
  readonly now: () => number;
  /** Fills the fresh database with what can be read of the damaged one. */
  readonly carryOver: (damaged: DamagedDatabase, fresh: Database) => void;
  /** Told after each recovery; `aside` is the path the damaged database has now. */
  readonly onRecovery: (aside: string, reason: unknown) => void;
};

/** What can still be read of a damaged database. */
export type DamagedDatabase = {
  /** The rows of a table up to what cannot be read. Never throws. */
  rows<Row extends Record<string, unknown>>(table: string): Generator<Row, { readonly whole: boolean }>;
  /** The values of all rows of all tables that can be found, also as they were once. Throws what the file system says. */
  scan(): Iterable<readonly ScannedValue[]>;
};

/**
 * Opens (or creates) a database that is replaced when it is found damaged, now or at any later moment. Throws
 * `database/unusable` and `database/newer`.
 */
export function openRescuable(path: string, options: RecoveryOptions): Database {
  finishSwap(path, options.now);
  const repair = (damaged: DatabaseSync | null, reason: unknown): DatabaseSync => {
    const aside = replace(path, damaged, options);
    const connection = openConnection(path, options.migrations);
    options.onRecovery(aside, reason);
    return connection;
  };
  return new Database(openOrRepair(path, options, repair), path, repair);
}

function openOrRepair(
  path: string,
  { migrations }: RecoveryOptions,
  repair: (damaged: null, reason: unknown) => DatabaseSync,
): DatabaseSync {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return repair(null, new Error('there is a folder in its place'));
  // A database was made whole when it was created: an empty file was one that lost all it held.
  if (found?.size === 0) return repair(null, new Error('the file is empty'));
  try {
    return openConnection(path, migrations);
  } catch (error) {
    if (!(error instanceof CodedError) || sqliteProblem(error.cause).kind !== 'damaged') throw error;
    return repair(null, error);
  }
}

const freshName = (path: string): string => `${path}.fresh`;

/** Gives the path the damaged database has afterwards. */
function replace(path: string, connection: DatabaseSync | null, options: RecoveryOptions): string {
  const part = `${path}.part`;
  removeDatabase(part);
  const fresh = new Database(openConnection(part, options.migrations), part);
  try {
    const damaged = openDamaged(path);
    try {
      options.carryOver(readerOf(path, damaged), fresh);
    } finally {
      damaged?.close();
    }
  } finally {
    fresh.close();
  }
  connection?.close();
  renameSync(part, freshName(path));
  return swap(path, options.now);
}

/** A crash between the renames left the fresh database beside the place it belongs to. */
function finishSwap(path: string, now: () => number): void {
  if (existsSync(freshName(path))) swap(path, now);
}

function swap(path: string, now: () => number): string {
  const aside = freeName(path, now);
  // What SQLite keeps beside the database goes first: it must never meet the fresh one.
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
  }
  renameSync(freshName(path), path);
  return aside;
}

/** `journal.damaged-2026-11-21T10-00-00.db` beside it. */
function freeName(path: string, now: () => number): string {
  const ending = extname(path);
  const time = isoTime(now()).slice(0, 19).replaceAll(':', '-');
  const name = join(dirname(path), `${basename(path, ending)}.damaged-${time}`);
  for (let number = 1; ; number += 1) {
    const free = `${name}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!existsSync(free)) return free;
  }
}

function removeDatabase(path: string): void {
  for (const ending of ['-wal', '-shm', '']) rmSync(path + ending, { force: true, recursive: true });
}

/** Null when nothing of it can be read. */
function openDamaged(path: string): DatabaseSync | null {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch {
    return null;
  }
}

function readerOf(path: string, damaged: DatabaseSync | null): DamagedDatabase {
  return {
    rows: function* <Row extends Record<string, unknown>>(table: string) {
      try {
        if (damaged) yield* damaged.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>;
        return { whole: damaged !== null };
      } catch {
        // What cannot be read is what this is for.
        return { whole: false };
      }
    },
    scan: () => scanRows(path),
  };
}
