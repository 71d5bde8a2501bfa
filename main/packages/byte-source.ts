import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../base/files.ts';
import { zipEndSearchBytes } from '../base/zip-end.ts';

/** A file read by positions. The last 64 KiB are read once and kept: a zip's end and most directories lie there. */
export type ByteSource = {
  /** File name without folders, for messages. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** The last bytes of the file, enough to hold a zip's end record with the longest comment. */
  readonly tail: Buffer;
  readonly tailPosition: number;
  /** Up to `length` bytes at `position`; fewer only at the end of the file. Throws the signal's reason when aborted. */
  read(position: number, length: number): Promise<Buffer>;
};

export async function openByteSource(
  handle: FileHandle,
  values: { readonly file: string; readonly size: number; readonly signal: AbortSignal | undefined },
): Promise<ByteSource> {
  const { file, size, signal } = values;
  const tailPosition = Math.max(0, size - zipEndSearchBytes);
  const tail = await readAt(handle, tailPosition, size - tailPosition);
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
      return readAt(handle, position, Math.min(length, Math.max(0, size - position)));
    },
  };
}
