/**
 * Reads the directory of a zip file (APPNOTE.TXT 4.3.12 to 4.3.16). As on Android, sizes and positions come
 * from the directory, not from local headers.
 */

import { isUtf8 } from 'node:buffer';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isRecord, localHeaderBytes, nameOf, readRecord, recordEnd } from '../../base/formats/zip-record.ts';
import { messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import type { ByteSource } from './byte-source.ts';
import { damagedZip, readDirectoryPart } from './zip-part.ts';

const endBytes = 22;

export type ZipEntry = {
  /** As written: may contain `..`, backslashes or control characters. Never used as a local path. */
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
  /** Names in the order of the directory. A name may occur more than once. */
  readonly names: readonly string[];
  /** Position of the directory. Contents of entries are before it. */
  readonly start: number;
  entries(): readonly ZipEntry[];
  /** True if the end record directly follows the directory. */
  readonly endsAtRecord: boolean;
  /** Number of bytes before the zip. They shift all positions stored in it. */
  readonly shift: number;
  /** Bytes after the end of the zip. */
  readonly trailing: number;
  /** Returns the entry of this exact name; null if there is none. Throws `package/duplicate` for several. */
  find(name: string): ZipEntry | null;
  /** First name that occurs more than once; null if there is none. */
  readonly duplicate: string | null;
  /** First name that contains a null character or is not UTF-8, decoded as UTF-8; null if there is none. */
  readonly invalidName: string | null;
  /** Returns the local header of an entry, including its name; fewer bytes at the end of the file. Cached. */
  localHeader(entry: ZipEntry): Promise<Buffer>;
  /** Returns the first bytes of an entry, its local header included. Saves `localHeader` a read. */
  readStart(entry: ZipEntry, length: number): Promise<Buffer>;
  /** Returns the positions of entries that follow a gap of at least `bytes`, largest gaps first. */
  positionsAfterGaps(bytes: number): readonly number[];
};

/** Large directories are read in batches. Between batches, the process can do other work. */
const entriesPerBatch = 10_000;

/**
 * Returns null if the zip is incomplete: it has no end record. Throws `package/damaged`, `package/tooLarge`.
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory | null> {
  const part = await readDirectoryPart(source);
  if (!part) return null;
  const { start, bytes, end } = part;
  const positions = await recordPositions(bytes);
  // Writers without zip64 store only the low 16 bits of a larger count.
  if ((positions.length & 0xffff) !== (end.entries & 0xffff)) {
    throw damagedZip(
      source,
      messageOf('damage/entryCount', { stated: end.entries, listed: positions.length }),
    );
  }
  const shift = start - end.directoryOffset;
  const names: string[] = [];
  const entries: ZipEntry[] = [];
  const byName = new Map<string, ZipEntry | 'several'>();
  let duplicate: string | null = null;
  let invalidName: string | null = null;
  for (const [index, at] of positions.entries()) {
    if ((index + 1) % entriesPerBatch === 0) await yieldToEventLoop();
    const written = nameOf(bytes, at);
    const name = written.toString('utf8');
    names.push(name);
    if (byName.has(name)) duplicate ??= name;
    // Invalid bytes are decoded as U+FFFD, which is also a valid character.
    if (name.includes('\0') || (name.includes('\uFFFD') && !isUtf8(written))) invalidName ??= name;
    const entry = entryAt(bytes, at, name, shift);
    entries.push(entry);
    byName.set(name, byName.has(name) ? 'several' : entry);
  }
  const find = (name: string): ZipEntry | null => {
    const found = byName.get(name);
    if (found === 'several') throw packageErrors.duplicate({ file: source.file, part: name });
    return found ?? null;
  };
  const positionsAfterGaps = (minBytes: number): readonly number[] =>
    gapsBetween(entries)
      .filter((gap) => gap.bytes >= minBytes)
      .toSorted((a, b) => b.bytes - a.bytes)
      .map((gap) => gap.end);
  return {
    names,
    start,
    entries: () => entries,
    endsAtRecord: start + bytes.length === end.position,
    shift,
    trailing: source.size - (end.position + endBytes + end.commentLength),
    duplicate,
    invalidName,
    find,
    ...createHeaderReader(source),
    positionsAfterGaps,
  };
}

/** Several checks need the headers of the same entries, and each read takes about 25 µs. */
function createHeaderReader(source: ByteSource): Pick<ZipDirectory, 'localHeader' | 'readStart'> {
  const starts = new Map<number, Promise<Buffer>>();
  const readStart: ZipDirectory['readStart'] = ({ position }, length) => {
    const start = source.read(position, length);
    starts.set(position, start);
    return start;
  };
  return {
    readStart,
    localHeader: async (entry) => {
      const length = localHeaderBytes + Buffer.byteLength(entry.name);
      return (await (starts.get(entry.position) ?? readStart(entry, length))).subarray(0, length);
    },
  };
}

/** Returns the unused bytes between entries, slightly overestimated: a local header may be longer. */
function gapsBetween(entries: readonly ZipEntry[]): { readonly end: number; readonly bytes: number }[] {
  const inOrder = entries.toSorted((a, b) => a.position - b.position);
  return inOrder.slice(1).map((entry, index) => {
    const before = inOrder[index] as ZipEntry;
    const end = before.position + localHeaderBytes + Buffer.byteLength(before.name) + before.compressedSize;
    return { end: entry.position, bytes: entry.position - end };
  });
}

async function recordPositions(bytes: Buffer): Promise<number[]> {
  const positions: number[] = [];
  for (let at = 0; isRecord(bytes, at) && recordEnd(bytes, at) <= bytes.length; at = recordEnd(bytes, at)) {
    positions.push(at);
    if (positions.length % entriesPerBatch === 0) await yieldToEventLoop();
  }
  return positions;
}

/** Shows that a value is in the zip64 field. Used as the value if that field is missing. */
const zip64Marker = 0xffff_ffff;

function entryAt(bytes: Buffer, at: number, name: string, shift: number): ZipEntry {
  const { flags, method, checksum, size, packedSize, position } = readRecord(bytes, at);
  return {
    name,
    flags,
    method,
    checksum,
    size: size ?? zip64Marker,
    compressedSize: packedSize ?? zip64Marker,
    position: (position ?? zip64Marker) + shift,
  };
}
