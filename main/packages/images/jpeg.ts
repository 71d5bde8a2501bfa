/** Reads JPEG files by their markers (ITU T.81, annex B). Pure. */
import type { ImageSize } from './image-size.ts';

const endOfImage = Buffer.from([0xff, 0xd9]);
const startOfScan = 0xda;

/** `size` is null if the bytes end before the frame header. An intact JPEG has frame, scan and end markers. */
export function readJpeg(bytes: Buffer): { readonly size: ImageSize | null; readonly isIntact: boolean } {
  let size: ImageSize | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff || isStandalone(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || marker === 0xd9) break;
    if (isFrame(marker) && length >= 8 && at + 9 <= bytes.length) {
      size ??= { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    // The end marker never occurs within the data of a scan.
    if (marker === startOfScan)
      return { size, isIntact: size !== null && bytes.includes(endOfImage, at + 2 + length) };
    at += 2 + length;
  }
  return { size, isIntact: false };
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** True for a start of frame. Excludes Huffman tables, extensions and arithmetic conditioning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
