/**
 * The directory of a zip file, read by positions. Layout: APPNOTE.TXT 4.3.12 to 4.3.16. Sizes and places come from the
 * directory, as Android reads them; local headers may be wrong or empty.
 */
import type { ByteSource } from './byte-source.ts';
import { packageErrors } from './errors.ts';
import { damagedZip, isRecord, readDirectoryPart, recordBytes } from './zip-part.ts';

export const localHeaderBytes = 30;
const endBytes = 22;

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
  /** All of them, in the order of the directory. */
  entries(): readonly ZipEntry[];
  /** The end record follows the directory without anything between them. */
  readonly endsAtRecord: boolean;
  /** Bytes by which everything lies later than the file says: something was put before the zip. */
  readonly shift: number;
  /** Bytes behind the end of the zip. */
  readonly trailing: number;
  /** The only entry of that exact name; null when there is none. Throws `package/duplicate` when there are several. */
  find(name: string): ZipEntry | null;
  /** Where entries start that follow at least `bytes` bytes which belong to no entry, the largest gaps first. */
  afterGaps(bytes: number): readonly number[];
};

/** Reads the directory. Null: the file has no end record, so it is no whole zip. Throws `package/damaged`, `/tooLarge`. */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory | null> {
  const part = await readDirectoryPart(source);
  if (!part) return null;
  const { start, bytes, end } = part;
  const positions = recordPositions(bytes);
  // Writers without zip64 keep only the low 16 bits of a larger number.
  if ((positions.length & 0xffff) !== (end.entries & 0xffff)) {
    throw damagedZip(source, `it says that it holds ${end.entries} entries but lists ${positions.length}`);
  }
  const names = positions.map((at) => nameAt(bytes, at));
  const shift = start - end.directoryOffset;
  const find = (name: string): ZipEntry | null => {
    const index = names.indexOf(name);
    if (index < 0) return null;
    if (names.includes(name, index + 1)) throw packageErrors.duplicate({ file: source.file, part: name });
    return entryAt(bytes, positions[index] as number, name, shift);
  };
  const entries = (): readonly ZipEntry[] =>
    positions.map((at, index) => entryAt(bytes, at, names[index] as string, shift));
  const afterGaps = (least: number): readonly number[] =>
    gapsBetween(entries())
      .filter((gap) => gap.bytes >= least)
      .toSorted((a, b) => b.bytes - a.bytes)
      .map((gap) => gap.end);
  return {
    names,
    start,
    entries,
    endsAtRecord: start + bytes.length === end.position,
    shift,
    trailing: source.size - (end.position + endBytes + end.commentLength),
    find,
    afterGaps,
  };
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

function entryAt(bytes: Buffer, at: number, name: string, shift: number): ZipEntry {
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
    position: wide.position + shift,
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
