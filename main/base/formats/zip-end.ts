/** The end-of-central-directory record of a zip file (APPNOTE.TXT 4.3.14 to 4.3.16). */

/** Maximum size after the directory: 22 bytes, a comment of 65,535 and the zip64 locator. */
export const zipEndSearchBytes = 22 + 0xffff + 20;

export const zip64EndBytes = 56;

export type ZipEnd = {
  readonly position: number;
  readonly entries: number;
  readonly directorySize: number;
  /** Offset of the directory as stored, not adjusted for data before the zip. */
  readonly directoryOffset: number;
  readonly commentLength: number;
  /** Offset of the zip64 end record, to be read and passed to `withZip64`; null if there is none. */
  readonly zip64Position: number | null;
};

/**
 * Finds the end record in `tail`, the bytes from `tailPosition`: the last record whose comment fits into the
 * file. Null if there is none, so the zip is incomplete.
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

/** Returns the end record with the values of its zip64 record (56 bytes); null if `record` is invalid. */
export function withZip64(end: ZipEnd, record: Buffer): ZipEnd | null {
  if (record.length < zip64EndBytes || record.readUInt32LE(0) !== 0x06064b50) return null;
  const values = [record.readBigUInt64LE(32), record.readBigUInt64LE(40), record.readBigUInt64LE(48)];
  if (values.some((value) => value > BigInt(Number.MAX_SAFE_INTEGER))) return null;
  const [entries, directorySize, directoryOffset] = values.map(Number) as [number, number, number];
  return { ...end, entries, directorySize, directoryOffset };
}

/** Returns true if the directory ends before the end record, so no part of it is missing. */
export function directoryInBounds(end: ZipEnd): boolean {
  const limit = end.zip64Position ?? end.position;
  return end.directoryOffset + end.directorySize <= limit;
}
