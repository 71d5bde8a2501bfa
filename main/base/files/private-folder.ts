/** Restricts files and folders to their owner: 0600 and 0700, on Windows an access control list. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, win32 } from 'node:path';
import { systemCode } from '../errors.ts';
import { windowsProgram } from '../programs.ts';

export const privateFolderMode = 0o700;

const othersMode = 0o077;

/** Called with the path and the error if a path could not be restricted, for example on a FAT disk. */
export type OnUnrestricted = (path: string, reason: unknown) => void;

/**
 * Creates an empty file with mode 0600. Does not open an existing file: closing it would release SQLite's
 * POSIX locks on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Removes group and other permissions recursively, but follows no symbolic links. No effect on Windows. */
export function restrictRecursively(path: string, onOpen: OnUnrestricted): void {
  if (process.platform === 'win32') return;
  ignoreMissing(path, onOpen, () => {
    const found = statSync(path);
    narrow(path, found.mode);
    if (!found.isDirectory()) return;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (!entry.isSymbolicLink()) restrictRecursively(join(path, entry.name), onOpen);
    }
  });
}

/** Removes other users' permissions from a folder. On Windows, its contents inherit the access list. */
export function restrictFolder(path: string, onOpen: OnUnrestricted): void {
  ignoreMissing(path, onOpen, () => {
    if (process.platform === 'win32') restrictOnWindows(path, homedir(), runWindows);
    else narrow(path, statSync(path).mode);
  });
}

function narrow(path: string, mode: number): void {
  if ((mode & othersMode) !== 0) chmodSync(path, mode & privateFolderMode);
}

function ignoreMissing(path: string, onOpen: OnUnrestricted, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') onOpen(path, error);
  }
}

type RunWindows = (program: string, words: readonly string[]) => string;

/**
 * Restricts a folder and its contents to the current user, the system and administrators. Uses SIDs, because
 * account names are localised. Skips folders in the user's home.
 */
export function restrictOnWindows(folder: string, home: string, run: RunWindows): void {
  const within = win32.relative(home, folder);
  if (!within.startsWith('..') && !win32.isAbsolute(within)) return;
  const user = /S-1-[\d-]+/.exec(run('whoami.exe', ['/user', '/fo', 'csv', '/nh']))?.[0];
  if (user === undefined) throw new Error('whoami did not return the SID of the user');
  const system = 'S-1-5-18';
  const administrators = 'S-1-5-32-544';
  const grants = [user, system, administrators].flatMap((id) => ['/grant:r', `*${id}:(OI)(CI)F`]);
  run('icacls.exe', [folder, '/inheritance:r', ...grants, '/q']);
}

const timeoutMs = 10_000;

function runWindows(program: string, words: readonly string[]): string {
  const options = { encoding: 'utf8', timeout: timeoutMs, windowsHide: true } as const;
  return execFileSync(windowsProgram(program), [...words], options);
}
