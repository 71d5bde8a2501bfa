/** Reads WebP files by their chunks (RFC 9649). Pure. */
import type { ImageSize } from './image-size.ts';

/** `size` is null if not in the first chunk. In an intact WebP, all chunks fit and one is an image. */
export function readWebp(bytes: Buffer): { readonly size: ImageSize | null; readonly isIntact: boolean } {
  const size = sizeInFirstChunk(bytes);
  if (!size || bytes.length < 12) return { size, isIntact: false };
  const end = 8 + bytes.readUInt32LE(4);
  return { size, isIntact: end <= bytes.length && hasImage(bytes, end) };
}

function hasImage(bytes: Buffer, end: number): boolean {
  let found = false;
  for (let at = 12; at + 8 <= end; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return false;
    found ||= ['VP8 ', 'VP8L', 'ANMF'].includes(bytes.toString('latin1', at, at + 4));
    at += 8 + length + (length % 2);
  }
  return found;
}

function sizeInFirstChunk(bytes: Buffer): ImageSize | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L':
      return losslessSize(bytes);
    case 'VP8 ':
      return lossySize(bytes);
    default:
      return null;
  }
}

function losslessSize(bytes: Buffer): ImageSize | null {
  if (bytes[20] !== 0x2f) return null;
  const sizes = bytes.readUInt32LE(21);
  return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
}

function lossySize(bytes: Buffer): ImageSize | null {
  const isKeyFrame = (bytes.readUInt8(20) & 1) === 0 && bytes.readUIntBE(23, 3) === 0x9d012a;
  if (!isKeyFrame) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
