import { zipEndSearchBytes } from '../../base/formats/zip-end.ts';

/** Bytes at the end that are cached: a small build, or the directory of a larger one. */
const cachedBytes = 256 * 1024;

/** Random access to a build's bytes. */
export type BuildReader = {
  /** File name without folders, for messages. */
  readonly file: string;
  readonly size: number;
  /** Returns up to `length` bytes at `position`; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
};

/** Build reader that caches the end of the build. */
export type ByteSource = BuildReader & {
  /** Last bytes of the file, enough for an end record with the longest comment. */
  readonly tail: Buffer;
  readonly tailPosition: number;
};

/** Caches the end of a build. After an abort, `read` throws the signal's reason. */
export async function openByteSource(
  build: BuildReader,
  signal: AbortSignal | undefined,
): Promise<ByteSource> {
  const { file, size } = build;
  const cacheStart = Math.max(0, size - cachedBytes);
  const cache = await build.read(cacheStart, size - cacheStart);
  const tail = cache.subarray(Math.max(0, cache.length - zipEndSearchBytes));
  return {
    file,
    size,
    tail,
    tailPosition: cacheStart + cache.length - tail.length,
    read: async (position, length) => {
      signal?.throwIfAborted();
      if (position >= cacheStart) {
        return cache.subarray(position - cacheStart, position - cacheStart + length);
      }
      return build.read(position, Math.min(length, Math.max(0, size - position)));
    },
  };
}
