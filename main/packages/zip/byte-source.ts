import { zipEndSearchBytes } from '../../base/formats/zip-end.ts';

/** Bytes at the end that are read once and cached: a whole small build, or the directory of a larger one. */
const keptBytes = 256 * 1024;

/** Random access to the bytes of a build. */
export type BuildReader = {
  /** File name without folders, for messages. */
  readonly file: string;
  readonly size: number;
  /** Returns up to `length` bytes at `position`; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
};

/** Reader that caches the end of the build. */
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
  const keptPosition = Math.max(0, size - keptBytes);
  const kept = await build.read(keptPosition, size - keptPosition);
  const tail = kept.subarray(Math.max(0, kept.length - zipEndSearchBytes));
  return {
    file,
    size,
    tail,
    tailPosition: keptPosition + kept.length - tail.length,
    read: async (position, length) => {
      signal?.throwIfAborted();
      if (position >= keptPosition) {
        return kept.subarray(position - keptPosition, position - keptPosition + length);
      }
      return build.read(position, Math.min(length, Math.max(0, size - position)));
    },
  };
}
