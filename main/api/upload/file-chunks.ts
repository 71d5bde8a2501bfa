import { type FileHandle, open } from 'node:fs/promises';
import { type FileStamp, fileError, fileStamp, sameStamp } from '../../base/files/files.ts';
import { chunkBytes, hashContent, hashedChunks } from '../../base/hashing/hashed-chunks.ts';
import type { Hashing, RunningHash } from '../../base/hashing/hashing.ts';
import { apiErrors } from '../errors.ts';

type FileToRead = { readonly path: string; readonly size: number };

/**
 * Yields the file in hashed chunks of 1 MiB; the last may be shorter. A chunk is valid until the next is
 * requested. The last chunk is yielded only after a check that the file is unchanged since it was opened.
 * Throws coded file errors, `api/fileChanged` and `hash/broken`.
 */
export async function* fileChunks(
  file: FileToRead,
  hash: RunningHash,
  hashing: Hashing,
): AsyncGenerator<Buffer> {
  const whole = file.size > 0 && file.size <= chunkBytes ? await hash.readFile(file.path, file.size) : null;
  if (whole) {
    yield whole;
    return;
  }
  const handle = await openFile(file);
  let closed: Promise<void> | null = null;
  /**
   * Runs while the last chunk is sent: a connection is reused only if its request ends before the response.
   */
  const close = (): Promise<void> => {
    closed ??= handle.close();
    return closed;
  };
  try {
    const opened = await stampOf(handle, file);
    const check = (): Promise<void> => requireUnchanged(handle, file, { opened, hash, hashing });
    let position = 0;
    for await (const chunk of hashedChunks(handle, file.size, hash)) {
      if (chunk.length < Math.min(chunkBytes, file.size - position)) throw changed(file);
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

async function stampOf(handle: FileHandle, file: FileToRead): Promise<OpenStamp> {
  const { size, mtimeMs, ctimeMs } = await handle.stat();
  if (size !== file.size) throw changed(file);
  return { size, mtimeMs, ctimeMs };
}

type Before = { readonly opened: OpenStamp; readonly hash: RunningHash; readonly hashing: Hashing };

/** Throws if the file was written to or replaced. A removed file is accepted, as all of it was read. */
async function requireUnchanged(handle: FileHandle, file: FileToRead, before: Before): Promise<void> {
  const { opened, hash, hashing } = before;
  const [now, atPath] = await Promise.all([stampOf(handle, file), fileStamp(file.path)]);
  if (!sameStamp(now, opened)) throw changed(file);
  if (atPath !== null && !sameStamp(atPath, opened)) throw changed(file);
  if (now.ctimeMs === opened.ctimeMs) return;
  // Renamed, linked, other permissions; or written to with its time restored, as by reproducible builds.
  if ((await hashContent(handle, file.size, hashing)) !== (await hash.digest())) throw changed(file);
}

function changed(file: FileToRead): Error {
  return apiErrors.fileChanged({ path: file.path }, { details: { path: file.path } });
}
