/** The content of one zip entry: bounded, inflated under a hard cap, never written anywhere. */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';
import { packageErrors } from './errors.ts';
import type { ZipDirectory, ZipEntry } from './zip.ts';

const localHeaderBytes = 30;
/** Header and content are read at once; alignment rarely takes more. */
const usualExtraBytes = 256;
const encryptedFlag = 1;
const deflated = 8;
/** Up to here inflating takes under a few milliseconds and is not worth a thread. */
const smallBytes = 256 * 1024;

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
  if (entry.size > limit) throw packageErrors.tooLarge({ file, part, limit: inMebibytes(limit) });
  if (entry.method === aesMethod) throw packageErrors.encrypted({ file, part });
  const method = unreadableMethods[entry.method];
  if (method) throw packageErrors.compression({ file, part, method });
  const packed = await readPacked(source, directory, entry, limit);
  const bytes = await unpack(packed, entry);
  const checksumHolds = bytes !== null && crc32(bytes) === entry.checksum;
  if (entry.flags & encryptedFlag && !checksumHolds) throw packageErrors.encrypted({ file, part });
  if (!bytes) throw packageErrors.partDamaged({ file, part, reason: 'cannot be unpacked' });
  return { bytes, checksumHolds };
}

function inMebibytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;
}

async function readPacked(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  limit: number,
): Promise<Buffer> {
  const wrong = (reason: string) =>
    packageErrors.partDamaged({ file: source.file, part: entry.name, reason });
  // An unknown way of packing is how some protectors mark plain data; Android takes it as stored.
  const length = entry.method === deflated ? entry.compressedSize : entry.size;
  // Deflate never grows data by more than this, so more packed bytes than that are no content.
  if (length > limit + limit / 1000 + 1024) throw wrong('states sizes that do not fit each other');
  const usual = localHeaderBytes + Buffer.byteLength(entry.name) + usualExtraBytes + length;
  const bytes = await source.read(entry.position, Math.max(localHeaderBytes, usual));
  if (bytes.length < localHeaderBytes || bytes.readUInt32LE(0) !== 0x04034b50) {
    throw wrong('is not where the table of contents says');
  }
  const start = localHeaderBytes + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  if (entry.position + start + length > directory.start)
    throw wrong('reaches beyond the end of the contents');
  const inOneRead = bytes.subarray(start, start + length);
  return inOneRead.length === length ? inOneRead : source.read(entry.position + start, length);
}

/** Exactly `entry.size` bytes; null when the data is no such thing. */
async function unpack(packed: Buffer, entry: ZipEntry): Promise<Buffer | null> {
  if (entry.method !== deflated) return packed.length === entry.size ? packed : null;
  const bytes =
    entry.size <= smallBytes ? inflateSmall(packed, entry.size) : await inflate(packed, entry.size);
  return bytes && bytes.length === entry.size ? bytes : null;
}

function inflateSmall(packed: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, size),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    // Every way in which zlib refuses means the same: these bytes are not what the directory says.
    return null;
  }
}

/** Inflates into one buffer of the stated size, so that no more than that is ever held; null when it does not fit. */
async function inflate(packed: Buffer, size: number): Promise<Buffer | null> {
  // Deflate packs at most 1032 to 1: a larger size is a lie that should not even be set aside.
  if (size > packed.length * 1032 + 1024) return null;
  const target = Buffer.allocUnsafe(size);
  const stream = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  stream.end(packed);
  let filled = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (filled + chunk.length > size) return null;
      filled += chunk.copy(target, filled);
    }
  } catch {
    return null;
  }
  return target.subarray(0, filled);
}
