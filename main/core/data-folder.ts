import { join } from 'node:path';
import { type Database, openDatabase } from '../base/database.ts';
import { lockFolder } from '../base/lock.ts';
import { journalMigrations } from '../uploads/journal.ts';
import { seenFilesMigrations } from '../watcher/seen-files.ts';

/** What one core keeps in its data folder. */
export type DataFolder = {
  readonly journal: Database;
  readonly seenFiles: Database;
  /** Closes everything and lets go of the folder. */
  close(): void;
};

/** Takes possession of a data folder, whole or not at all. Throws `lock/…` and `database/…`. */
export function openDataFolder(path: string): DataFolder {
  const closers: (() => void)[] = [];
  const close = (): void => {
    for (const end of closers.splice(0).reverse()) end();
  };
  const open = (name: string, migrations: readonly string[]): Database => {
    const database = openDatabase(join(path, name), migrations);
    closers.push(() => database.close());
    return database;
  };
  closers.push(lockFolder(path).release);
  try {
    const journal = open('journal.db', journalMigrations);
    const seenFiles = open('seen-files.db', seenFilesMigrations);
    return { journal, seenFiles, close };
  } catch (error) {
    close();
    throw error;
  }
}
