import { zipEndSearchBytes } from '../../base/formats/zip-end.ts';

/** Read once and kept: small builds whole, and of larger ones the directory. */
const keptBytes = 256 * 1024;

/** Where the bytes of a build lie. */
export type BuildReader = {
  /** File name without folders, for messages. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Up to `length` bytes at `position`; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
};

/** A build read by positions, whose end is kept. */
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
