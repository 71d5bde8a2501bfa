/**
 * The directory of a zip file, read by positions. Layout: APPNOTE.TXT 4.3.12 to 4.3.16. Sizes and places come from the
 * directory, as Android reads them; local headers may be wrong or empty.
 */

import { setImmediate as otherWork } from 'node:timers/promises';
import { isRecord, localHeaderBytes, nameOf, readRecord, recordEnd } from '../../base/formats/zip-record.ts';
import { messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import type { ByteSource } from './byte-source.ts';
import { damagedZip, readDirectoryPart } from './zip-part.ts';

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

/** A directory of many entries is read in turns with other work of the process. */
const entriesPerTurn = 10_000;

/** Reads the directory. Null: the file has no end record, so it is no whole zip. Throws `package/damaged`, `/tooLarge`. */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory | null> {
  const part = await readDirectoryPart(source);
  if (!part) return null;
  const { start, bytes, end } = part;
  const positions = await recordPositions(bytes);
  // Writers without zip64 keep only the low 16 bits of a larger number.
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
    if ((index + 1) % entriesPerTurn === 0) await otherWork();
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
  const afterGaps = (least: number): readonly number[] =>
    gapsBetween(entries)
      .filter((gap) => gap.bytes >= least)
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

async function recordPositions(bytes: Buffer): Promise<number[]> {
  const positions: number[] = [];
  for (let at = 0; isRecord(bytes, at) && recordEnd(bytes, at) <= bytes.length; at = recordEnd(bytes, at)) {
    positions.push(at);
    if (positions.length % entriesPerTurn === 0) await otherWork();
  }
  return positions;
}

/** The value that sends a reader to the zip64 field, where that does not tell it. */
const unknown = 0xffff_ffff;

function entryAt(bytes: Buffer, at: number, name: string, shift: number): ZipEntry {
  const { flags, method, checksum, size, packedSize, position } = readRecord(bytes, at);
  return {
    name,
    flags,
    method,
    checksum,
    size: size ?? unknown,
    compressedSize: packedSize ?? unknown,
    position: (position ?? unknown) + shift,
  };
}
