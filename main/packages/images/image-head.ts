/** Detects an image by its first bytes. Pure. */

import type { IconKind } from '../package-info.ts';
import type { ImageSize } from './image-size.ts';
import { readJpeg } from './jpeg.ts';
import { pngChunkAt, pngSignature } from './png.ts';
import { readWebp } from './webp.ts';

/** `size` is null if the bytes do not contain it. */
export type ImageHead = {
  readonly kind: Exclude<IconKind, 'missing' | 'unreadable'>;
  readonly size: ImageSize | null;
};

/** RES_XML_TYPE in AOSP ResourceTypes.h. */
const documentType = 0x0003;

/** Determines kind and size from the first bytes; the rest may be damaged. `xml` is Android's binary XML. */
export function readImageHead(bytes: Buffer): ImageHead {
  const start = bytes.toString('latin1', 0, 12);
  if (bytes.subarray(0, 8).equals(pngSignature)) return pngHead(bytes);
  if (/^RIFF....WEBP/s.test(start)) return { kind: 'webp', size: readWebp(bytes).size };
  if (start.startsWith('\xff\xd8\xff')) return { kind: 'jpeg', size: readJpeg(bytes).size };
  if (/^GIF8[79]a/.test(start)) return { kind: 'gif', size: null };
  if (start.startsWith('icns')) return { kind: 'icns', size: null };
  const isXml = bytes.length >= 8 && bytes.readUInt16LE(0) === documentType && bytes.readUInt16LE(2) === 8;
  return { kind: isXml ? 'xml' : 'unknown', size: null };
}

function pngHead(bytes: Buffer): ImageHead {
  const first = pngChunkAt(bytes, 8);
  const isApple = first?.type === 'CgBI';
  const header = isApple ? pngChunkAt(bytes, first.next) : first;
  const kind = isApple ? 'cgbi-png' : 'png';
  if (header?.type !== 'IHDR' || header.data.length < 8) return { kind, size: null };
  return { kind, size: { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) } };
}
