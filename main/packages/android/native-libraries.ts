/**
 * Android's requirements for native libraries. Sources: AOSP, `NativeLibraryHelper` (libraries that stay in the
 * apk must be stored on a page boundary, since Android 6), and developer.android.com, "Support 16 KB page sizes".
 */
import { type Message, messageOf } from '../../messages/message.ts';
import { displayName } from '../detect-format.ts';
import { withFallback } from '../errors.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readOrElse } from '../zip/out-of-bounds.ts';
import type { ZipDirectory, ZipEntry } from '../zip/zip.ts';
import { contentPosition, deflated, readEntryPrefix } from '../zip/zip-entry.ts';

export type LibraryFacts = {
  readonly abis: readonly string[];
  readonly debuggable: boolean;
  /** False if the system loads the libraries from inside the apk (`extractNativeLibs`). */
  readonly extracted: boolean;
};

/** Limits the number of reads: two per library. */
const maxLibraries = 64;
const pageBytes = 4096;
const largePageBytes = 16_384;
/** Compressed bytes; program headers follow the ELF header of 64 bytes. */
const elfHeadBytes = 1024;

/** In the order in which phones choose. */
const phoneAbis = ['arm64-v8a', 'armeabi-v7a', 'armeabi'];

/** Warns of libraries that devices refuse to install, or that devices with 16 KB pages cannot load. */
export async function libraryWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  { abis, debuggable, extracted }: LibraryFacts,
): Promise<Message[]> {
  const abi = phoneAbis.find((each) => abis.includes(each)) ?? abis[0];
  if (abi === undefined) return [];
  const libraries = directory
    .entries()
    .filter(({ name }) => name.startsWith(`lib/${abi}/`) && isLibrary(name.slice(abi.length + 5), debuggable))
    .slice(0, maxLibraries);
  const positions = await Promise.all(
    libraries.map((entry) => (extracted ? null : contentPosition(directory, entry))),
  );
  const isPacked = (entry: ZipEntry, index: number): boolean =>
    entry.method === deflated || (positions[index] ?? 0) % pageBytes !== 0;
  const packed = extracted ? undefined : libraries.find(isPacked);
  if (packed) return [messageOf('warning/librariesPacked', { part: displayName(packed.name) })];
  if (abi !== 'arm64-v8a') return [];
  const small = await Promise.all(
    libraries.map(
      async (entry, index) =>
        (positions[index] ?? 0) % largePageBytes !== 0 ||
        (await hasSmallSegments(source, directory, entry, positions[index] ?? null)),
    ),
  );
  const unaligned = libraries.find((_, index) => small[index]);
  return unaligned ? [messageOf('warning/smallPages', { part: displayName(unaligned.name) })] : [];
}

/** The system considers other names only in debuggable builds. */
function isLibrary(name: string, debuggable: boolean): boolean {
  return name.endsWith('.so') && !name.includes('/') && (debuggable || name.startsWith('lib'));
}

/**
 * Returns true for a 64-bit ELF file with a LOAD segment aligned to less than 16 KB. `position` is that of a
 * stored library; null if unknown.
 */
async function hasSmallSegments(
  source: ByteSource,
  directory: ZipDirectory,
  entry: ZipEntry,
  position: number | null,
): Promise<boolean> {
  // An unreadable library is reported by the checks of its zip entry.
  const head =
    position === null
      ? await withFallback(() => readEntryPrefix(source, directory, entry, elfHeadBytes), null)
      : await source.read(position + directory.shift, Math.min(entry.size, elfHeadBytes));
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
