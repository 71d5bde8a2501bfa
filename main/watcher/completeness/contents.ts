import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import { readAt } from '../../base/files/files.ts';
import { encryptedFlag, localHeaderBytes, type ZipRecord } from '../../base/formats/zip-record.ts';
import { belongsTo } from './zip-directory.ts';

/** File systems allocate space in pages of this size, or multiples of it. */
const pageBytes = 4096;
const blockBytes = 1024 * 1024;
/** Deflate compresses at most about 1032:1, according to zlib. */
const maxCompressionRatio = 1040;
/** Larger entries are inflated as a stream. */
const maxBufferedBytes = 2 * blockBytes;
const inflateWhole = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
const blank = Buffer.alloc(pageBytes);
/** Maximum size of a data descriptor after an entry, APPNOTE.TXT 4.3.9. */
const maxDescriptorBytes = 24;

/** Byte range: `from` inclusive, `to` exclusive. */
type ByteRange = { readonly from: number; readonly to: number };

/**
 * Checks that the file contains the entries in its directory. Unwritten space reads as zeros, so the
 * checksums of entries with a page of zeros are verified; with `all`, the checksums of all entries. `limit`
 * is the start of the directory. Encrypted entries and unknown methods pass.
 */
export async function verifyContents(
  handle: FileHandle,
  entries: readonly ZipRecord[],
  limit: number,
  options: { readonly all: boolean; readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  const blanks = await blankRanges(handle, limit, options.signal);
  if (blanks.length === 0 && !options.all) return true;
  if (!(await hasSigningBlock(handle, entries, blanks, limit))) return false;
  const suspects = options.all ? entries : entriesWithBlanks(entries, blanks, limit);
  for (const entry of suspects) {
    options.signal?.throwIfAborted();
    if (!(await entryMatches(handle, entry))) return false;
  }
  return true;
}

/** Returns the ranges of pages that are all zero, in order. */
async function blankRanges(handle: FileHandle, limit: number, signal?: AbortSignal): Promise<ByteRange[]> {
  const stretches: { from: number; to: number }[] = [];
  const block = Buffer.allocUnsafe(Math.min(blockBytes, limit));
  for (let position = 0; position < limit; ) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(block, 0, Math.min(block.length, limit - position), position);
    if (bytesRead === 0) break;
    for (let at = 0; at < bytesRead; at += pageBytes) {
      const end = Math.min(at + pageBytes, bytesRead);
      if (block[at] !== 0 || block.compare(blank, 0, end - at, at, end) !== 0) continue;
      const last = stretches.at(-1);
      if (last?.to === position + at) last.to = position + end;
      else stretches.push({ from: position + at, to: position + end });
    }
    position += bytesRead;
  }
  return stretches;
}

function entriesWithBlanks(
  entries: readonly ZipRecord[],
  blanks: readonly ByteRange[],
  limit: number,
): readonly ZipRecord[] {
  const inOrder = entries
    .filter((entry) => entry.position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  let next = 0;
  return inOrder.filter((entry, index) => {
    const from = entry.position ?? 0;
    const to = inOrder[index + 1]?.position ?? limit;
    while ((blanks[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    return (blanks[next]?.from ?? Number.POSITIVE_INFINITY) < to;
  });
}

/**
 * Returns false if the APK signing block before the directory is missing or truncated. It has no checksum,
 * but starts and ends with its size. A missing block reads as zeros.
 */
async function hasSigningBlock(
  handle: FileHandle,
  entries: readonly ZipRecord[],
  blanks: readonly ByteRange[],
  limit: number,
): Promise<boolean> {
  // Zeros at the end of the last entry are part of its data, which its checksum covers.
  const room = limit - (await endOfEntries(handle, entries, limit));
  if (blanks.at(-1)?.to === limit && room > maxDescriptorBytes) return false;
  const tail = await readAt(handle, Math.max(0, limit - 24), Math.min(24, limit));
  if (tail.length < 24 || tail.toString('latin1', 8) !== 'APK Sig Block 42') return true;
  const size = tail.readBigUInt64LE(0);
  const from = limit - Number(size) - 8;
  if (from < 0) return false;
  const head = await readAt(handle, from, 8);
  return head.length === 8 && head.readBigUInt64LE(0) === size;
}

/** Returns the end of the last entry; `limit` if unknown. */
async function endOfEntries(
  handle: FileHandle,
  entries: readonly ZipRecord[],
  limit: number,
): Promise<number> {
  const last = entries.reduce<ZipRecord | null>(
    (found, entry) => ((entry.position ?? 0) >= (found?.position ?? 0) ? entry : found),
    null,
  );
  if (!last || last.position === null || last.packedSize === null) return limit;
  const header = await readAt(handle, last.position, localHeaderBytes);
  if (header.length < localHeaderBytes) return limit;
  return (
    last.position + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28) + last.packedSize
  );
}

async function entryMatches(handle: FileHandle, entry: ZipRecord): Promise<boolean> {
  const { position, packedSize, size, method, flags } = entry;
  if (position === null || packedSize === null || size === null) return true;
  const header = await readAt(handle, position, localHeaderBytes + entry.name.length);
  if (!belongsTo(entry, header)) return false;
  if ((flags & encryptedFlag) !== 0 || (method !== 0 && method !== 8)) return true;
  if (method === 0 && packedSize !== size) return true;
  if (size > packedSize * maxCompressionRatio + pageBytes) return true;
  const from = position + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const found =
    method === 0
      ? await checksumOf(bytesOf(handle, from, packedSize))
      : await unpackedChecksum(handle, { from, packedSize, size });
  return found === entry.checksum;
}

async function* bytesOf(handle: FileHandle, from: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const part = await readAt(handle, from + done, Math.min(blockBytes, length - done));
    if (part.length === 0) return;
    done += part.length;
    yield part;
  }
}

async function checksumOf(parts: AsyncIterable<Buffer>): Promise<number> {
  let checksum = 0;
  for await (const part of parts) checksum = crc32(part, checksum);
  return checksum;
}

/** Returns the checksum of the inflated bytes; null if they cannot be inflated or are longer than `size`. */
async function unpackedChecksum(
  handle: FileHandle,
  { from, packedSize, size }: { readonly from: number; readonly packedSize: number; readonly size: number },
): Promise<number | null> {
  try {
    if (size > maxBufferedBytes || packedSize > maxBufferedBytes)
      return await streamed(bytesOf(handle, from, packedSize), size);
    const packed = await readAt(handle, from, packedSize);
    return crc32(await inflateWhole(packed, { maxOutputLength: Math.max(1, size) }));
  } catch (error) {
    if (isDataError(error)) return null;
    throw error;
  }
}

async function streamed(packed: AsyncIterable<Buffer>, size: number): Promise<number> {
  let checksum = 0;
  let unpacked = 0;
  await pipeline(
    packed,
    createInflateRaw({ chunkSize: blockBytes / 4 }),
    async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        unpacked += part.length;
        if (unpacked > size) throw new RangeError('the entry is longer than its directory states');
        checksum = crc32(part, checksum);
      }
    },
  );
  return checksum;
}

/** Returns true for errors of the data, not of the file system. */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^(Z_|ERR_)/.test(code);
}
