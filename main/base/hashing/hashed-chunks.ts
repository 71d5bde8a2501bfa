import type { FileHandle } from 'node:fs/promises';
import { readInto } from '../files/files.ts';
import type { ContentCheck, Hashing, RunningHash } from './hashing.ts';

/** Reading in large chunks uses the least CPU time. */
export const chunkBytes = 1024 * 1024;

/** While one chunk is sent and one is hashed, the others are read ahead. More chunks only use more memory. */
const maxChunks = 4;

export function beginFileHash(
  hashing: Hashing,
  size: number,
  check: ContentCheck | null = null,
): RunningHash {
  const length = Math.min(chunkBytes, Math.max(1, size));
  return hashing.begin(Math.min(maxChunks, Math.max(1, Math.ceil(size / length))), length, check);
}

/**
 * Yields and hashes the first `size` bytes in chunks of the buffer length, each valid until the next chunk.
 * Only the last is shorter, unless the file was truncated; then later chunks are empty.
 */
export async function* hashedChunks(
  handle: FileHandle,
  size: number,
  hash: RunningHash,
): AsyncGenerator<Buffer> {
  const { buffers } = hash;
  const length = buffers[0]?.length ?? 0;
  const total = Math.ceil(size / length);
  const hashed: Promise<void>[] = [];
  let stopped = false;
  const read = async (index: number): Promise<Buffer | null> => {
    const slot = index % buffers.length;
    await hashed[slot];
    const buffer = buffers[slot];
    if (stopped || !buffer) return null;
    const begin = index * length;
    const chunk = await readInto(handle, buffer, begin, Math.min(length, size - begin));
    hashed[slot] = hash.update(chunk, index === total - 1);
    // Avoids an unhandled rejection. The error is rethrown when the buffer is reused, or by `digest`.
    hashed[slot].catch(() => null);
    return chunk;
  };
  const ahead: Promise<Buffer | null>[] = [];
  let begun = 0;
  let latest: Promise<unknown> = Promise.resolve();
  const readAhead = (): void => {
    while (begun < total && ahead.length < Math.max(1, buffers.length - 1)) {
      const index = begun;
      const next = latest.then(() => read(index));
      next.catch(() => null);
      ahead.push(next);
      latest = next;
      begun += 1;
    }
  };
  try {
    readAhead();
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      const chunk = await next;
      readAhead();
      if (chunk) yield chunk;
    }
  } finally {
    stopped = true;
    // Waits for pending reads, because the caller may close the file next.
    await latest.catch(() => null);
  }
}

/**
 * Returns the SHA-256 (hex) of the first `size` bytes of an open file. Rejects with the signal's reason, and
 * with the error of `check` if the content is damaged.
 */
export async function hashContent(
  handle: FileHandle,
  size: number,
  hashing: Hashing,
  { signal, check = null }: { readonly signal?: AbortSignal; readonly check?: ContentCheck | null } = {},
): Promise<string> {
  const hash = beginFileHash(hashing, size, check);
  let isSpare = false;
  try {
    for await (const _ of hashedChunks(handle, size, hash)) signal?.throwIfAborted();
    const sha256 = await hash.digest();
    isSpare = true;
    return sha256;
  } finally {
    hash.end(isSpare);
  }
}
