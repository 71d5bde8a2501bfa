/** Divides a build into the contents of its zip entries and the bytes between them. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { encryptedFlag, localHeaderBytes } from '../base/formats/zip-record.ts';
import { withFallback } from '../packages/errors.ts';
import { type BuildReader, openByteSource } from '../packages/zip/byte-source.ts';
import { readZipDirectory, type ZipEntry } from '../packages/zip/zip.ts';
import { contentPosition, deflated } from '../packages/zip/zip-entry.ts';
import { createRangeReader } from './ranges.ts';

/** Content of an entry, as stored in the build. */
export type EntrySegment = {
  readonly name: string;
  readonly position: number;
  readonly length: number;
  /** Size of the inflated content; null if the entry is not deflated. */
  readonly imageSize: number | null;
  readonly checksum: number;
  /** False if encrypted or compressed by another method, because the checksum may not identify the bytes. */
  readonly isPlain: boolean;
};

export type Layout = {
  /** In the order of their positions, without overlaps. Empty if the file is not a readable zip. */
  readonly entries: readonly EntrySegment[];
  /** End of the last entry. The directory is after it. */
  readonly entriesEnd: number;
};

/** Returns an empty layout for a build with more than `maxEntries` entries. */
export async function readLayout(build: BuildReader, maxEntries = Number.POSITIVE_INFINITY): Promise<Layout> {
  const entries: EntrySegment[] = [];
  let entriesEnd = 0;
  for (const entry of (await readSegments(build, maxEntries)).toSorted((a, b) => a.position - b.position)) {
    if (entry.length === 0 || entry.position < entriesEnd) continue;
    if (entry.position + entry.length > build.size) continue;
    entries.push(entry);
    entriesEnd = entry.position + entry.length;
  }
  return { entries, entriesEnd };
}

/** Number of entries read before yielding to the event loop. */
const entriesPerBatch = 1_000;

async function readSegments(build: BuildReader, maxEntries: number): Promise<EntrySegment[]> {
  const read = createRangeReader(build);
  const readAhead: BuildReader['read'] = async (position, length) => {
    const rest = Math.max(0, build.size - position);
    const bytes = await read(Math.min(position, build.size), Math.min(length, rest));
    // The directory stores local headers, which must not retain the buffers that they were read into.
    return bytes.length <= maxHeaderBytes ? Buffer.from(bytes) : bytes;
  };
  const directory = await withFallback(
    async () => readZipDirectory(await openByteSource({ ...build, read: readAhead }, undefined)),
    null,
  );
  const segments: EntrySegment[] = [];
  const found = directory?.entries() ?? [];
  if (found.length > maxEntries) return segments;
  for (const [index, entry] of found.toSorted((a, b) => a.position - b.position).entries()) {
    if ((index + 1) % entriesPerBatch === 0) await yieldToEventLoop();
    if (!directory || entry.position < 0 || entry.position >= build.size) continue;
    const position = await contentPosition(directory, entry);
    if (position !== null) segments.push(segmentOf(entry, position + directory.shift));
  }
  return segments;
}

/** Local header and a name of the maximum length. */
const maxHeaderBytes = localHeaderBytes + 65_535;

const stored = 0;

function segmentOf(
  { name, method, flags, compressedSize, size, checksum }: ZipEntry,
  position: number,
): EntrySegment {
  const imageSize = method === deflated ? size : null;
  const isPlain = (method === deflated || method === stored) && (flags & encryptedFlag) === 0;
  return { name, position, length: compressedSize, imageSize, checksum, isPlain };
}

/**
 * Returns four numbers for each entry that a client without the build can compare. Omits entries whose
 * deflated size equals their inflated size, because `entryFrom` would read them as stored.
 */
export function comparableEntries({ entries }: Layout): number[][] {
  return entries
    .filter(({ isPlain, imageSize, length }) => isPlain && imageSize !== length)
    .map(({ position, length, imageSize, checksum }) => [position, length, imageSize ?? length, checksum]);
}

/** Returns the entry for the four numbers from `comparableEntries`. Its name is empty. */
export function entryFrom([
  position = 0,
  length = 0,
  size = 0,
  checksum = 0,
]: readonly number[]): EntrySegment {
  return { name: '', position, length, imageSize: size === length ? null : size, checksum, isPlain: true };
}

/** Returns a function that finds the old entry for a new one: with the same content, else the same name. */
export function createMatcher({ entries }: Layout): (entry: EntrySegment) => EntrySegment | null {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const byContent = new Map(entries.map((entry) => [contentKey(entry), entry]));
  return (entry) => {
    const sameName = byName.get(entry.name);
    if (sameName && contentKey(sameName) === contentKey(entry)) return sameName;
    return byContent.get(contentKey(entry)) ?? sameName ?? null;
  };
}

/**
 * Returns a function that finds an entry with the same checksum and sizes in a build of which only
 * `comparableEntries` are known. If equal content has a different deflated size there, another program packed
 * that build, and deflated entries of equal size probably differ too. Then only stored entries are found.
 */
export function createRemoteMatcher(
  base: readonly EntrySegment[],
  target: readonly EntrySegment[],
): (entry: EntrySegment) => EntrySegment | null {
  const key = (entry: EntrySegment): string =>
    `${contentKey(entry)} ${entry.length} ${entry.imageSize === null}`;
  const byKey = new Map(base.map((entry) => [key(entry), entry]));
  const deflatedContents = new Set(base.filter(isDeflated).map(contentKey));
  const hasSamePacker = target.every(
    (entry) => !isDeflated(entry) || !deflatedContents.has(contentKey(entry)) || byKey.has(key(entry)),
  );
  return (entry) =>
    entry.isPlain && (hasSamePacker || !isDeflated(entry)) ? (byKey.get(key(entry)) ?? null) : null;
}

const isDeflated = ({ imageSize }: EntrySegment): boolean => imageSize !== null;

function contentKey({ checksum, length, imageSize }: EntrySegment): string {
  return `${checksum} ${imageSize ?? length}`;
}
