import { zipEndSearchBytes } from '../base/zip-end.ts';

/** Where the bytes of a build lie. */
export type BuildReader = {
  /** File name without folders, for messages. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Up to `length` bytes at `position`; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
};

/** A file read by positions. The last 64 KiB are read once and kept: a zip's end and most directories lie there. */
export type ByteSource = BuildReader & {
  /** The last bytes of the file, enough to hold a zip's end record with the longest comment. */
  readonly tail: Buffer;
  readonly tailPosition: number;
};

/** The source reads no more once the signal is aborted: `read` then throws its reason. */
export async function openByteSource(
  build: BuildReader,
  signal: AbortSignal | undefined,
): Promise<ByteSource> {
  const { file, size } = build;
  const tailPosition = Math.max(0, size - zipEndSearchBytes);
  const tail = await build.read(tailPosition, size - tailPosition);
  return {
    file,
    size,
    tail,
    tailPosition,
    read: async (position, length) => {
      signal?.throwIfAborted();
      if (position >= tailPosition) {
        return tail.subarray(position - tailPosition, position - tailPosition + length);
      }
      return build.read(position, Math.min(length, Math.max(0, size - position)));
    },
  };
}
