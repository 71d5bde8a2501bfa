/** What becomes of a build's file once everything that was asked for is done. */
import { lstat, mkdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileStamp, fileError, sameStamp, syncFolder } from '../../base/files/files.ts';
import { copyExactly, numbered, takeName, tryLink, unlessAbsent } from './safe-moves.ts';

export type AfterUpload =
  | { readonly kind: 'leave' }
  /** `folder` is absolute, and made when it is missing. */
  | { readonly kind: 'move'; readonly folder: string }
  | { readonly kind: 'delete' };

/** The very file that was uploaded. */
export type UploadedFile = {
  readonly path: string;
  readonly stamp: FileStamp;
  /** As `fileIdentity` gave it when the file was read; null when it is not known. */
  readonly identity: string | null;
  /** In hex, of what was uploaded; null when that is not known, and then the file stays. */
  readonly sha256: string | null;
  /** Fit for a file name, and of this upload alone: what a crash left half done is found by it. */
  readonly mark: string;
};

export type CleanupResult =
  | { readonly kind: 'deleted' }
  /** `to`: where it is now. */
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'gone' }
  /** Another file stands there now; it was not touched. */
  | { readonly kind: 'replaced' };

/** `hash` gives the sha-256 of a file. */
export type CleanupTools = {
  readonly hash: (path: string) => Promise<string>;
  readonly signal: AbortSignal;
};

type Work = CleanupTools & { readonly file: UploadedFile; readonly aside: string };

/** Tells a file from another one that is put in its place under the same name; null when there is none. */
export async function fileIdentity(path: string): Promise<string | null> {
  try {
    const found = await unlessAbsent(stat(path));
    return found && identityOf(found);
  } catch (error) {
    throw fileError(error, path);
  }
}

/**
 * Deletes or moves the file, unless it is another one by now. Nothing is overwritten: a name that is taken gets a number.
 * Begun anew after a crash at any moment, it ends as if it had not been broken off. Throws the coded errors of files.
 */
export async function cleanUpFile(
  file: UploadedFile,
  afterUpload: Exclude<AfterUpload, { readonly kind: 'leave' }>,
  tools: CleanupTools,
): Promise<CleanupResult> {
  const work: Work = { ...tools, file, aside: join(dirname(file.path), `.${file.mark}.slipway-tidy`) };
  try {
    return await (afterUpload.kind === 'delete' ? deleteFile(work) : moveFile(work, afterUpload.folder));
  } catch (error) {
    tools.signal.throwIfAborted();
    throw fileError(error, file.path);
  }
}

async function deleteFile(work: Work): Promise<CleanupResult> {
  if (await finishRemoval(work)) return { kind: 'deleted' };
  const now = await isSent(work);
  if (now === null) return { kind: 'gone' };
  return now && (await removeExactly(work)) ? { kind: 'deleted' } : { kind: 'replaced' };
}

async function moveFile(work: Work, folder: string): Promise<CleanupResult> {
  const { file, aside } = work;
  // It is put aside only once it stands in its new folder.
  const begun = (await isOurs(aside, file)) === true;
  const source = begun ? aside : file.path;
  const ours = begun || (await isSent(work));
  if (ours === null) return { kind: 'gone' };
  if (!ours) return { kind: 'replaced' };
  await mkdir(folder, { recursive: true });
  if ((await realpath(folder)) === (await realpath(dirname(file.path))))
    return { kind: 'moved', to: file.path };
  const to = await publish(work, source, folder);
  if (to === null) return { kind: 'replaced' };
  if (begun) await finishRemoval(work);
  else await removeExactly(work);
  return { kind: 'moved', to };
}

/** Null when there is none. */
async function isOurs(path: string, { stamp, identity }: UploadedFile): Promise<boolean | null> {
  const found = await unlessAbsent(stat(path));
  if (!found) return null;
  return found.isFile() && sameStamp(found, stamp) && (identity === null || identity === identityOf(found));
}

/** Whether the bytes that were uploaded lie at its path: size and time may be those of another build. */
async function isSent({ file, hash }: Work): Promise<boolean | null> {
  const ours = await isOurs(file.path, file);
  return ours ? (await hash(file.path)) === file.sha256 : ours;
}

function identityOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

/**
 * Removes the file from its path: first it is renamed, then looked at once more, so that one that takes its place at
 * this very moment is put back and not lost. False when that happened.
 */
async function removeExactly({ file, aside }: Work): Promise<boolean> {
  await rename(file.path, aside);
  if (await isOurs(aside, file)) {
    await unlink(aside);
    await syncFolder(dirname(file.path));
    return true;
  }
  await putBack(aside, file.path);
  return false;
}

/** What a crash left aside is removed when it is ours, and put back when it is not. True when it was ours. */
async function finishRemoval({ file, aside }: Work): Promise<boolean> {
  const ours = await isOurs(aside, file);
  if (ours) await unlink(aside);
  else if (ours === false) await putBack(aside, file.path);
  return ours === true;
}

async function putBack(aside: string, path: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const name = join(dirname(path), numbered(basename(path), number));
    if (await takeName(aside, name)) return;
  }
}

/** Gives the file its place in `folder` beside what is there; null when it is another one by now. */
async function publish(work: Work, source: string, folder: string): Promise<string | null> {
  const name = basename(work.file.path);
  for (let number = 1; ; number += 1) {
    const to = join(folder, numbered(name, number));
    if (await isSameFile(source, to, work.hash)) return to;
    const taken = await placeAt(work, source, to);
    if (taken === 'other') return null;
    if (taken === 'taken') continue;
    await syncFolder(folder);
    return to;
  }
}

/** Also a copy of it with the same bytes: nothing is lost when only one of them is kept. */
async function isSameFile(source: string, candidate: string, hash: CleanupTools['hash']): Promise<boolean> {
  const there = await unlessAbsent(lstat(candidate));
  if (!there?.isFile()) return false;
  const own = await stat(source);
  if (there.ino === own.ino && there.dev === own.dev) return true;
  if (there.size !== own.size) return false;
  return (await hash(candidate)) === (await hash(source));
}

async function placeAt(work: Work, source: string, to: string): Promise<'placed' | 'taken' | 'other'> {
  // A link to a build elsewhere is moved as the build it leads to.
  const isLink = (await lstat(source)).isSymbolicLink();
  const linked = isLink ? 'impossible' : await tryLink(source, to);
  if (linked === 'taken') return 'taken';
  if (linked === 'linked') {
    if (await isOurs(to, work.file)) return 'placed';
    await unlink(to);
    return 'other';
  }
  const part = join(dirname(to), `.${work.file.mark}.slipway-part`);
  try {
    await copyExactly(source, part, work.hash, work.signal);
    if (!(await isOurs(source, work.file))) return 'other';
    return (await takeName(part, to)) ? 'placed' : 'taken';
  } finally {
    await rm(part, { force: true });
  }
}
