/** Compares a zip directory with the entries it lists. Layout: APPNOTE.TXT 4.3.7, 4.3.12. Pure. */
import {
  isRecord,
  localHeaderBytes,
  nameEnd,
  readRecord,
  recordEnd,
  type ZipRecord,
} from '../../base/formats/zip-record.ts';

const checksumFollows = 1 << 3;

/** Returns the entries in order; null if invalid. `bytes` may be truncated unless `wholeDirectory`. */
export function readDirectory(bytes: Buffer, wholeDirectory: boolean): readonly ZipRecord[] | null {
  const entries: ZipRecord[] = [];
  let at = 0;
  while (isRecord(bytes, at)) {
    if (nameEnd(bytes, at) > bytes.length) return wholeDirectory ? null : entries;
    entries.push(readRecord(bytes, at));
    at = recordEnd(bytes, at);
  }
  if (at === 0) return null;
  if (!wholeDirectory || at >= bytes.length) return entries;
  return isDirectorySignature(bytes, at) ? entries : null;
}

/** Returns true for the optional digital signature after the last entry, APPNOTE.TXT 4.3.13. */
function isDirectorySignature(bytes: Buffer, at: number): boolean {
  return at + 4 <= bytes.length && bytes.readUInt32LE(at) === 0x05054b50;
}

/** Returns at most `max` items, evenly spread, including the first and the last. */
export function sampleOf<Item>(items: readonly Item[], max: number): readonly Item[] {
  if (items.length <= max) return items;
  const step = (items.length - 1) / (max - 1);
  return Array.from({ length: max }, (_, index) => items[Math.round(index * step)] as Item);
}

/** Returns true if `header` (local header and name) belongs to the directory entry. */
export function belongsTo(entry: ZipRecord, header: Buffer): boolean {
  if (header.length < localHeaderBytes + entry.name.length) return false;
  if (header.readUInt32LE(0) !== 0x04034b50) return false;
  if (header.readUInt16LE(26) !== entry.name.length) return false;
  if (!header.subarray(localHeaderBytes, localHeaderBytes + entry.name.length).equals(entry.name))
    return false;
  const checksum = header.readUInt32LE(14);
  const checksumStated = (header.readUInt16LE(6) & checksumFollows) === 0 && checksum !== 0;
  return !checksumStated || checksum === entry.checksum;
}
