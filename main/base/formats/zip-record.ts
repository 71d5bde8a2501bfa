/** An entry of a zip's central directory (APPNOTE.TXT 4.3.7, 4.3.12, 4.5.3). */

export const localHeaderBytes = 30;
export const encryptedFlag = 1;
const recordBytes = 46;
const inZip64Field = 0xffff_ffff;
const zip64FieldId = 1;

export type ZipRecord = {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  /** Compressed size in bytes; null if the zip64 field that should contain it is missing. */
  readonly packedSize: number | null;
  readonly size: number | null;
  /** Offset of the local header; null if the zip64 field is missing. */
  readonly position: number | null;
};

export function isRecord(bytes: Buffer, at: number): boolean {
  return at + recordBytes <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50;
}

/** Returns where the name of the record at `at` ends; past the end of `bytes` if truncated. */
export function nameEnd(bytes: Buffer, at: number): number {
  return at + recordBytes + bytes.readUInt16LE(at + 28);
}

/** Returns the end of the record at `at`; past the end of `bytes` if truncated. */
export function recordEnd(bytes: Buffer, at: number): number {
  return nameEnd(bytes, at) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
}

export function nameOf(bytes: Buffer, at: number): Buffer {
  return bytes.subarray(at + recordBytes, nameEnd(bytes, at));
}

/** Reads the record at `at`, where `isRecord` must be true. */
export function readRecord(bytes: Buffer, at: number): ZipRecord {
  const extraStart = nameEnd(bytes, at);
  let wide = zip64Field(bytes.subarray(extraStart, extraStart + bytes.readUInt16LE(at + 30)));
  // 0xffffffff means that the value is in the zip64 field, where values have the order of the reads below.
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
  return {
    name: nameOf(bytes, at),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    size,
    packedSize,
    position: valueAt(42),
  };
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === zip64FieldId && end <= extra.length) return extra.subarray(at + 4, end);
    at = end;
  }
  return Buffer.alloc(0);
}
