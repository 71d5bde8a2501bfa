import { lstat, mkdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileStamp, fileError, sameStamp, syncFolder } from '../../base/files/files.ts';
import type { AfterUpload } from '../record/record.ts';
import { copyVerified, nullIfAbsent, numberedName, renameExclusive, tryLink } from './safe-moves.ts';

/** Expected file at `path`; any other file is left in place. */
export type UploadedFile = {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Result of `fileIdentity` when the file was inspected; null if unknown. */
  readonly identity: string | null;
  /** SHA-256 of the bytes uploaded, in hex; null if unknown, so the file is kept. */
  readonly sha256: string | null;
  /** Unique per upload and valid in a file name; identifies the temporary file after a crash. */
  readonly uploadId: string;
};

export type CleanupResult =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'gone' }
  /** A different file is at the path, and was left in place. */
  | { readonly kind: 'replaced' };

/** `hash` returns the sha-256 in hex. */
export type CleanupTools = {
  readonly hash: (path: string) => Promise<string>;
  readonly signal: AbortSignal;
};

type Work = CleanupTools & { readonly file: UploadedFile; readonly temporaryPath: string };

/** Returns device and inode, which differ for a replaced file; null if missing. Throws file errors. */
export async function fileIdentity(path: string): Promise<string | null> {
  try {
    const found = await nullIfAbsent(stat(path));
    return found && identityOf(found);
  } catch (error) {
    throw fileError(error, path);
  }
}

/**
 * Moves or deletes the file unless it was replaced. Never overwrites: adds a number to a taken name.
 * Idempotent, also after a crash at any point. Throws coded file errors.
 */
export async function cleanUpFile(
  file: UploadedFile,
  afterUpload: Exclude<AfterUpload, { readonly kind: 'leave' }>,
  tools: CleanupTools,
): Promise<CleanupResult> {
  const work: Work = {
    ...tools,
    file,
    temporaryPath: join(dirname(file.path), `.${file.uploadId}.slipway-tidy`),
  };
  try {
    return await (afterUpload.kind === 'delete' ? deleteFile(work) : moveFile(work, afterUpload.folder));
  } catch (error) {
    tools.signal.throwIfAborted();
    throw fileError(error, file.path);
  }
}

async function deleteFile(work: Work): Promise<CleanupResult> {
  if (await finishRemoval(work)) return { kind: 'deleted' };
  const now = await hasUploadedBytes(work);
  if (now === null) return { kind: 'gone' };
  return now && (await removeIfUnchanged(work)) ? { kind: 'deleted' } : { kind: 'replaced' };
}

async function moveFile(work: Work, folder: string): Promise<CleanupResult> {
  const { file, temporaryPath } = work;
  // True if a crash interrupted the move, after the file was placed in the new folder.
  const begun = (await isUploadedFile(temporaryPath, file)) === true;
  const source = begun ? temporaryPath : file.path;
  const ours = begun || (await hasUploadedBytes(work));
  if (ours === null) return { kind: 'gone' };
  if (!ours) return { kind: 'replaced' };
  await mkdir(folder, { recursive: true });
  if ((await realpath(folder)) === (await realpath(dirname(file.path))))
    return { kind: 'moved', to: file.path };
  const to = await moveIntoFolder(work, source, folder);
  if (to === null) return { kind: 'replaced' };
  if (begun) await finishRemoval(work);
  else await removeIfUnchanged(work);
  return { kind: 'moved', to };
}

async function isUploadedFile(path: string, { stamp, identity }: UploadedFile): Promise<boolean | null> {
  const found = await nullIfAbsent(stat(path));
  if (!found) return null;
  return found.isFile() && sameStamp(found, stamp) && (identity === null || identity === identityOf(found));
}

/** Compares the bytes too: another build may have the same size and time. */
async function hasUploadedBytes({ file, hash }: Work): Promise<boolean | null> {
  const ours = await isUploadedFile(file.path, file);
  return ours ? (await hash(file.path)) === file.sha256 : ours;
}

function identityOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

/**
 * Renames the file before the check, so that a replacement is restored instead of deleted. Returns false if
 * the file was replaced.
 */
async function removeIfUnchanged({ file, temporaryPath }: Work): Promise<boolean> {
  await rename(file.path, temporaryPath);
  if (await isUploadedFile(temporaryPath, file)) {
    await unlink(temporaryPath);
    await syncFolder(dirname(file.path));
    return true;
  }
  await restore(temporaryPath, file.path);
  return false;
}

/** Removes or restores the file that a crash left at `temporaryPath`. True if it was the uploaded file. */
async function finishRemoval({ file, temporaryPath }: Work): Promise<boolean> {
  const ours = await isUploadedFile(temporaryPath, file);
  if (ours) await unlink(temporaryPath);
  else if (ours === false) await restore(temporaryPath, file.path);
  return ours === true;
}

async function restore(aside: string, path: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const name = join(dirname(path), numberedName(basename(path), number));
    if (await renameExclusive(aside, name)) return;
  }
}

/** Links or copies the file into `folder` under a free name; null if it was replaced. */
async function moveIntoFolder(work: Work, source: string, folder: string): Promise<string | null> {
  const name = basename(work.file.path);
  for (let number = 1; ; number += 1) {
    const to = join(folder, numberedName(name, number));
    if (await isSameFile(source, to, work.hash)) return to;
    const taken = await linkOrCopy(work, source, to);
    if (taken === 'other') return null;
    if (taken === 'taken') continue;
    await syncFolder(folder);
    return to;
  }
}

/** Returns true also for a copy with the same bytes: removing the original then loses no data. */
async function isSameFile(source: string, candidate: string, hash: CleanupTools['hash']): Promise<boolean> {
  const there = await nullIfAbsent(lstat(candidate));
  if (!there?.isFile()) return false;
  const own = await stat(source);
  if (there.ino === own.ino && there.dev === own.dev) return true;
  if (there.size !== own.size) return false;
  return (await hash(candidate)) === (await hash(source));
}

async function linkOrCopy(work: Work, source: string, to: string): Promise<'placed' | 'taken' | 'other'> {
  // A symbolic link is moved as a copy of its target.
  const isLink = (await lstat(source)).isSymbolicLink();
  const linked = isLink ? 'impossible' : await tryLink(source, to);
  if (linked === 'taken') return 'taken';
  if (linked === 'linked') {
    if (await isUploadedFile(to, work.file)) return 'placed';
    await unlink(to);
    return 'other';
  }
  const part = join(dirname(to), `.${work.file.uploadId}.slipway-part`);
  try {
    await copyVerified(source, part, work.hash, work.signal);
    if (!(await isUploadedFile(source, work.file))) return 'other';
    return (await renameExclusive(part, to)) ? 'placed' : 'taken';
  } finally {
    await rm(part, { force: true });
  }
}
