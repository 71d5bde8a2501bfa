/**
 * Reads the directory of a zip file. Layout: APPNOTE.TXT 4.3.12 to 4.3.16. Sizes and positions are those of
 * the directory, as on Android; local headers may be wrong or empty.
 */

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
  /** In the order of the directory; a name may occur more than once. */
  readonly names: readonly string[];
  /** Position of the directory; contents end before it. */
  readonly start: number;
  entries(): readonly ZipEntry[];
  /** True if the end record directly follows the directory. */
  readonly endsAtRecord: boolean;
  /** Bytes inserted before the zip, which shift all stated positions. */
  readonly shift: number;
  /** Bytes after the end of the zip. */
  readonly trailing: number;
  /** Returns the entry of this exact name; null if there is none. Throws `package/duplicate` for several. */
  find(name: string): ZipEntry | null;
  /** Returns the positions of entries after gaps of at least `bytes`, the largest gaps first. */
  positionsAfterGaps(bytes: number): readonly number[];
};

/** Large directories are read in batches, with other work of the process in between. */
const entriesPerBatch = 10_000;

/** Returns null without an end record: the zip is incomplete. Throws `package/damaged`, `/tooLarge`. */
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
  for (const [index, at] of positions.entries()) {
    if ((index + 1) % entriesPerBatch === 0) await yieldToEventLoop();
    const name = nameOf(bytes, at).toString('utf8');
    names.push(name);
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
    find,
    positionsAfterGaps,
  };
}

/** A local header may be longer than the directory shows, so gaps are slightly overestimated. */
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

/** Marker for a value in the zip64 field; used as the value if that field is missing. */
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
