/**
 * The directory of a zip file, read by positions. Layout: APPNOTE.TXT 4.3.12 to 4.3.16. Sizes and places come from the
 * directory, as Android reads them; local headers may be wrong or empty.
 */
import { directoryInBounds, findZipEnd, withZip64, type ZipEnd, zip64EndBytes } from '../base/zip-end.ts';
import type { ByteSource } from './byte-source.ts';
import { packageErrors } from './errors.ts';

/** Enough for some 300,000 entries; the largest apps have a tenth of that. */
const mostDirectoryBytes = 32 * 1024 * 1024;
const recordBytes = 46;
const localHeaderBytes = 30;
const recordSignature = 0x02014b50;

export type ZipEntry = {
  /** As written: may hold `..`, backslashes or control characters. Never used as a path on this computer. */
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Position of the local header in the file. */
  readonly position: number;
};

export type ZipDirectory = {
  /** Names of all entries, in the order of the directory; a name may occur more than once. */
  readonly names: readonly string[];
  /** Where the directory starts: contents end before it. */
  readonly start: number;
  /** The only entry of that exact name; null when there is none. Throws `package/duplicate` when there are several. */
  find(name: string): ZipEntry | null;
  /** Where entries start that follow at least `bytes` bytes which belong to no entry, the largest gaps first. */
  afterGaps(bytes: number): readonly number[];
};

/** Reads the directory. Null: the file has no end record, so it is no whole zip. Throws `package/damaged`, `/tooLarge`. */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory | null> {
  const found = findZipEnd(source.tail, source.tailPosition);
  if (!found) return null;
  const end = await withLargeValues(source, found);
  if (end.directorySize > mostDirectoryBytes) {
    throw packageErrors.tooLarge({ file: source.file, part: 'table of contents', limit: '32 MiB' });
  }
  const { start, bytes } = await readRecords(source, end);
  const positions = recordPositions(bytes);
  // Writers without zip64 keep only the low 16 bits of a larger number.
  if ((positions.length & 0xffff) !== (end.entries & 0xffff)) {
    throw damaged(source, `it says that it holds ${end.entries} entries but lists ${positions.length}`);
  }
  const names = positions.map((at) => nameAt(bytes, at));
  const prefix = start - end.directoryOffset;
  const find = (name: string): ZipEntry | null => {
    const index = names.indexOf(name);
    if (index < 0) return null;
    if (names.includes(name, index + 1)) throw packageErrors.duplicate({ file: source.file, part: name });
    return entryAt(bytes, positions[index] as number, name, prefix);
  };
  const afterGaps = (least: number): readonly number[] =>
    gapsBetween(positions.map((at, index) => entryAt(bytes, at, names[index] as string, prefix)))
      .filter((gap) => gap.bytes >= least)
      .toSorted((a, b) => b.bytes - a.bytes)
      .map((gap) => gap.end);
  return { names, start, find, afterGaps };
}

/** Local headers may be longer than the directory tells, so a gap is counted a little too large. */
function gapsBetween(entries: readonly ZipEntry[]): { readonly end: number; readonly bytes: number }[] {
  const inOrder = entries.toSorted((a, b) => a.position - b.position);
  return inOrder.slice(1).map((entry, index) => {
    const before = inOrder[index] as ZipEntry;
    const end = before.position + localHeaderBytes + Buffer.byteLength(before.name) + before.compressedSize;
    return { end: entry.position, bytes: entry.position - end };
  });
}

function damaged(source: ByteSource, reason: string): Error {
  return packageErrors.damaged({ file: source.file, reason });
}

async function withLargeValues(source: ByteSource, end: ZipEnd): Promise<ZipEnd> {
  if (end.zip64Position === null) return end;
  const stated = withZip64(end, await source.read(end.zip64Position, zip64EndBytes));
  if (stated) return stated;
  // With something before the zip, the record lies later than stated: right before its locator.
  const position = end.position - 20 - zip64EndBytes;
  const moved = position < 0 ? null : withZip64(end, await source.read(position, zip64EndBytes));
  if (!moved) throw damaged(source, 'the record of its large sizes (zip64) is missing');
  return { ...moved, zip64Position: position };
}

/** The directory where it is stated to be or, with something put before the zip, right before the end record. */
async function readRecords(source: ByteSource, end: ZipEnd): Promise<{ start: number; bytes: Buffer }> {
  if (end.directorySize === 0) return { start: end.directoryOffset, bytes: Buffer.alloc(0) };
  const limit = end.zip64Position ?? end.position;
  const beforeEnd = limit - end.directorySize;
  if (!directoryInBounds(end) || beforeEnd < 0) {
    throw damaged(source, 'its table of contents does not lie inside the file');
  }
  for (const start of new Set([end.directoryOffset, beforeEnd])) {
    const bytes = await source.read(start, end.directorySize);
    if (isRecord(bytes, 0)) return { start, bytes };
  }
  throw damaged(source, 'its table of contents is not where the file says');
}

function isRecord(bytes: Buffer, at: number): boolean {
  return at + recordBytes <= bytes.length && bytes.readUInt32LE(at) === recordSignature;
}

function recordPositions(bytes: Buffer): number[] {
  const positions: number[] = [];
  for (let at = 0; isRecord(bytes, at); ) {
    const next =
      at +
      recordBytes +
      bytes.readUInt16LE(at + 28) +
      bytes.readUInt16LE(at + 30) +
      bytes.readUInt16LE(at + 32);
    if (next > bytes.length) break;
    positions.push(at);
    at = next;
  }
  return positions;
}

function nameAt(bytes: Buffer, at: number): string {
  const start = at + recordBytes;
  return bytes.toString('utf8', start, start + bytes.readUInt16LE(at + 28));
}

function entryAt(bytes: Buffer, at: number, name: string, prefix: number): ZipEntry {
  const short = {
    size: bytes.readUInt32LE(at + 24),
    compressedSize: bytes.readUInt32LE(at + 20),
    position: bytes.readUInt32LE(at + 42),
  };
  const extraStart = at + recordBytes + bytes.readUInt16LE(at + 28);
  const extra = bytes.subarray(extraStart, extraStart + bytes.readUInt16LE(at + 30));
  const wide = largeValues(extra, short);
  return {
    name,
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    ...wide,
    position: wide.position + prefix,
  };
}

type Places = Pick<ZipEntry, 'size' | 'compressedSize' | 'position'>;

/** The zip64 field (APPNOTE.TXT 4.5.3) holds, in this order, only those values that are all ones in the record. */
function largeValues(extra: Buffer, short: Places): Places {
  const field = extraField(extra, 0x0001);
  if (!field) return short;
  let at = 0;
  const next = (value: number): number => {
    if (value !== 0xffffffff || at + 8 > field.length) return value;
    at += 8;
    return Number(field.readBigUInt64LE(at - 8));
  };
  const size = next(short.size);
  const compressedSize = next(short.compressedSize);
  return { size, compressedSize, position: next(short.position) };
}

function extraField(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === id && end <= extra.length) return extra.subarray(at + 4, end);
    at = end;
  }
  return null;
}
