/** Reads ranges of a base, a target and a recipe. */

import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { BuildReader } from '../packages/zip/byte-source.ts';
import { deltaErrors } from './errors.ts';
import type { BaseRange } from './operations.ts';

export const chunkBytes = 1024 * 1024;
/** Small, because a recipe may contain many short ranges that are not adjacent. */
const readAheadBytes = 64 * 1024;

/** Returns a reader that reads ahead, as most ranges are adjacent. Throws `delta/changed` past the end. */
export function createRangeReader({ size, read }: Pick<BuildReader, 'size' | 'read'>): BuildReader['read'] {
  let cached: Buffer = Buffer.alloc(0);
  let cachedAt = 0;
  return async (position, length) => {
    if (position + length > size) throw deltaErrors.changed({});
    if (length > chunkBytes) return exactly(await read(position, length), length);
    if (position < cachedAt || position + length > cachedAt + cached.length) {
      cached = await read(position, Math.min(Math.max(length, readAheadBytes), size - position));
      cachedAt = position;
    }
    return exactly(cached.subarray(position - cachedAt, position - cachedAt + length), length);
  };
}

function exactly(bytes: Buffer, length: number): Buffer {
  if (bytes.length !== length) throw deltaErrors.changed({});
  return bytes;
}

export async function* chunksOf(
  read: BuildReader['read'],
  position: number,
  length: number,
): AsyncGenerator<Buffer> {
  const end = position + length;
  for (let at = position; at < end; at += chunkBytes) yield await read(at, Math.min(chunkBytes, end - at));
}

/** Inflates a range chunk by chunk. Iterating throws the errors of zlib and of `read`. */
export function inflateRange(read: BuildReader['read'], position: number, length: number) {
  const inflater = createInflateRaw({ chunkSize: chunkBytes / 4 });
  const packed = Readable.from(chunksOf(read, position, length), { objectMode: false });
  // The iteration receives the error. Without an iteration, nothing else would handle it.
  inflater.on('error', () => undefined);
  return pipeline(packed, inflater, () => undefined);
}

export function isInflateError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && !('syscall' in error);
}

/** Reads old content in ascending ranges: neither start nor end may be before that of the previous one. */
export type ContentReader = (start: number, end: number) => Promise<Buffer>;

/** Opens old content. The reader throws `delta/damaged` if it is shorter or damaged. */
export function openContent(read: BuildReader['read'], base: BaseRange): ContentReader & AsyncDisposable {
  if (base.imageSize === null) {
    const readRaw: ContentReader = (start, end) => read(base.position + start, end - start);
    return Object.assign(readRaw, { [Symbol.asyncDispose]: async () => undefined });
  }
  const inflated = inflateRange(read, base.position, base.length);
  const chunks = (inflated as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let pieces: Buffer[] = [];
  let firstAt = 0;
  let endAt = 0;
  const readInflated: ContentReader = async (start, end) => {
    while (endAt < end) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        throw isInflateError(error) ? deltaErrors.damaged({}, { cause: error }) : error;
      });
      if (done) throw deltaErrors.damaged({});
      pieces.push(value);
      endAt += value.length;
    }
    const rest = Buffer.concat(pieces).subarray(start - firstAt);
    pieces = [rest];
    firstAt = start;
    return rest.subarray(0, end - start);
  };
  return Object.assign(readInflated, {
    [Symbol.asyncDispose]: async () => {
      inflated.destroy();
    },
  });
}
