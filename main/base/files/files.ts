import { type FileHandle, mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CodedError, errorTable, systemCode } from '../errors.ts';
import { decodeWholeText } from '../formats/unicode-text.ts';
import { privateFolderMode } from './private-folder.ts';
import { systemReason } from './system-reason.ts';

export const fileErrors = errorTable('file', {
  missing: 'choose-file',
  denied: 'grant-permission',
  busy: 'retry',
  full: 'free-space',
  notText: 'choose-file',
  failed: 'retry',
});

/** Returns the coded error for a file system error at `path`. Returns coded errors unchanged. */
export function fileError(error: unknown, path: string): CodedError {
  if (error instanceof CodedError) return error;
  const code = systemCode(error);
  const options = { cause: error, details: { path } };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileErrors.missing({ path }, options);
    case 'EACCES':
    case 'EPERM':
      return fileErrors.denied({ path }, options);
    case 'EBUSY':
    case 'ETXTBSY':
      return fileErrors.busy({ path }, options);
    case 'ENOSPC':
    case 'EDQUOT':
      return fileErrors.full({ path }, options);
    default:
      return fileErrors.failed({ path, reason: systemReason(error) }, options);
  }
}

/** Reads a text file that the user provided. Throws `file/notText` and the errors of `fileError`. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw fileError(error, path);
  });
  return decodeProvidedText(bytes, path);
}

/** Decodes a text that the user provided. Throws `file/notText`, which contains `path`. */
export function decodeProvidedText(bytes: Uint8Array, path: string): string {
  const text = decodeWholeText(bytes);
  if (text === null) throw fileErrors.notText({ path }, { details: { path } });
  return text;
}

export type FileStamp = { readonly size: number; readonly mtimeMs: number };

/** Returns size (bytes) and mtime of a regular file, else null. Throws the errors of `fileError`. */
export async function fileStamp(path: string): Promise<FileStamp | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : null;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    throw fileError(error, path);
  }
}

export function sameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  return a?.size === b?.size && a?.mtimeMs === b?.mtimeMs;
}

/**
 * Replaces a file atomically and durably. With `owner`, new files get mode 0600 and new folders 0700. With
 * `shared`, new files follow the umask and replaced files keep their mode. Throws the errors of `fileError`.
 */
export async function writeAtomically(
  path: string,
  data: string | Uint8Array | AsyncIterable<string>,
  access: 'owner' | 'shared' = 'owner',
): Promise<void> {
  const folder = dirname(path);
  const part = join(folder, `.${crypto.randomUUID()}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: access === 'shared' ? 0o777 : privateFolderMode });
    const mode = access === 'shared' ? await permissionsOf(path) : null;
    const handle = await open(part, 'wx', access === 'shared' ? 0o666 : 0o600);
    try {
      // Some file systems reject any chmod, even to the current mode.
      if (mode !== null && mode !== permissions(await handle.stat())) await handle.chmod(mode);
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
    await syncFolder(folder);
  } catch (error) {
    // Reports the first error. Removing the temporary file also fails if the folder is missing.
    await rm(part, { force: true }).catch(() => null);
    throw fileError(error, path);
  }
}

function permissions({ mode }: { readonly mode: number }): number {
  return mode & 0o777;
}

async function permissionsOf(path: string): Promise<number | null> {
  return stat(path).then(permissions, (error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Ensures that a rename in `folder` survives a crash. Windows does not need this and cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the bytes an unprivileged process can still write to the disk of `path`. */
export async function freeBytes(path: string): Promise<number> {
  const disk = await statfs(path);
  return disk.bavail * disk.bsize;
}

/** Reads `length` bytes at `position`, or fewer at the end of the file. */
export function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  return readInto(handle, Buffer.allocUnsafe(length), position, length);
}

export async function readInto(
  handle: FileHandle,
  buffer: Buffer,
  position: number,
  length: number,
): Promise<Buffer> {
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
