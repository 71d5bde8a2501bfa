/** Images a browser can show: checked to be whole and of a sane size. Pure over bytes. */
import { standardPng } from './cgbi.ts';
import { readImageHead } from './image-head.ts';
import type { ImageSize } from './image-size.ts';
import { readJpeg } from './jpeg.ts';
import { type Png, readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** The icon of a build, ready to be shown. */
export type PackageIcon = ImageSize & {
  readonly type: 'image/png' | 'image/webp' | 'image/jpeg';
  readonly bytes: Buffer;
};

/** Pixels. Real icons end at 1024. */
export const longestSide = 2048;

/** A whole image; `applePng` is there for one that has yet to be turned into a standard PNG. */
export type WholeImage = PackageIcon & { readonly applePng: Png | null };

/** The image in these bytes; null when it is none a browser shows, is damaged, or has a side over 2048 pixels. */
export function wholeImage(bytes: Buffer): WholeImage | null {
  const { kind, size } = readImageHead(bytes);
  if (!size || Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > longestSide)
    return null;
  if (kind === 'webp') {
    return readWebp(bytes).isWhole ? { type: 'image/webp', bytes, ...size, applePng: null } : null;
  }
  if (kind === 'jpeg') {
    return readJpeg(bytes).isWhole ? { type: 'image/jpeg', bytes, ...size, applePng: null } : null;
  }
  const png = readPng(bytes);
  if (!png) return null;
  const applePng = png.appleBits === null ? null : png;
  return { type: 'image/png', bytes: bytes.subarray(0, png.end), ...size, applePng };
}

/** The image as a browser shows it; null when Apple's PNG cannot be turned into a standard one. */
export async function shownImage({ applePng, ...image }: WholeImage): Promise<PackageIcon | null> {
  if (!applePng) return image;
  const bytes = await standardPng(applePng);
  return bytes && { ...image, bytes };
}
