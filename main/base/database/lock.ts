import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CodedError, errorTable, systemCode } from '../errors.ts';
import { createPrivateFile, privateFolderMode } from '../files/private-folder.ts';
import { systemReason } from '../files/system-reason.ts';
import { sqliteProblem } from './database.ts';

export const lockErrors = errorTable('lock', {
  inUse: 'wait',
  unusable: 'grant-permission',
});

/** Returns `lock/unusable` for a file system error. Returns any other error unchanged. */
export function folderError(error: unknown, folder: string): unknown {
  if (error instanceof CodedError || systemCode(error) === null) return error;
  return lockErrors.unusable({ folder, reason: systemReason(error) }, { cause: error });
}

/** Creates a data folder if missing and checks that it is readable. Throws `lock/unusable`. */
export function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolderMode });
    readdirSync(folder);
  } catch (error) {
    throw folderError(error, folder);
  }
}

/**
 * Locks a folder until released or the process ends, by SQLite's file lock on an empty database. Throws
 * `lock/inUse` and `lock/unusable`.
 */
export function lockFolder(folder: string): { release(): void } {
  let database: DatabaseSync | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolderMode });
    const path = join(folder, 'lock.db');
    createPrivateFile(path);
    const owned = new DatabaseSync(path);
    database = owned;
    owned.exec('BEGIN EXCLUSIVE');
    return { release: () => owned.close() };
  } catch (cause) {
    database?.close();
    const { kind, reason } = sqliteProblem(cause);
    if (kind === 'busy') throw lockErrors.inUse({ folder }, { cause });
    const problem = systemCode(cause) === null ? reason : systemReason(cause);
    throw lockErrors.unusable({ folder, reason: problem }, { cause });
  }
}
