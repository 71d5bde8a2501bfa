/**
 * Replaces a damaged database with a new one that contains every readable row, and quarantines the damaged
 * file. A crash at any time leaves a usable database.
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
  readonly copyReadable: (damaged: DamagedDatabase, fresh: Database) => void;
  /** Called after each recovery with the path to which the damaged database was moved. */
  readonly onRecovery: (quarantinedPath: string, reason: unknown) => void;
};

export type DamagedDatabase = {
  /** Yields the rows of a table up to the first unreadable one. Never throws. */
  rows<Row extends Record<string, unknown>>(table: string): Generator<Row, { readonly whole: boolean }>;
  /** Yields the rows of all tables found in any page, including deleted ones. Throws file system errors. */
  scan(): Iterable<readonly ScannedValue[]>;
};

/** Opens or creates a database that is replaced if damaged. Throws `database/unusable`, `database/newer`. */
export function openWithRecovery(path: string, options: RecoveryOptions): Database {
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
  if (found?.isDirectory()) return repair(null, new Error('its path is a folder'));
  // A new database never appears as an empty file, so an empty file has lost its content.
  if (found?.size === 0) return repair(null, new Error('the file is empty'));
  try {
    return openConnection(path, migrations);
  } catch (error) {
    if (!(error instanceof CodedError) || sqliteProblem(error.cause).kind !== 'damaged') throw error;
    return repair(null, error);
  }
}

const freshName = (path: string): string => `${path}.fresh`;

function replace(path: string, connection: DatabaseSync | null, options: RecoveryOptions): string {
  const part = `${path}.part`;
  removeDatabase(part);
  const fresh = new Database(openConnection(part, options.migrations), part);
  try {
    const damaged = openDamaged(path);
    try {
      options.copyReadable(readerOf(path, damaged), fresh);
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

/** Completes a replacement that was interrupted by a crash. */
function finishSwap(path: string, now: () => number): void {
  if (existsSync(freshName(path))) swap(path, now);
}

function swap(path: string, now: () => number): string {
  const aside = freeName(path, now);
  // Moves `-wal` and `-shm` first, so that SQLite never applies them to the new database.
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
  }
  renameSync(freshName(path), path);
  return aside;
}

/** Returns an unused name such as `journal.damaged-2026-11-21T10-00-00.db`. */
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

function openDamaged(path: string): DatabaseSync | null {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch {
    return null;
  }
}

function readerOf(path: string, damaged: DatabaseSync | null): DamagedDatabase {
  return {
    *rows<Row extends Record<string, unknown>>(table: string) {
      try {
        if (damaged) yield* damaged.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>;
        return { whole: damaged !== null };
      } catch {
        return { whole: false };
      }
    },
    scan: () => scanRows(path),
  };
}
