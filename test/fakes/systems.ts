/** Capabilities of the operating system on which the tests run. */

import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

export const isWindows = process.platform === 'win32';

/** True if `chmod` changes access. Windows uses access lists and reports mode 666 for each file. */
export const hasModes = !isWindows;

/** True if a program can receive signals. Windows terminates the program. */
export const hasSignals = !isWindows;

/** True if a folder can be flushed to disk. Windows does not support it. */
export const flushesFolders = !isWindows;

/** True if a text file that begins with `#!` is executable. */
export const hasScripts = !isWindows;

/** True if environment variables set the language of programs. Windows uses a system setting. */
export const takesLanguageFromVariables = !isWindows;

/** True on Windows emulated by Wine. */
const isWine = existsSync(join(process.env['SystemRoot'] ?? '', 'System32', 'winepath.exe'));

/** True if file events cover a whole tree. Wine omits renamed folders and folders with their own watcher. */
export const reportsWholeTrees = !isWine;

/** True if a late read reports a connection reset. Wine reports a normal end. */
export const reportsLateReset = !isWine;

/** True if the name `localhost` resolves. Wine does not resolve it. */
export const knowsLocalhost = !isWindows || (await isName('localhost'));

/** True if data that was received before a connection reset can still be read. Windows discards it. */
export const readsWhatCameBeforeReset = !isWindows;

/** True if symbolic links work. Wine reports success but creates none. */
export const hasLinks = can((folder) => {
  symlinkSync('target', join(folder, 'link'));
  return lstatSync(join(folder, 'link')).isSymbolicLink();
});

/** True if file names are case-sensitive. They are case-insensitive on Windows and macOS. */
export const isCaseSensitive = !existsSync(tmpdir().toUpperCase());

/** True if a rename can change the case of letters. Wine ignores such a rename. */
export const renamesCase = can((folder) => {
  writeFileSync(join(folder, 'a'), '');
  renameSync(join(folder, 'a'), join(folder, 'A'));
  return readdirSync(folder).includes('A');
});

/** True if a rename can replace an open file. Windows 10 allows it, Wine does not. */
export const replacesOpenFiles = can((folder) => {
  for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
  const open = openSync(join(folder, 'b'), 'r');
  try {
    renameSync(join(folder, 'a'), join(folder, 'b'));
    return true;
  } finally {
    closeSync(open);
  }
});

/** True if git is installed. Wine has no git. */
export const hasGit = can(() => {
  execFileSync('git', ['--version']);
  return true;
});

function isName(name: string): Promise<boolean> {
  return lookup(name).then(
    () => true,
    () => false,
  );
}

function can(attempt: (folder: string) => boolean): boolean {
  if (!isWindows) return true;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-'));
  try {
    return attempt(folder);
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Converts the separators in a path of this system to forward slashes. */
export function withSlashes(path: string): string {
  return path.replaceAll(sep, '/');
}
