import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../base/database/database.ts';
import { lockFolder } from '../base/database/lock.ts';
import { openWithRecovery, type RecoveryOptions } from '../base/database/recovery.ts';
import {
  type OnUnrestricted,
  privateFolderMode,
  restrictFolder,
  restrictRecursively,
} from '../base/files/private-folder.ts';
import type { Log } from '../base/log/log.ts';
import { journalMigrations } from '../uploads/journal/journal.ts';
import { recoverJournal } from '../uploads/journal/journal-recovery.ts';
import { recoverSeenFiles, seenFilesMigrations } from '../watcher/seen/seen-files.ts';
import type { DamagedPart } from './views/system.ts';

export type DataFolder = {
  readonly journal: Database;
  readonly seenFiles: Database;
  close(): void;
};

export type DataFolderOptions = {
  readonly log: Log;
  readonly now: () => number;
  /** Called when a damaged file was moved to `path` and replaced, even long after the folder was opened. */
  readonly onDamage: (what: DamagedPart | 'lost-journal', path: string) => void;
};

/** Names that Slipway and its libraries use at the top level of the data folder. */
const ownFilePattern =
  /^((settings|secrets|sealed-secrets|window|journal|seen-files|lock|push|registrations|local-server|slipway|open-slipway|open-later)\..*|\.[0-9a-f]{12}\.part|logs|icons|dropped|sent-builds|slipway-samples|service|support)$/;

/** Denies other users access. Unless `own` is true, a folder with other content keeps its permissions. */
export function restrictDataFolder(path: string, log: Log, own = false): void {
  const onOpen = logUnrestricted(log);
  try {
    mkdirSync(path, { recursive: true, mode: privateFolderMode });
    if (own || readdirSync(path).every((name) => ownFilePattern.test(name))) restrictFolder(path, onOpen);
  } catch (error) {
    // Not thrown, because an unusable folder causes a more specific error when it is opened.
    onOpen(path, error);
  }
}

function logUnrestricted(log: Log): OnUnrestricted {
  return (path, error) => log.warn('Could not restrict access to the data folder', { path, error });
}

/** Returns true if the folder was used before but has no journal. */
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

function hasSettings(path: string): boolean {
  try {
    const { accounts, folders } = JSON.parse(readFileSync(join(path, 'settings.json'), 'utf8'));
    return [accounts, folders].some((list) => Array.isArray(list) && list.length > 0);
  } catch {
    return false;
  }
}

/**
 * Locks a data folder and opens its databases; releases everything on failure. Denies other users access.
 * Throws `lock/…` and `database/…`.
 */
export function openDataFolder(path: string, options: DataFolderOptions): DataFolder {
  const { log, now, onDamage } = options;
  const closers: (() => void)[] = [];
  const close = (): void => {
    for (const end of closers.splice(0).reverse()) end();
  };
  const open = (
    what: 'journal' | 'seen-files',
    recovery: Pick<RecoveryOptions, 'migrations' | 'copyReadable'>,
  ): Database => {
    const onRecovery = (aside: string, reason: unknown): void => {
      log.error('Quarantined a damaged database and recovered its readable rows', {
        what,
        path: aside,
        error: reason,
      });
      onDamage(isLost && what === 'journal' ? 'lost-journal' : what, aside);
      isLost = false;
    };
    const database = openWithRecovery(join(path, `${what}.db`), { ...recovery, now, onRecovery });
    closers.push(() => database.close());
    return database;
  };
  closers.push(lockFolder(path).release);
  let isLost = false;
  try {
    restrictDataFolder(path, log);
    isLost = lostJournal(path);
    // The empty file triggers the recovery, even on the next start after a crash.
    if (isLost) writeFileSync(join(path, 'journal.db'), '');
    for (const name of readdirSync(path))
      if (ownFilePattern.test(name)) restrictRecursively(join(path, name), logUnrestricted(log));
    const journal = open('journal', {
      migrations: journalMigrations,
      copyReadable: (damaged, pending) => recoverJournal(damaged, pending, now()),
    });
    const seenFiles = open('seen-files', { migrations: seenFilesMigrations, copyReadable: recoverSeenFiles });
    return { journal, seenFiles, close };
  } catch (error) {
    close();
    throw error;
  }
}
