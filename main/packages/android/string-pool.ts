import type { Chunk } from '../images/chunks.ts';

export type StringPool = {
  /** Returns null if the string is missing, longer than 32,768 UTF-16 units, or outside the pool. */
  get(index: number): string | null;
};

const maxStringUnits = 32 * 1024;
const utf8Flag = 1 << 8;

export const emptyPool: StringPool = { get: () => null };

/** Reads a RES_STRING_POOL chunk. Strings are read on demand, so hostile counts and offsets cost nothing. */
export function readStringPool(bytes: Buffer, chunk: Chunk): StringPool {
  if (chunk.headerSize < 28) return emptyPool;
  const count = bytes.readUInt32LE(chunk.at + 8);
  const isUtf8 = (bytes.readUInt32LE(chunk.at + 16) & utf8Flag) !== 0;
  const data = bytes.subarray(chunk.at + bytes.readUInt32LE(chunk.at + 20), chunk.end);
  const offsets = chunk.at + chunk.headerSize;
  const cache = new Map<number, string | null>();
  const read = (index: number): string | null => {
    const at = offsets + index * 4;
    if (index >= count || at + 4 > chunk.end) return null;
    const offset = bytes.readUInt32LE(at);
    return isUtf8 ? utf8String(data, offset) : utf16String(data, offset);
  };
  return {
    get: (index) => {
      const cached = cache.get(index);
      if (cached !== undefined) return cached;
      const text = read(index);
      if (cache.size < 4096) cache.set(index, text);
      return text;
    },
  };
}

/** Reads a string: length in UTF-16 units and length in bytes (one or two bytes each), then the text. */
function utf8String(data: Buffer, offset: number): string | null {
  if (offset >= data.length) return null;
  const characters = readLength(data, offset);
  const size = readLength(data, offset + characters.width);
  const start = offset + characters.width + size.width;
  if (start + size.value > data.length) return null;
  const text = data.toString('utf8', start, start + size.value);
  return text.includes('�') ? joinSurrogates(data.subarray(start, start + size.value), text) : text;
}

function readLength(data: Buffer, at: number): { readonly value: number; readonly width: number } {
  const first = data[at] ?? 0;
  if ((first & 0x80) === 0) return { value: first, width: 1 };
  return { value: ((first & 0x7f) << 8) | (data[at + 1] ?? 0), width: 2 };
}

/** Older tools encoded a supplementary character as two surrogates of three bytes each (CESU-8). */
function joinSurrogates(data: Buffer, asUtf8: string): string {
  const latin = data.toString('latin1');
  const pair = /\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])/g;
  if (!pair.test(latin)) return asUtf8;
  const repaired = latin.replace(pair, (_, a: string, b: string, c: string, d: string) => {
    const high = 0xd000 | ((a.charCodeAt(0) & 0x3f) << 6) | (b.charCodeAt(0) & 0x3f);
    const low = 0xd000 | ((c.charCodeAt(0) & 0x3f) << 6) | (d.charCodeAt(0) & 0x3f);
    return Buffer.from(String.fromCharCode(high, low), 'utf8').toString('latin1');
  });
  return Buffer.from(repaired, 'latin1').toString('utf8');
}

/** Reads a string: length in one or two UTF-16 units, then the text. */
function utf16String(data: Buffer, offset: number): string | null {
  if (offset + 2 > data.length) return null;
  const first = data.readUInt16LE(offset);
  const isLong = (first & 0x8000) !== 0;
  if (isLong && offset + 4 > data.length) return null;
  const length = isLong ? ((first & 0x7fff) << 16) | data.readUInt16LE(offset + 2) : first;
  const start = offset + (isLong ? 4 : 2);
  if (length > maxStringUnits || start + length * 2 > data.length) return null;
  return data.toString('utf16le', start, start + length * 2);
}
