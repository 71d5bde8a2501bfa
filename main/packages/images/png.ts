/** Reads PNG files and Apple's variant by their chunks (W3C PNG, 5 to 11), without decompressing pixels. */
import { crc32 } from 'node:zlib';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export type PngHeader = {
  readonly width: number;
  readonly height: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colour: number;
  /** True if stored in the seven passes of Adam7. */
  readonly interlaced: boolean;
};

export type Png = {
  readonly header: PngHeader;
  /** CGBitmapInfo of Apple's CgBI chunk; null for a standard PNG. */
  readonly appleBits: number | null;
  /** Compressed pixels: contents of the IDAT chunks, in order. */
  readonly data: readonly Buffer[];
  readonly end: number;
};

export type PngChunk = {
  readonly type: string;
  readonly data: Buffer;
  readonly next: number;
  readonly checksumMatches: boolean;
};

/** Returns the chunk at a position; null if its length exceeds the buffer. */
export function pngChunkAt(bytes: Buffer, at: number): PngChunk | null {
  if (at + 12 > bytes.length) return null;
  const end = at + 8 + bytes.readUInt32BE(at);
  if (end + 4 > bytes.length) return null;
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    data: bytes.subarray(at + 8, end),
    next: end + 4,
    get checksumMatches() {
      return crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end);
    },
  };
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Reads a PNG up to its end chunk. Null if truncated, or if a critical chunk is damaged or missing. */
export function readPng(bytes: Buffer): Png | null {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return null;
  const first = pngChunkAt(bytes, 8);
  const appleBits = first?.type === 'CgBI' ? readAppleBits(first) : null;
  const start = first?.type === 'CgBI' ? pngChunkAt(bytes, first.next) : first;
  const header = start && readHeader(start);
  if (!header) return null;
  const data: Buffer[] = [];
  let hasPalette = false;
  for (let chunk = pngChunkAt(bytes, start.next); chunk; chunk = pngChunkAt(bytes, chunk.next)) {
    const { type } = chunk;
    if (isCritical(type) && !chunk.checksumMatches) return null;
    if (type === 'IHDR') return null;
    if (type === 'PLTE') hasPalette = true;
    if (type === 'IDAT') data.push(chunk.data);
    if (type !== 'IEND') continue;
    const isComplete = data.length > 0 && (hasPalette || header.colour !== 3);
    return isComplete ? { header, appleBits, data, end: chunk.next } : null;
  }
  return null;
}

/** Chunk types that begin with a lower-case letter are optional for decoders. */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) === 0;
}

function readAppleBits({ data }: PngChunk): number {
  return data.length >= 4 ? data.readUInt32BE(0) : 0;
}

const depthsByColour: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function readHeader({ type, data, checksumMatches }: PngChunk): PngHeader | null {
  if (type !== 'IHDR' || data.length !== 13 || !checksumMatches) return null;
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8);
  if (!depthsByColour[colour]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    return null;
  const width = data.readUInt32BE(0);
  const height = data.readUInt32BE(4);
  return width > 0 && height > 0 ? { width, height, depth, colour, interlaced: interlace === 1 } : null;
}
