/** Moves and copies that never overwrite a file. */

import { link, open, rename, rm, unlink } from 'node:fs/promises';
import { extname } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { fileErrors } from '../../base/files/files.ts';
import { messageOf } from '../../messages/message.ts';

/** Copies and flushes the file, then reads it back. Throws `file/failed` if the sha-256 differs. */
export async function copyVerified(
  source: string,
  part: string,
  hash: (path: string) => Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  await rm(part, { force: true });
  const from = await open(source, 'r');
  try {
    const to = await open(part, 'wx', 0o666);
    try {
      const chunks = from.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false, signal });
      for await (const chunk of chunks) await to.writeFile(chunk);
      const { atime, mtime } = await from.stat();
      await to.utimes(atime, mtime);
      await to.sync();
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  if ((await hash(part)) !== (await hash(source))) {
    throw fileErrors.failed({ path: part, reason: messageOf('network/copyDiffers') });
  }
}

/** Renames without overwriting. Returns false if the name is taken. */
export async function renameExclusive(from: string, to: string): Promise<boolean> {
  const linked = await tryLink(from, to);
  if (linked === 'taken') return false;
  if (linked === 'linked') {
    await unlink(from);
    return true;
  }
  // Without hard links, an empty file reserves the name first.
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(from, to);
  return true;
}

const linkUnsupportedCodes: ReadonlySet<string> = new Set([
  'EXDEV',
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EISDIR',
  'UNKNOWN',
]);

/** Creates a hard link. Returns `impossible` across volumes and on file systems without hard links. */
export async function tryLink(from: string, to: string): Promise<'linked' | 'taken' | 'impossible'> {
  try {
    await link(from, to);
    return 'linked';
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'EEXIST') return 'taken';
    if (linkUnsupportedCodes.has(code)) return 'impossible';
    throw error;
  }
}

/** Returns `app.apk`, `app (2).apk` and so on. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)} (${number})${extension}`;
}

export async function nullIfAbsent<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR';
}
