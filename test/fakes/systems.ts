/** What a test may ask of the system it runs on, and what it may not. */

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

/** `chmod` takes rights from others: Windows has access lists for that, and says 666 of each file. */
export const hasModes = !isWindows;

/** A signal reaches the program it is sent to: Windows has none and ends the program. */
export const hasSignals = !isWindows;

/** A folder can be flushed to its disk: Windows keeps names in order itself. */
export const flushesFolders = !isWindows;

/** A text that begins with `#!` is a program. */
export const hasScripts = !isWindows;

/** Variables say in which language programs speak: on Windows a setting of the system does. */
export const takesLanguageFromVariables = !isWindows;

/** Windows as Wine knows it. */
const isWine = existsSync(join(process.env['SystemRoot'] ?? '', 'System32', 'winepath.exe'));

/** A watched tree is heard of in all its folders: Wine is silent in those that were renamed, or watched on their own before. */
export const hearsWholeTrees = !isWine;

/** That a connection was reset is told whenever it is read: Wine tells late readers that it has ended. */
export const tellsLateOfReset = !isWine;

/** `localhost` is a name, which Wine does not know. */
export const knowsLocalhost = !isWindows || (await isName('localhost'));

/** What came before a connection was reset can still be read: Windows throws it away. */
export const readsWhatCameBeforeReset = !isWindows;

/** Links can be made: Wine says they were, and makes none. */
export const hasLinks = can((folder) => {
  symlinkSync('target', join(folder, 'link'));
  return lstatSync(join(folder, 'link')).isSymbolicLink();
});

/** Names that differ only in letter case are two: on the disks of Windows and macOS they are one. */
export const tellsLetterCase = !existsSync(tmpdir().toUpperCase());

/** A name can be given another letter case: Wine leaves it as it is. */
export const renamesCase = can((folder) => {
  writeFileSync(join(folder, 'a'), '');
  renameSync(join(folder, 'a'), join(folder, 'A'));
  return readdirSync(folder).includes('A');
});

/** A file that is open can be replaced by a rename: Windows 10 does that, Wine refuses. */
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

/** git is installed: Wine brings none. */
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

/** A path of this system with `/` between its names. */
export function withSlashes(path: string): string {
  return path.replaceAll(sep, '/');
}
