/** Reads the content of a zip entry, up to a hard limit. */

import { crc32 } from 'node:zlib';
import { encryptedFlag, localHeaderBytes } from '../../base/formats/zip-record.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import type { ByteSource } from './byte-source.ts';
import { inflateExactly, inflatePrefix } from './inflate.ts';
import type { ZipDirectory, ZipEntry } from './zip.ts';

/** Allowance for alignment padding in the header, so that one read usually gets header and content. */
const defaultExtraBytes = 256;
export const deflated = 8;

/** Compression methods that neither Android nor iOS reads (APPNOTE.TXT 4.4.5). */
const unreadableMethods: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};
const aesMethod = 99;

export type EntryContent = {
  readonly bytes: Buffer;
  /** False for a wrong checksum, which Android accepts, but which may mean a damaged copy. */
  readonly checksumMatches: boolean;
};

/**
 * Reads one entry of at most `limit` bytes. Throws `package/tooLarge`, `/partDamaged`, `/encrypted`,
 * `/compression`. Like Android, ignores an encryption flag on readable data.
 */
export async function readEntry(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  limit: number,
): Promise<EntryContent> {
  const { file } = source;
  const part = entry.name;
  if (entry.size > limit) throw packageErrors.tooLarge({ file, part, limit });
  rejectUnsupportedMethod(source, entry);
  const packed = await readCompressed(source, directory, entry, { limit });
  const bytes = await decompress(packed, entry);
  const checksumMatches = bytes !== null && crc32(bytes) === entry.checksum;
  if (entry.flags & encryptedFlag && !checksumMatches) throw packageErrors.encrypted({ file, part });
  if (!bytes) throw packageErrors.partDamaged({ file, part, reason: messageOf('damage/notUnpackable') });
  return { bytes, checksumMatches };
}

/**
 * Returns the content of the first `length` compressed bytes, enough to detect the format. Throws
 * `package/partDamaged`, `/encrypted`, `/compression`.
 */
export async function readEntryPrefix(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  length: number,
): Promise<Buffer> {
  rejectUnsupportedMethod(source, entry);
  const packed = await readCompressed(source, directory, entry, { maxBytes: length });
  const bytes = entry.method === deflated ? inflatePrefix(packed) : packed;
  if (bytes) return bytes;
  throw packageErrors.partDamaged({
    file: source.file,
    part: entry.name,
    reason: messageOf('damage/notUnpackable'),
  });
}

/** Returns the position of the content from the start of the zip; null if the header is unreadable. */
export async function contentPosition(directory: ZipDirectory, entry: ZipEntry): Promise<number | null> {
  const header = await directory.localHeader(entry);
  if (header.length < localHeaderBytes) return null;
  return (
    entry.position - directory.shift + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  );
}

function rejectUnsupportedMethod({ file }: ByteSource, { name: part, method }: ZipEntry): void {
  if (method === aesMethod) throw packageErrors.encrypted({ file, part });
  const packing = unreadableMethods[method];
  if (packing) throw packageErrors.compression({ file, part, method: packing });
}

async function readCompressed(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  wanted: { readonly limit: number } | { readonly maxBytes: number },
): Promise<Buffer> {
  const damaged = (reason: Message) =>
    packageErrors.partDamaged({ file: source.file, part: entry.name, reason });
  // Some protectors mark plain data with an unknown method; Android treats it as stored.
  const length = entry.method === deflated ? entry.compressedSize : entry.size;
  // Deflate never expands data by more than this, so a longer entry is damaged.
  if ('limit' in wanted && length > wanted.limit * 1.001 + 1024) {
    throw damaged(messageOf('damage/wrongSizes'));
  }
  const needed = 'maxBytes' in wanted ? Math.min(length, wanted.maxBytes) : length;
  const readLength = localHeaderBytes + Buffer.byteLength(entry.name) + defaultExtraBytes + needed;
  const bytes = await source.read(entry.position, Math.max(localHeaderBytes, readLength));
  if (bytes.length < localHeaderBytes || bytes.readUInt32LE(0) !== 0x04034b50) {
    throw damaged(messageOf('damage/wrongOffset'));
  }
  const start = localHeaderBytes + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  if (entry.position + start + length > directory.start) throw damaged(messageOf('damage/tooLong'));
  const content = bytes.subarray(start, start + needed);
  return content.length === needed ? content : source.read(entry.position + start, needed);
}

async function decompress(packed: Buffer, entry: ZipEntry): Promise<Buffer | null> {
  if (entry.method === deflated) return inflateExactly(packed, entry.size);
  return packed.length === entry.size ? packed : null;
}
