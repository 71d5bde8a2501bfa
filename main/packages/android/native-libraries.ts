/**
 * Android's requirements for native libraries. Sources: AOSP, `NativeLibraryHelper` (page boundaries, since
 * Android 6), and developer.android.com, "Support 16 KB page sizes".
 */

import { localHeaderBytes } from '../../base/formats/zip-record.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { displayName } from '../detect-format.ts';
import { withFallback } from '../errors.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readOrElse } from '../zip/out-of-bounds.ts';
import type { ZipDirectory, ZipEntry } from '../zip/zip.ts';
import { contentPosition, deflated, readEntryPrefix } from '../zip/zip-entry.ts';
import { libraryAbi } from './abis.ts';

export type LibraryFacts = {
  readonly abis: readonly string[];
  readonly debuggable: boolean;
  /** False if the system loads the libraries from inside the apk (`extractNativeLibs`). */
  readonly extracted: boolean;
};

type Library = {
  readonly entry: ZipEntry;
  /** First bytes of the entry, with its local header; null if the system extracts the library. */
  readonly start: Buffer | null;
  /** Position of the content in the zip; null if unknown. */
  readonly position: number | null;
};

/** Maximum number of libraries read per ABI. */
const maxLibraries = 256;
const pageBytes = 4096;
const largePageBytes = 16_384;
/** Program headers follow the ELF header of 64 bytes. */
const elfHeadBytes = 1024;

/** ABIs of phones, in the order in which phones prefer them. */
const phoneAbis = ['arm64-v8a', 'armeabi-v7a', 'armeabi'];

/** Warns of libraries that devices refuse to install, or that devices with 16 KB pages cannot load. */
export async function libraryWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  facts: LibraryFacts,
): Promise<Message[]> {
  const [abi = facts.abis[0], other] = phoneAbis.filter((each) => facts.abis.includes(each));
  if (abi === undefined) return [];
  const libraries = await librariesOf(directory, abi, facts);
  const packed = libraries.find(isPacked);
  if (packed) return [messageOf('warning/librariesPacked', { part: displayName(packed.entry.name) })];
  if (abi !== 'arm64-v8a') return [];
  return [
    ...(other === undefined ? [] : await otherAbiWarnings(directory, other, facts)),
    ...(await pageWarnings(source, directory, libraries)),
  ];
}

/** Warns of compressed or unaligned libraries of a second ABI, for devices without 64-bit support. */
async function otherAbiWarnings(
  directory: ZipDirectory,
  abi: string,
  facts: LibraryFacts,
): Promise<Message[]> {
  const packed = facts.extracted ? undefined : (await librariesOf(directory, abi, facts)).find(isPacked);
  return packed ? [messageOf('warning/otherAbiPacked', { part: displayName(packed.entry.name) })] : [];
}

async function pageWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  libraries: readonly Library[],
): Promise<Message[]> {
  const small = await Promise.all(
    libraries.map(
      async (library) =>
        (library.position ?? 0) % largePageBytes !== 0 ||
        (await hasSmallSegments(source, directory, library)),
    ),
  );
  const unaligned = libraries.find((_, index) => small[index]);
  return unaligned ? [messageOf('warning/smallPages', { part: displayName(unaligned.entry.name) })] : [];
}

function librariesOf(
  directory: ZipDirectory,
  abi: string,
  { debuggable, extracted }: LibraryFacts,
): Promise<Library[]> {
  const entries = directory
    .entries()
    .filter(({ name }) => libraryAbi(name, debuggable) === abi)
    .slice(0, maxLibraries);
  return Promise.all(
    entries.map(async (entry) => {
      if (extracted) return { entry, start: null, position: null };
      // Up to one page of padding precedes an aligned library.
      const length = localHeaderBytes + Buffer.byteLength(entry.name) + largePageBytes + elfHeadBytes;
      const start = await directory.readStart(entry, length);
      return { entry, start, position: await contentPosition(directory, entry) };
    }),
  );
}

function isPacked({ entry, start, position }: Library): boolean {
  return start !== null && (entry.method === deflated || (position ?? 0) % pageBytes !== 0);
}

/** Returns true for a 64-bit ELF file with a LOAD segment aligned to less than 16 KB. */
async function hasSmallSegments(
  source: ByteSource,
  directory: ZipDirectory,
  { entry, start, position }: Library,
): Promise<boolean> {
  const at = (position ?? 0) + directory.shift - entry.position;
  const bytes = start?.subarray(at, at + Math.min(entry.size, elfHeadBytes));
  const isRead = bytes !== undefined && position !== null && bytes.length > 0;
  // An unreadable library is reported by the checks of its zip entry.
  const head = isRead
    ? bytes
    : await withFallback(() => readEntryPrefix(source, directory, entry, elfHeadBytes), null);
  return head !== null && readOrElse(() => isSmall(head), false);
}

const loadSegment = 1;

function isSmall(head: Buffer): boolean {
  const isElf64 = head.readUInt32BE(0) === 0x7f454c46 && head[4] === 2 && head[5] === 1;
  if (!isElf64) return false;
  const start = Number(head.readBigUInt64LE(32));
  const [length, count] = [head.readUInt16LE(54), head.readUInt16LE(56)];
  return Array.from({ length: Math.min(count, 64) }, (_, index) => start + index * length).some(
    (at) => head.readUInt32LE(at) === loadSegment && head.readBigUInt64LE(at + 48) < BigInt(largePageBytes),
  );
}
