/** The content of one zip entry: bounded, inflated under a hard cap, never written anywhere. */

import { crc32 } from 'node:zlib';
import { encryptedFlag, localHeaderBytes } from '../../base/formats/zip-record.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import type { ByteSource } from './byte-source.ts';
import { inflateBeginning, inflateExactly } from './inflate.ts';
import type { ZipDirectory, ZipEntry } from './zip.ts';

/** Header and content are read at once; alignment rarely takes more. */
const usualExtraBytes = 256;
export const deflated = 8;

/** Ways of packing that exist but that neither Android nor iOS reads (APPNOTE.TXT 4.4.5). */
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
  /** False when the checksum in the directory is of other bytes. Android does not mind; a damaged copy looks so too. */
  readonly checksumHolds: boolean;
};

/**
 * Reads one entry. `limit` is the most bytes its content may have. Throws `package/tooLarge`, `/partDamaged`,
 * `/encrypted`, `/compression`. A set encryption flag on readable data is ignored, as Android ignores it.
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
  refuseUnknownPacking(source, entry);
  const packed = await readPacked(source, directory, entry, { limit });
  const bytes = await unpack(packed, entry);
  const checksumHolds = bytes !== null && crc32(bytes) === entry.checksum;
  if (entry.flags & encryptedFlag && !checksumHolds) throw packageErrors.encrypted({ file, part });
  if (!bytes) throw packageErrors.partDamaged({ file, part, reason: messageOf('damage/notUnpackable') });
  return { bytes, checksumHolds };
}

/**
 * The beginning of an entry: what its first `length` packed bytes hold. Enough to tell what it is; whether the rest is
 * there is not looked at. Throws `package/partDamaged`, `/encrypted`, `/compression`.
 */
export async function readEntryBeginning(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  length: number,
): Promise<Buffer> {
  refuseUnknownPacking(source, entry);
  const packed = await readPacked(source, directory, entry, { most: length });
  const bytes = entry.method === deflated ? inflateBeginning(packed) : packed;
  if (bytes) return bytes;
  throw packageErrors.partDamaged({
    file: source.file,
    part: entry.name,
    reason: messageOf('damage/notUnpackable'),
  });
}

function refuseUnknownPacking({ file }: ByteSource, { name: part, method }: ZipEntry): void {
  if (method === aesMethod) throw packageErrors.encrypted({ file, part });
  const packing = unreadableMethods[method];
  if (packing) throw packageErrors.compression({ file, part, method: packing });
}

async function readPacked(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  wanted: { readonly limit: number } | { readonly most: number },
): Promise<Buffer> {
  const wrong = (reason: Message) =>
    packageErrors.partDamaged({ file: source.file, part: entry.name, reason });
  // An unknown way of packing is how some protectors mark plain data; Android takes it as stored.
  const length = entry.method === deflated ? entry.compressedSize : entry.size;
  // Deflate never grows data by more than this, so more packed bytes than that are no content.
  if ('limit' in wanted && length > wanted.limit * 1.001 + 1024) {
    throw wrong(messageOf('damage/wrongSizes'));
  }
  const needed = 'most' in wanted ? Math.min(length, wanted.most) : length;
  const usual = localHeaderBytes + Buffer.byteLength(entry.name) + usualExtraBytes + needed;
  const bytes = await source.read(entry.position, Math.max(localHeaderBytes, usual));
  if (bytes.length < localHeaderBytes || bytes.readUInt32LE(0) !== 0x04034b50) {
    throw wrong(messageOf('damage/wrongPlace'));
  }
  const start = localHeaderBytes + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  if (entry.position + start + length > directory.start) throw wrong(messageOf('damage/tooLong'));
  const inOneRead = bytes.subarray(start, start + needed);
  return inOneRead.length === needed ? inOneRead : source.read(entry.position + start, needed);
}

/** Exactly `entry.size` bytes; null when the data is no such thing. */
async function unpack(packed: Buffer, entry: ZipEntry): Promise<Buffer | null> {
  if (entry.method === deflated) return inflateExactly(packed, entry.size);
  return packed.length === entry.size ? packed : null;
}
