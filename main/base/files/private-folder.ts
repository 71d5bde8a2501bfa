/**
 * Keeps what a folder holds from the other users of a computer, whatever the umask was when it was made: 0700 for folders
 * and 0600 for files, on Windows an access list.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, win32 } from 'node:path';
import { systemCode } from '../errors.ts';
import { windowsProgram } from '../programs.ts';

/** For `mkdir`. */
export const privateFolderMode = 0o700;

const ofOthers = 0o077;

/** Hears of each path that stays open to others, as on a disk that knows no owners, with the reason. */
export type OnOpen = (path: string, reason: unknown) => void;

/**
 * Makes an empty file only its owner can use, for who opens it by name afterwards. One that is there is not opened: to
 * close it again would take SQLite's locks from it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Takes from others what they may do with a file or a folder and all in it. Links inside are not followed. */
export function keepPrivate(path: string, onOpen: OnOpen): void {
  if (process.platform === 'win32') return;
  unlessGone(path, onOpen, () => {
    const found = statSync(path);
    narrow(path, found.mode);
    if (!found.isDirectory()) return;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (!entry.isSymbolicLink()) keepPrivate(join(path, entry.name), onOpen);
    }
  });
}

/** Takes from others what they may do with the folder itself. What is in it follows where the system has access lists. */
export function closeFolder(path: string, onOpen: OnOpen): void {
  unlessGone(path, onOpen, () => {
    if (process.platform === 'win32') restrictOnWindows(path, homedir(), runWindows);
    else narrow(path, statSync(path).mode);
  });
}

function narrow(path: string, mode: number): void {
  if ((mode & ofOthers) !== 0) chmodSync(path, mode & privateFolderMode);
}

function unlessGone(path: string, onOpen: OnOpen, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') onOpen(path, error);
  }
}

/** Runs a program of Windows by its name and gives what it prints. */
type RunWindows = (program: string, words: readonly string[]) => string;

/**
 * Leaves a folder and all in it to this user, the system and administrators, by their ids because their names are
 * translated. What lies in the person's own folder is theirs alone already.
 */
export function restrictOnWindows(folder: string, home: string, run: RunWindows): void {
  const within = win32.relative(home, folder);
  if (!within.startsWith('..') && !win32.isAbsolute(within)) return;
  const user = /S-1-[\d-]+/.exec(run('whoami.exe', ['/user', '/fo', 'csv', '/nh']))?.[0];
  if (user === undefined) throw new Error('whoami does not say who the user is');
  const system = 'S-1-5-18';
  const administrators = 'S-1-5-32-544';
  const grants = [user, system, administrators].flatMap((id) => ['/grant:r', `*${id}:(OI)(CI)F`]);
  run('icacls.exe', [folder, '/inheritance:r', ...grants, '/q']);
}

const patienceMs = 10_000;

function runWindows(program: string, words: readonly string[]): string {
  const options = { encoding: 'utf8', timeout: patienceMs, windowsHide: true } as const;
  return execFileSync(windowsProgram(program), [...words], options);
}
