import type { Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { fileError, fileStamp, sameStamp } from '../base/files.ts';
import { apiErrors } from './errors.ts';
import { largestSlice } from './slices.ts';

type FileToRead = { readonly path: string; readonly size: number };

const bufferSize = largestSlice;

/**
 * The content of a file in chunks of 1 MiB (the last one shorter), each hashed on its way. Two buffers take turns, one
 * read ahead: a chunk is valid until the next one is asked for. The last chunk is only given once it is certain that
 * the file still is what it was when it was opened. Throws coded file errors and `api/fileChanged`.
 */
export async function* fileChunks(file: FileToRead, hash: Hash): AsyncGenerator<Buffer> {
  const handle = await openFile(file);
  let ahead: Promise<Buffer> | null = null;
  try {
    const opened = await stampOf(handle, file);
    const length = Math.min(bufferSize, Math.max(1, file.size));
    const buffers = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)] as const;
    const read = async (position: number): Promise<Buffer> => {
      const buffer = buffers[(position / bufferSize) % 2 === 0 ? 0 : 1];
      const chunk = await fill(handle, buffer, position, Math.min(length, file.size - position));
      hash.update(chunk);
      return chunk;
    };
    ahead = read(0);
    ahead.catch(() => null);
    for (let position = 0; position < file.size; position += bufferSize) {
      const chunk = await ahead;
      const next = position + bufferSize;
      if (chunk.length < Math.min(length, file.size - position)) throw changed(file);
      if (next < file.size) {
        ahead = read(next);
        ahead.catch(() => null);
      } else {
        await requireUnchanged(handle, file, opened);
      }
      yield chunk;
    }
    if (file.size === 0) await requireUnchanged(handle, file, opened);
  } catch (error) {
    throw fileError(error, file.path);
  } finally {
    await ahead?.catch(() => null);
    await handle.close();
  }
}

type Stamp = { readonly size: number; readonly mtimeMs: number };

async function openFile(file: FileToRead): Promise<FileHandle> {
  try {
    return await open(file.path, 'r');
  } catch (error) {
    throw fileError(error, file.path);
  }
}

async function stampOf(handle: FileHandle, file: FileToRead): Promise<Stamp> {
  const { size, mtimeMs } = await handle.stat();
  if (size !== file.size) throw changed(file);
  return { size, mtimeMs };
}

/** Neither written to nor replaced. One that was removed meanwhile was read whole all the same. */
async function requireUnchanged(handle: FileHandle, file: FileToRead, opened: Stamp): Promise<void> {
  if (!sameStamp(await stampOf(handle, file), opened)) throw changed(file);
  const now = await fileStamp(file.path);
  if (now !== null && !sameStamp(now, opened)) throw changed(file);
}

async function fill(handle: FileHandle, buffer: Buffer, position: number, length: number): Promise<Buffer> {
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function changed(file: FileToRead): Error {
  return apiErrors.fileChanged({ path: file.path }, { details: { path: file.path } });
}
