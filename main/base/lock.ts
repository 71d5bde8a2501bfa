import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorTable } from './errors.ts';

const lockErrors = errorTable('lock', {
  held: {
    remedy: 'wait',
    message: (p: { folder: string }) =>
      `Another Slipway is using the data folder ${p.folder}. Close it, or choose another folder with --data-dir.`,
  },
});

/**
 * Owns a folder until released or the process ends, however it ends: the operating system holds the lock (SQLite's, on
 * an empty database of its own). Throws `lock/held`.
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'lock.db'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw lockErrors.held({ folder }, { cause });
  }
  return { release: () => database.close() };
}
