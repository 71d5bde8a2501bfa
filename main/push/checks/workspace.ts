/**
 * Reads and changes files of a project, never through a link that leads outside its folder. Returns plain
 * values, so that rules need no file system.
 */

import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { fileError, readAt, writeAtomically } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { pushErrors } from '../errors.ts';

/** `path` is relative to the workspace, with `/`. */
export type FileFact = { readonly path: string } & (
  | {
      readonly kind: 'file';
      readonly bytes: Buffer;
      /** Null if not UTF-8. */
      readonly text: string | null;
    }
  /** `alike`: path of a file with a similar name. */
  | { readonly kind: 'missing'; readonly alike: string | null }
  /** The file exists, but cannot be read. `reason` is the end of a sentence. */
  | { readonly kind: 'refused'; readonly reason: Message }
);

export type FolderEntry = { readonly name: string; readonly isFile: boolean };

export type Workspace = {
  /** Absolute path with symbolic links resolved. */
  readonly root: string;
  read(path: string): Promise<FileFact>;
  /** Returns the first bytes and the total size; null if the path is not a file inside the workspace. */
  readHead(path: string, length: number): Promise<{ readonly head: Buffer; readonly size: number } | null>;
  /** Returns the entries of a folder, sorted by name; null if the folder does not exist. */
  list(path: string): Promise<readonly FolderEntry[] | null>;
  /** Replaces a file that still contains `before`; null creates it. Throws `push/…` and file errors. */
  write(path: string, before: string | null, text: string): Promise<void>;
  /** Removes a file that still contains `before`. Throws as `write` does. */
  remove(path: string, before: string): Promise<void>;
  /** Renames a file within its folder, unless the new name exists. Throws as `write` does. */
  rename(path: string, to: string): Promise<void>;
};

/** Real files are only a few kilobytes long. */
const maxBytes = 4 * 1024 * 1024;

/** Throws file errors, and `push/noFolder` if the path is not a folder. */
export async function openWorkspace(folder: string): Promise<Workspace> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw fileError(error, folder);
  });
  if (!(await stat(root)).isDirectory()) throw pushErrors.noFolder({ path: folder });
  const resolve = (path: string): Promise<ResolvedPath> => resolveInside(root, path);
  return {
    root,
    read: async (path) => readFact(root, path),
    readHead: async (path, length) => {
      const found = await resolve(path);
      return found.kind === 'file' ? readHead(found.real, length) : null;
    },
    list: async (path) => {
      const found = await resolve(path);
      return found.kind === 'folder' ? listed(found.real) : null;
    },
    write: (path, before, text) => write(root, path, before, text),
    remove: (path, before) => removeInside(root, path, before),
    rename: (path, to) => renameInside(root, path, to),
  };
}

type ResolvedPath =
  | { readonly kind: 'file' | 'folder'; readonly real: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: Message };

async function resolveInside(root: string, path: string): Promise<ResolvedPath> {
  const named = join(root, ...path.split('/'));
  if (!isInside(root, named)) return { kind: 'refused', reason: messageOf('check/outside') };
  try {
    const real = await realpath(named);
    if (!isInside(root, real)) return { kind: 'refused', reason: messageOf('check/linkOutside') };
    if (!(await hasExactCase(root, named))) return { kind: 'missing' };
    const found = await stat(real);
    if (found.isDirectory()) return { kind: 'folder', real };
    return found.isFile()
      ? { kind: 'file', real }
      : { kind: 'refused', reason: messageOf('check/noOrdinaryFile') };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === null) throw error;
    return { kind: 'refused', reason: messageOf('check/unreadable', { code }) };
  }
}

/** Returns false if only the letter case differs: the system that builds the app may be case-sensitive. */
async function hasExactCase(root: string, named: string): Promise<boolean> {
  let folder = root;
  const names = relative(root, named).split(sep).filter(Boolean);
  for (const name of names) {
    const found = await readdir(folder);
    if (!found.some((other) => other.normalize() === name.normalize())) return false;
    folder = join(folder, name);
  }
  return true;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep) && !/^[A-Za-z]:/.test(way);
}

