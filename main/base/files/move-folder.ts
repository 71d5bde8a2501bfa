/**
 * Moves a folder to its new place once, to be asked for at every start before anything in it is opened.
 *
 *   from ──same disk: renamed──────────────────────────────────────▶ to
 *   from ──another disk──▶ from.moving ──copied──▶ to.part ──whole──▶ to with its mark ──▶ from.moving and mark removed
 *
 * Ended at any moment, the next start goes on where this one was. Only what is known to be whole at its new place is removed.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CodedError, systemCode } from '../errors.ts';
import { lockFolder } from './lock.ts';
import { privateFolderMode } from './private-folder.ts';

export type FolderMove = {
  /** Where the data are now: `to`, or `from` while they cannot be moved. */
  readonly folder: string;
  /** Holds data as well, and stays as it is. */
  readonly unused: string | null;
  /** Why they could not be moved, or what is left could not be removed. */
  readonly problem: unknown;
  /** Whether they were moved just now. */
  readonly moved: boolean;
};

/** In a copy that is whole, until the original is removed. */
const wholeMark = '.moved-whole';

/**
 * `holdsData` tells a folder with something worth moving by the names in it. Throws `lock/held` while another process
 * copies, and the system's errors where neither place can be used.
 */
export function moveFolder(
  from: string,
  to: string,
  holdsData: (names: readonly string[]) => boolean,
): FolderMove {
  const moving = `${from}.moving`;
  let moved = false;
  try {
    if (existsSync(moving)) {
      if (namesIn(to).length > 0 && !existsSync(join(to, wholeMark))) return at(to, moving);
      copyThenRemove(moving, to);
      moved = true;
    }
    rmSync(join(to, wholeMark), { force: true });
    if (!holdsData(namesIn(from))) return at(to, null, null, moved);
    if (namesIn(to).length > 0) return at(to, from, null, moved);
    lockFolder(from).release();
    renameToNothing(from, to);
    return at(to, null, null, true);
  } catch (error) {
    if (systemCode(error) === 'EXDEV') return moveToOtherDisk(from, moving, to);
    if (existsSync(moving)) return putBack(from, moving, to, error);
    return at(holdsData(namesIn(from)) ? from : to, null, error);
  }
}

const at = (
  folder: string,
  unused: string | null = null,
  problem: unknown = null,
  moved = false,
): FolderMove => ({ folder, unused, problem, moved });

function moveToOtherDisk(from: string, moving: string, to: string): FolderMove {
  try {
    renameSync(from, moving);
    copyThenRemove(moving, to);
    rmSync(join(to, wholeMark), { force: true });
    return at(to, null, null, true);
  } catch (error) {
    return putBack(from, moving, to, error);
  }
}

/** After an error: the copy is whole and used, or the original is where it was before. */
function putBack(from: string, moving: string, to: string, error: unknown): FolderMove {
  if (error instanceof CodedError && error.code === 'lock/held') throw error;
  if (existsSync(join(to, wholeMark))) return at(to, null, error);
  rmSync(partOf(to), { recursive: true, force: true });
  if (existsSync(moving)) renameToNothing(moving, from);
  return at(from, null, error);
}

const partOf = (to: string): string => `${to}.part`;

function copyThenRemove(moving: string, to: string): void {
  const lock = lockFolder(moving);
  try {
    if (!existsSync(join(to, wholeMark))) {
      rmSync(partOf(to), { recursive: true, force: true });
      copyFolder(moving, partOf(to));
      writeFileSync(join(partOf(to), wholeMark), '', { flush: true });
      renameToNothing(partOf(to), to);
    }
  } finally {
    lock.release();
  }
  rmSync(moving, { recursive: true, force: true, maxRetries: 5 });
}

/** Files with their bytes on the disk and their times kept, and folders; nothing else is kept in a data folder. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: privateFolderMode });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const found = statSync(source);
    if (found.isDirectory()) copyFolder(source, target);
    else if (found.isFile() && !entry.name.startsWith('lock.db')) copyWhole(source, target);
  }
}

function copyWhole(source: string, target: string): void {
  copyFileSync(source, target);
  const { atime, mtime } = statSync(source);
  utimesSync(target, atime, mtime);
  const handle = openSync(target, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Windows renames a folder to none that is there, be it empty. */
function renameToNothing(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (existsSync(to)) rmdirSync(to);
  renameSync(from, to);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
