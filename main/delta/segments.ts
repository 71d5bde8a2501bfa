/** Divides a build into the contents of its zip entries and the bytes between them. */

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
};

export type Layout = {
  /** In the order of their positions, without overlaps. Empty if the file is not a readable zip. */
  readonly entries: readonly EntrySegment[];
  /** End of the last entry. The directory is after it. */
  readonly entriesEnd: number;
};

export async function readLayout(build: BuildReader): Promise<Layout> {
  const entries: EntrySegment[] = [];
  let entriesEnd = 0;
  for (const entry of (await readSegments(build)).toSorted((a, b) => a.position - b.position)) {
    if (entry.length === 0 || entry.position < entriesEnd) continue;
    if (entry.position + entry.length > build.size) continue;
    entries.push(entry);
    entriesEnd = entry.position + entry.length;
  }
  return { entries, entriesEnd };
}

async function readSegments(build: BuildReader): Promise<EntrySegment[]> {
  const read = createRangeReader(build);
  const readAhead: BuildReader['read'] = (position, length) =>
    read(Math.min(position, build.size), Math.min(length, Math.max(0, build.size - position)));
  const directory = await withFallback(
    async () => readZipDirectory(await openByteSource({ ...build, read: readAhead }, undefined)),
    null,
  );
  const segments: EntrySegment[] = [];
  for (const entry of (directory?.entries() ?? []).toSorted((a, b) => a.position - b.position)) {
    if (!directory || entry.position < 0 || entry.position >= build.size) continue;
    const position = await contentPosition(directory, entry);
    if (position !== null) segments.push(segmentOf(entry, position + directory.shift));
  }
  return segments;
}

function segmentOf(
  { name, method, compressedSize, size, checksum }: ZipEntry,
  position: number,
): EntrySegment {
  const imageSize = method === deflated ? size : null;
  return { name, position, length: compressedSize, imageSize, checksum };
}

/** Returns the numbers that describe an entry without its name. */
export function entryNumbers({ position, length, imageSize, checksum }: EntrySegment): number[] {
  return [position, length, imageSize ?? length, checksum];
}

export function entryFrom([
  position = 0,
  length = 0,
  size = 0,
  checksum = 0,
]: readonly number[]): EntrySegment {
  return { name: '', position, length, imageSize: size === length ? null : size, checksum };
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

/** Compares checksums and sizes. */
export function isSameContent(a: EntrySegment, b: EntrySegment): boolean {
  return contentKey(a) === contentKey(b) && a.length === b.length;
}

function contentKey({ checksum, length, imageSize }: EntrySegment): string {
  return `${checksum} ${imageSize ?? length}`;
}
