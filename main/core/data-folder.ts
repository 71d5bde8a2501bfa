import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../base/database/database.ts';
import { lockFolder } from '../base/database/lock.ts';
import { openRescuable, type RecoveryOptions } from '../base/database/recovery.ts';
import { closeFolder, keepPrivate, type OnOpen, privateFolderMode } from '../base/files/private-folder.ts';
import type { Log } from '../base/log/log.ts';
import { journalMigrations } from '../uploads/journal/journal.ts';
import { carryOverJournal } from '../uploads/journal/journal-recovery.ts';
import { carryOverSeenFiles, seenFilesMigrations } from '../watcher/seen/seen-files.ts';
import type { DamagedPart } from './views/system.ts';

/** What one core keeps in its data folder. */
export type DataFolder = {
  readonly journal: Database;
  readonly seenFiles: Database;
  /** Closes everything and lets go of the folder. */
  close(): void;
};

export type DataFolderOptions = {
  readonly log: Log;
  readonly now: () => number;
  /** A damaged file was kept aside at `path` and its place taken by a fresh one, now or at any later moment. */
  readonly onDamage: (what: DamagedPart | 'lost-journal', path: string) => void;
};

/** Names of what Slipway keeps directly in its data folder, with what its libraries put beside it. */
const ours =
  /^((settings|secrets|sealed-secrets|window|journal|seen-files|lock|push|door|local-server|slipway|open-slipway|open-later)\..*|\.[0-9a-f]{12}\.part|logs|icons|dropped|service|support)$/;

/**
 * Makes a data folder if need be, and takes from other users what they may do with it. One that holds anything besides, as
 * a project or a home folder that was named, stays as it is, unless it is known to be the application's own. What stays
 * open is logged.
 */
export function closeDataFolder(path: string, log: Log, own = false): void {
  const onOpen = logOpen(log);
  try {
    mkdirSync(path, { recursive: true, mode: privateFolderMode });
    if (own || readdirSync(path).every((name) => ours.test(name))) closeFolder(path, onOpen);
  } catch (error) {
    // What needs the folder says so by itself.
    onOpen(path, error);
  }
}

function logOpen(log: Log): OnOpen {
  return (path, error) => log.warn('Other users may be able to read what is kept here', { path, error });
}

/** True for a folder without a journal although uploads were made, or are to be made, from it. */
function lostJournal(path: string): boolean {
  const names = readdirSync(path);
  if (names.some((name) => name === 'journal.db' || name === 'journal.db.fresh')) return false;
  return (
    names.includes('seen-files.db') ||
    names.includes('icons') ||
    names.some(isOldJournal) ||
    hasSettings(path)
  );
}

const isOldJournal = (name: string): boolean => name.startsWith('journal.');

/** True if settings name an account or a watched folder; those of a first start do not. */
function hasSettings(path: string): boolean {
  try {
    const { accounts, folders } = JSON.parse(readFileSync(join(path, 'settings.json'), 'utf8'));
    return [accounts, folders].some((list) => Array.isArray(list) && list.length > 0);
  } catch {
    // Settings that are not there or damaged name nothing.
    return false;
  }
}

/**
 * Takes possession of a data folder, whole or not at all, and mends what other users could read of it. Throws `lock/…` and
 * `database/…`.
 */
export function openDataFolder(path: string, options: DataFolderOptions): DataFolder {
  const { log, now, onDamage } = options;
  const closers: (() => void)[] = [];
  const close = (): void => {
    for (const end of closers.splice(0).reverse()) end();
  };
  const open = (
    what: 'journal' | 'seen-files',
    rescue: Pick<RecoveryOptions, 'migrations' | 'carryOver'>,
  ): Database => {
    const onRecovery = (aside: string, reason: unknown): void => {
      log.error('A damaged database was kept aside, and what could be read of it carried over', {
        what,
        path: aside,
        error: reason,
      });
      onDamage(isLost && what === 'journal' ? 'lost-journal' : what, aside);
      isLost = false;
    };
    const database = openRescuable(join(path, `${what}.db`), { ...rescue, now, onRecovery });
    closers.push(() => database.close());
    return database;
  };
  closers.push(lockFolder(path).release);
  let isLost = false;
  try {
    closeDataFolder(path, log);
    isLost = lostJournal(path);
    // An empty journal is one that lost all it held, also after a crash from here on.
    if (isLost) writeFileSync(join(path, 'journal.db'), '');
    for (const name of readdirSync(path)) if (ours.test(name)) keepPrivate(join(path, name), logOpen(log));
    const journal = open('journal', {
      migrations: journalMigrations,
      carryOver: (damaged, fresh) => carryOverJournal(damaged, fresh, now()),
    });
    const seenFiles = open('seen-files', { migrations: seenFilesMigrations, carryOver: carryOverSeenFiles });
    return { journal, seenFiles, close };
  } catch (error) {
    close();
    throw error;
  }
}
