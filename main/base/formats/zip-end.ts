/**
 * The end of a zip file: where its directory lies. Pure over bytes; shared by the watcher (is the file whole?) and
 * the package reader (what is in it?). Layout: APPNOTE.TXT 4.3.14 to 4.3.16.
 */

/** The longest tail that can hold the end record: 22 bytes and a comment of 65,535, and the zip64 locator before it. */
export const zipEndSearchBytes = 22 + 0xffff + 20;

export const zip64EndBytes = 56;

export type ZipEnd = {
  /** Position of the end record in the file. */
  readonly position: number;
  readonly entries: number;
  readonly directorySize: number;
  /** Position of the directory as the record states it, before any prefix is accounted for. */
  readonly directoryOffset: number;
  readonly commentLength: number;
  /** Position of the zip64 end record, to be read and given to `withZip64`; null for a small zip. */
  readonly zip64Position: number | null;
};

/**
 * Looks for the end record in the last bytes of a file. `tail` ends where the file ends and starts at `tailPosition`.
 * The record nearest the end whose comment fits wins. Null: no record, the file is not a whole zip.
 */
export function findZipEnd(tail: Buffer, tailPosition: number): ZipEnd | null {
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue;
    const commentLength = tail.readUInt16LE(at + 20);
    if (at + 22 + commentLength > tail.length) continue;
    return {
      position: tailPosition + at,
      entries: tail.readUInt16LE(at + 10),
      directorySize: tail.readUInt32LE(at + 12),
      directoryOffset: tail.readUInt32LE(at + 16),
      commentLength,
      zip64Position: zip64Position(tail, at),
    };
  }
  return null;
}

function zip64Position(tail: Buffer, endAt: number): number | null {
  const at = endAt - 20;
  if (at < 0 || tail.readUInt32LE(at) !== 0x07064b50) return null;
  const position = tail.readBigUInt64LE(at + 8);
  return position <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(position) : null;
}

/** The end record with the 64-bit values of its zip64 record (56 bytes); null when those bytes are no such record. */
export function withZip64(end: ZipEnd, record: Buffer): ZipEnd | null {
  if (record.length < zip64EndBytes || record.readUInt32LE(0) !== 0x06064b50) return null;
  const values = [record.readBigUInt64LE(32), record.readBigUInt64LE(40), record.readBigUInt64LE(48)];
  if (values.some((value) => value > BigInt(Number.MAX_SAFE_INTEGER))) return null;
  const [entries, directorySize, directoryOffset] = values.map(Number) as [number, number, number];
  return { ...end, entries, directorySize, directoryOffset };
}

/** True when the directory the record names lies wholly before the record, so nothing of it can be missing. */
export function directoryInBounds(end: ZipEnd): boolean {
  const limit = end.zip64Position ?? end.position;
  return end.directoryOffset + end.directorySize <= limit;
}