async function readFact(root: string, path: string): Promise<FileFact> {
  const found = await resolveInside(root, path);
  if (found.kind === 'refused') return { path, ...found };
  if (found.kind === 'folder') return { path, kind: 'refused', reason: messageOf('check/aFolder') };
  if (found.kind === 'missing') return { path, kind: 'missing', alike: await similarPath(root, path) };
  const { size } = await stat(found.real);
  if (size > maxBytes) {
    return { path, kind: 'refused', reason: messageOf('check/farTooLarge') };
  }
  try {
    const { head: bytes } = await readHead(found.real, maxBytes);
    return { path, kind: 'file', bytes, text: textOf(bytes) };
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { path, kind: 'refused', reason: messageOf('check/unreadable', { code }) };
  }
}

async function readHead(real: string, length: number): Promise<{ head: Buffer; size: number }> {
  const handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = await handle.stat();
    return { head: await readAt(handle, 0, Math.min(length, size)), size };
  } finally {
    await handle.close();
  }
}

function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

async function listed(real: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(real, { withFileTypes: true });
  return entries
    .map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a similar path, such as `Config/iOS/App.Entitlements.plist` for `config/iOS/app.entitlements`. */
async function similarPath(root: string, path: string, folder = ''): Promise<string | null> {
  const [name = '', ...others] = path.split('/');
  const found = await resolveInside(root, folder);
  const entries = found.kind === 'folder' ? await listed(found.real) : [];
  const same = entries.filter((entry) => entry.name.toLowerCase() === name.toLowerCase());
  const near = entries.filter((entry) => others.length === 0 && entry.isFile && isSimilar(entry.name, name));
  for (const entry of [...same, ...near]) {
    const here = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (others.length === 0) return here;
    const further = await similarPath(root, others.join('/'), here);
    if (further !== null) return further;
  }
  return null;
}

/**
 * Returns true for an additional extension or another entitlements file: `app.entitlements.plist`,
 * `my.entitlements`.
 */
function isSimilar(given: string, name: string): boolean {
  const [a, b] = [given.toLowerCase(), name.toLowerCase()];
  const ending = b.slice(b.lastIndexOf('.'));
  return a.startsWith(`${b}.`) || (ending === '.entitlements' && a.endsWith(ending));
}

async function write(root: string, path: string, before: string | null, text: string): Promise<void> {
  const target = await requireUnchanged(root, path, before);
  await writeAtomically(target, text, 'shared');
}

async function removeInside(root: string, path: string, before: string): Promise<void> {
  const target = await requireUnchanged(root, path, before);
  await rm(target).catch((error: unknown) => {
    throw fileError(error, target);
  });
}

/**
 * Returns the absolute path. Throws `push/…` unless the file still contains `before` or, if `before` is null,
 * does not exist.
 */
async function requireUnchanged(root: string, path: string, before: string | null): Promise<string> {
  const now = await readFact(root, path);
  const same = now.kind === 'file' ? now.text === before : now.kind === 'missing' && before === null;
  if (!same) throw pushErrors.fileModified({ path });
  const target = join(root, ...path.split('/'));
  // A rename would replace the link instead of its target.
  const own = await lstat(target).catch(() => null);
  if (own?.isSymbolicLink()) throw pushErrors.isLink({ path });
  // A file whose name differs only in case occupies the path.
  if (own !== null && before === null) throw pushErrors.fileModified({ path });
  await refuseOutside(root, dirname(target), path);
  return target;
}

/** Throws `push/isLink` if an existing folder of the path is outside the workspace. */
async function refuseOutside(root: string, folder: string, path: string): Promise<void> {
  if (!isInside(root, folder)) throw pushErrors.isLink({ path });
  const real = await realpath(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, folder);
  });
  if (real === null) await refuseOutside(root, dirname(folder), path);
  else if (!isInside(root, real)) throw pushErrors.isLink({ path });
}

async function renameInside(root: string, path: string, to: string): Promise<void> {
  const [from, target] = [join(root, ...path.split('/')), join(root, ...to.split('/'))];
  const source = await lstat(from, { bigint: true }).catch(() => null);
  if (!source?.isFile() || dirname(from) !== dirname(target)) throw pushErrors.fileModified({ path });
  await refuseOutside(root, dirname(from), path);
  const existing = await lstat(target, { bigint: true }).catch(() => null);
  // On a case-insensitive file system, both names refer to the same file.
  const isSame = existing !== null && existing.ino === source.ino && existing.dev === source.dev;
  if (existing && !isSame) throw pushErrors.fileModified({ path: to });
  await rename(from, target).catch((error: unknown) => {
    throw fileError(error, from);
  });
}
