import { buffer } from 'node:stream/consumers';
import type { BuildReader } from '../packages/zip/byte-source.ts';
import type { BuildRecord } from './storage/records.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Returns a reader that reads only the requested bytes of a stored build. It returns no bytes if the build was
 * removed.
 */
export function storedBuild(
  { blobs }: Pick<Storage, 'blobs'>,
  { sha256, fileName: file, fileSize: size }: Pick<BuildRecord, 'sha256' | 'fileName' | 'fileSize'>,
): BuildReader {
  const read = async (position: number, length: number): Promise<Buffer> => {
    const bytes =
      length === 0 ? null : await blobs.read(sha256, { start: position, end: position + length - 1 });
    return bytes ? buffer(bytes) : Buffer.alloc(0);
  };
  return { file, size, read };
}
