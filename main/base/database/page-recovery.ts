/**
 * Recovers rows from a SQLite file whose B-tree is damaged, by reading each table leaf page on its own. Also
 * finds deleted rows. Layout: sqlite.org/fileformat2.html, 1.6 and 4.
 */
import { readFileSync } from 'node:fs';
import { systemCode } from '../errors.ts';

const defaultPageBytes = 4_096;
const fileHeaderBytes = 100;
const tableLeaf = 0x0d;
const walHeaderBytes = 32;
const frameHeaderBytes = 24;
/** More columns than any Slipway table has. */
const maxColumns = 100;
/** A damaged page number could otherwise require scanning billions of pages. */
const maxPages = 1_000_000;
const maxRowBytes = 16 * 1024 * 1024;

export type ScannedValue = string | number | null;

/** Yields the values of each row in column order; blobs are null. Skips invalid rows. */
export function* scanRows(path: string): Generator<readonly ScannedValue[]> {
  const page = pagesOf(path);
  for (let number = 1; number <= page.count; number += 1) {
    const bytes = page.at(number);
    const start = number === 1 ? fileHeaderBytes : 0;
    if (!bytes || bytes[start] !== tableLeaf) continue;
    const cells = bytes.readUInt16BE(start + 3);
    for (let cell = 0; cell < cells && start + 10 + 2 * cell <= bytes.length; cell += 1) {
      const row = readOrNull(() => readCell(bytes, bytes.readUInt16BE(start + 8 + 2 * cell), page.at));
      if (row) yield row;
    }
  }
}

type Pages = {
  readonly count: number;
  /** Returns page `number`, from 1; null if the file does not contain it. */
  at(number: number): Buffer | null;
};

/** Reads the latest version of each page; pages in the `-wal` file are newer. */
function pagesOf(path: string): Pages {
  const file = readIfThere(path);
  const wal = readIfThere(`${path}-wal`);
  const stated = file.length < fileHeaderBytes ? 0 : file.readUInt16BE(16);
  const isSane = stated >= 512 && (stated & (stated - 1)) === 0;
  const size = isSane ? stated : defaultPageBytes;
  const newer = new Map<number, number>();
  let count = Math.floor(file.length / size);
  for (let at = walHeaderBytes; at + frameHeaderBytes + size <= wal.length; at += frameHeaderBytes + size) {
    // Frames with another salt are left over from before the last checkpoint.
    if (!wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24))) break;
    const number = wal.readUInt32BE(at);
    newer.set(number, at + frameHeaderBytes);
    if (number <= maxPages) count = Math.max(count, number);
  }
  return {
    count,
    at: (number) => {
      const inWal = newer.get(number);
      if (inWal !== undefined) return wal.subarray(inWal, inWal + size);
      const start = (number - 1) * size;
      return start >= 0 && start + size <= file.length ? file.subarray(start, start + size) : null;
    },
  };
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'EISDIR') return Buffer.alloc(0);
    throw error;
  }
}

function readOrNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    // Offsets in damaged bytes may be out of range.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readCell(page: Buffer, at: number, pageAt: Pages['at']): readonly ScannedValue[] | null {
  const length = readVarint(page, at);
  const rowid = readVarint(page, length.end);
  const payload = readPayload(page, rowid.end, length.value, pageAt);
  return payload && readRow(payload);
}

/** A long row continues on overflow pages. Each overflow page starts with the number of the next one. */
function readPayload(page: Buffer, at: number, length: number, pageAt: Pages['at']): Buffer | null {
  const maxLocal = page.length - 35;
  if (length <= maxLocal) return at + length <= page.length ? page.subarray(at, at + length) : null;
  if (length > maxRowBytes) return null;
  const least = Math.floor(((page.length - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (page.length - 4));
  const local = fitting <= maxLocal ? fitting : least;
  const parts = [page.subarray(at, at + local)];
  let next = page.readUInt32BE(at + local);
  for (let left = length - local; left > 0; ) {
    const further = pageAt(next);
    if (!further) return null;
    const part = further.subarray(4, 4 + Math.min(left, further.length - 4));
    parts.push(part);
    left -= part.length;
    next = further.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function readRow(payload: Buffer): readonly ScannedValue[] | null {
  const header = readVarint(payload, 0);
  const values: ScannedValue[] = [];
  let body = header.value;
  for (let at = header.end; at < header.value; ) {
    const type = readVarint(payload, at);
    const { value, bytes } = readValue(payload, body, type.value);
    if (body + bytes > payload.length || values.length >= maxColumns) return null;
    values.push(value);
    body += bytes;
    at = type.end;
  }
  return values;
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8];

function readValue(
  payload: Buffer,
  at: number,
  type: number,
): { readonly value: ScannedValue; readonly bytes: number } {
  if (type === 0) return { value: null, bytes: 0 };
  if (type === 7) return { value: payload.readDoubleBE(at), bytes: 8 };
  if (type === 8 || type === 9) return { value: type - 8, bytes: 0 };
  if (type >= 12) {
    const bytes = (type - (type % 2 === 0 ? 12 : 13)) / 2;
    return { value: type % 2 === 0 ? null : payload.toString('utf8', at, at + bytes), bytes };
  }
  const bytes = integerBytes[type] ?? 0;
  const value = bytes === 8 ? Number(payload.readBigInt64BE(at)) : payload.readIntBE(at, bytes);
  return { value, bytes };
}

/** Reads a big-endian varint: the high bit marks a following byte, except in the ninth, which has 8 bits. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.readUInt8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 };
}
