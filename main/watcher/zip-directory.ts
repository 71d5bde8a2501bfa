/** Whether a zip's directory and the contents it names belong together. Pure over bytes; layout: APPNOTE.TXT 4.3.7, 4.3.12. */

const entryBytes = 46;
export const localHeaderBytes = 30;
const inZip64Field = 0xffff_ffff;
const zip64FieldId = 1;
const checksumFollows = 1 << 3;

export type DirectoryEntry = {
  readonly name: Buffer;
  readonly checksum: number;
  /** 0: stored as it is. 8: deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Bytes in the file, and when unpacked; null when a zip64 field should tell them and does not. */
  readonly packedSize: number | null;
  readonly size: number | null;
  /** Position of the entry's local header; null like the sizes. */
  readonly position: number | null;
};

/**
 * The entries of a directory, in order. `bytes` may be cut off at its end (a directory too long to be read at once).
 * Null when the bytes are no directory.
 */
export function readDirectory(bytes: Buffer, wholeDirectory: boolean): readonly DirectoryEntry[] | null {
  const entries: DirectoryEntry[] = [];
  let at = 0;
  while (at + entryBytes <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
    if (nameEnd > bytes.length) return wholeDirectory ? null : entries;
    const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(at + 30));
    entries.push({
      name: bytes.subarray(at + entryBytes, nameEnd),
      checksum: bytes.readUInt32LE(at + 16),
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) !== 0,
      ...placeOf(bytes, at, extra),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at === 0) return null;
  if (!wholeDirectory || at >= bytes.length) return entries;
  return isDirectorySignature(bytes, at) ? entries : null;
}

/** Sizes and position; those that do not fit lie in the zip64 field, in this order (APPNOTE.TXT 4.5.3). */
function placeOf(
  bytes: Buffer,
  at: number,
  extra: Buffer,
): Pick<DirectoryEntry, 'size' | 'packedSize' | 'position'> {
  let wide = zip64Field(extra);
  const valueAt = (offset: number): number | null => {
    const value = bytes.readUInt32LE(at + offset);
    if (value !== inZip64Field) return value;
    if (wide.length < 8) return null;
    const full = wide.readBigUInt64LE(0);
    wide = wide.subarray(8);
    return full <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(full) : null;
  };
  const size = valueAt(24);
  const packedSize = valueAt(20);
  return { size, packedSize, position: valueAt(42) };
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === zip64FieldId)
      return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  return Buffer.alloc(0);
}

/** The optional record behind the last entry. */
function isDirectorySignature(bytes: Buffer, at: number): boolean {
  return at + 4 <= bytes.length && bytes.readUInt32LE(at) === 0x05054b50;
}

/** At most `most` entries, evenly spread, with the first and the last among them. */
export function sampleOf<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)] as Item);
}

/** True when `header` (local header and name) is the one the directory's entry speaks of. */
export function belongsTo(entry: DirectoryEntry, header: Buffer): boolean {
  if (header.length < localHeaderBytes + entry.name.length) return false;
  if (header.readUInt32LE(0) !== 0x04034b50) return false;
  if (header.readUInt16LE(26) !== entry.name.length) return false;
  if (!header.subarray(localHeaderBytes, localHeaderBytes + entry.name.length).equals(entry.name))
    return false;
  const checksum = header.readUInt32LE(14);
  const checksumStated = (header.readUInt16LE(6) & checksumFollows) === 0 && checksum !== 0;
  return !checksumStated || checksum === entry.checksum;
}
