import { type FileHandle, open } from 'node:fs/promises';
import { type FileStamp, fileError, fileStamp, sameStamp } from '../../base/files/files.ts';
import { chunkBytes, hashContent, hashedChunks } from '../../base/hashing/hashed-chunks.ts';
import type { Hashing, RunningHash } from '../../base/hashing/hashing.ts';
import { apiErrors } from '../errors.ts';

type FileToRead = { readonly path: string; readonly size: number };

/**
 * Yields the file in hashed chunks of 1 MiB. A chunk is valid until the next is requested. The last chunk is
 * yielded only if the file is unchanged since it was opened. Throws coded file errors, `api/fileChanged` and
 * `hash/broken`.
 */
export async function* fileChunks(
  file: FileToRead,
  hash: RunningHash,
  hashing: Hashing,
): AsyncGenerator<Buffer> {
  const smallFile =
    file.size > 0 && file.size <= chunkBytes ? await hash.readFile(file.path, file.size) : null;
  if (smallFile) {
    yield smallFile;
    return;
  }
  const handle = await openFile(file);
  let closed: Promise<void> | null = null;
  /**
   * Called before the last chunk is sent: a later close would delay the end of the request. If the response
   * arrives before that end, the connection is not reused.
   */
  const close = (): Promise<void> => {
    closed ??= handle.close();
    return closed;
  };
  try {
    const opened = await readStamp(handle, file);
    const check = (): Promise<void> => requireUnchanged(handle, file, { opened, hash, hashing });
    let position = 0;
    for await (const chunk of hashedChunks(handle, file.size, hash)) {
      if (chunk.length < Math.min(chunkBytes, file.size - position)) throw fileChanged(file);
      position += chunk.length;
      if (position === file.size) {
        await check();
        close().catch(() => null);
      }
      yield chunk;
    }
    if (file.size === 0) await check();
  } catch (error) {
    throw fileError(error, file.path);
  } finally {
    await close();
  }
}

type OpenStamp = FileStamp & { readonly ctimeMs: number };

async function openFile(file: FileToRead): Promise<FileHandle> {
  try {
    return await open(file.path, 'r');
  } catch (error) {
    throw fileError(error, file.path);
  }
}

async function readStamp(handle: FileHandle, file: FileToRead): Promise<OpenStamp> {
  const { size, mtimeMs, ctimeMs } = await handle.stat();
  if (size !== file.size) throw fileChanged(file);
  return { size, mtimeMs, ctimeMs };
}

type OpenedFile = { readonly opened: OpenStamp; readonly hash: RunningHash; readonly hashing: Hashing };

/** Throws if the file was written to or replaced. A removed file is accepted, as all of it was read. */
async function requireUnchanged(handle: FileHandle, file: FileToRead, before: OpenedFile): Promise<void> {
  const { opened, hash, hashing } = before;
  const [now, atPath] = await Promise.all([readStamp(handle, file), fileStamp(file.path)]);
  if (!sameStamp(now, opened)) throw fileChanged(file);
  if (atPath !== null && !sameStamp(atPath, opened)) throw fileChanged(file);
  if (now.ctimeMs === opened.ctimeMs) return;
  // Only the change time differs: the file was renamed, or rewritten with its old mtime. The content decides.
  if ((await hashContent(handle, file.size, hashing)) !== (await hash.digest())) throw fileChanged(file);
}

function fileChanged(file: FileToRead): Error {
  return apiErrors.fileChanged({ path: file.path }, { details: { path: file.path } });
}
