import { type FileHandle, open } from 'node:fs/promises';
import { readAt } from '../../base/files/files.ts';
import {
  directoryInBounds,
  findZipEnd,
  withZip64,
  type ZipEnd,
  zip64EndBytes,
  zipEndSearchBytes,
} from '../../base/formats/zip-end.ts';
import { localHeaderBytes, type ZipRecord } from '../../base/formats/zip-record.ts';
import type { IncompleteReason, Verification } from './completeness.ts';
import { verifyContents } from './contents.ts';
import { belongsTo, readDirectory, sampleOf } from './zip-directory.ts';

/** Maximum directory size to read, enough for about 100,000 entries. */
const maxDirectoryBytes = 16 * 1024 * 1024;
/** Enough samples to detect any shift between two builds, in a few milliseconds. */
const maxHeaderSamples = 256;

/**
 * `ends` reads the end record, the directory and a sample of the entries. `gaps` also reads every page and
 * verifies entries that may contain unwritten space. `contents` verifies all checksums.
 */
export type ReadDepth = 'ends' | 'gaps' | 'contents';

/**
 * Verifies that a zip file is complete. An intact end is not sufficient: a build written over an older one
 * still has the old end, and an incomplete build may stop after a nested zip. Then the directory does not
 * match the entries. Throws file system errors and the abort reason.
 */
export async function verifyZip(
  path: string,
  depth: ReadDepth = 'ends',
  signal?: AbortSignal,
): Promise<Verification> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) return notWhole('empty');
    const tailPosition = Math.max(0, size - zipEndSearchBytes);
    const tail = await readAt(handle, tailPosition, size - tailPosition);
    const end = findZipEnd(tail, tailPosition);
    if (!end) return notWhole(await reasonWithoutEnd(handle, tail));
    return await verifyDirectory(handle, end, depth, signal);
  } finally {
    await handle.close();
  }
}

const notWhole = (reason: IncompleteReason): Verification => ({ complete: false, reason });

async function reasonWithoutEnd(handle: FileHandle, tail: Buffer): Promise<IncompleteReason> {
  const start = await readAt(handle, 0, 4);
  if (isZero(start)) return 'reserved';
  if (start.toString('latin1', 0, 2) !== 'PK'.slice(0, start.length)) return 'no-zip';
  return tail.length >= 22 && isZero(tail.subarray(-22)) ? 'reserved' : 'ends-early';
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

async function verifyDirectory(
  handle: FileHandle,
  found: ZipEnd,
  depth: ReadDepth,
  signal?: AbortSignal,
): Promise<Verification> {
  const end = await fullEnd(handle, found);
  if (!end || !directoryInBounds(end)) return notWhole('mismatch');
  if (end.entries === 0 || end.directorySize === 0) return notWhole('no-entries');
  const length = Math.min(end.directorySize, maxDirectoryBytes);
  const bytes = await readAt(handle, end.directoryOffset, length);
  const entries = readDirectory(bytes, length === end.directorySize);
  if (!entries) return notWhole('mismatch');
  for (const entry of sampleOf(entries, maxHeaderSamples)) {
    if (!(await hasEntry(handle, entry, end.directoryOffset))) return notWhole('mismatch');
  }
  if (depth === 'ends') return { complete: true };
  const there = await verifyContents(handle, entries, end.directoryOffset, {
    all: depth === 'contents',
    signal,
  });
  return there ? { complete: true } : notWhole('mismatch');
}

async function fullEnd(handle: FileHandle, end: ZipEnd): Promise<ZipEnd | null> {
  if (end.zip64Position === null) return end;
  return withZip64(end, await readAt(handle, end.zip64Position, zip64EndBytes));
}

async function hasEntry(handle: FileHandle, entry: ZipRecord, limit: number): Promise<boolean> {
  if (entry.position === null) return true;
  if (entry.position + localHeaderBytes > limit) return false;
  return belongsTo(entry, await readAt(handle, entry.position, localHeaderBytes + entry.name.length));
}
