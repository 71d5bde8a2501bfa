import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteProblem } from '../database/database.ts';
import { errorTable } from '../errors.ts';
import { makePrivateFile, privateFolderMode } from './private-folder.ts';

export const lockErrors = errorTable('lock', {
  held: 'wait',
  unusable: 'grant-permission',
});

/**
 * Owns a folder until released or the process ends, however it ends: the operating system holds the lock (SQLite's, on
 * an empty database of its own). Throws `lock/held` and `lock/unusable`.
 */
export function lockFolder(folder: string): { release(): void } {
  let database: DatabaseSync | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolderMode });
    const path = join(folder, 'lock.db');
    makePrivateFile(path);
    const owned = new DatabaseSync(path);
    database = owned;
    owned.exec('BEGIN EXCLUSIVE');
    return { release: () => owned.close() };
  } catch (cause) {
    database?.close();
    const { kind, reason } = sqliteProblem(cause);
    throw kind === 'busy'
      ? lockErrors.held({ folder }, { cause })
      : lockErrors.unusable({ folder, reason }, { cause });
  }
}
