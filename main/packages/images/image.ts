/** Images that browsers display, checked to be intact and of a reasonable size. Pure. */
import { toStandardPng } from './cgbi.ts';
import { readImageHead } from './image-head.ts';
import type { ImageSize } from './image-size.ts';
import { readJpeg } from './jpeg.ts';
import { type Png, readPng } from './png.ts';
import { readWebp } from './webp.ts';

export type PackageIcon = ImageSize & {
  readonly type: 'image/png' | 'image/webp' | 'image/jpeg';
  readonly bytes: Buffer;
};

/** In pixels. Real icons have at most 1024. */
export const maxSide = 2048;

/** Intact image; `applePng` is set if it must still be converted to a standard PNG. */
export type IntactImage = PackageIcon & { readonly applePng: Png | null };

/** Returns the image; null if it is damaged, not displayable in browsers, or has a side over 2048 pixels. */
export function readIntactImage(bytes: Buffer): IntactImage | null {
  const { kind, size } = readImageHead(bytes);
  if (!size || Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > maxSide)
    return null;
  if (kind === 'webp') {
    return readWebp(bytes).isIntact ? { type: 'image/webp', bytes, ...size, applePng: null } : null;
  }
  if (kind === 'jpeg') {
    return readJpeg(bytes).isIntact ? { type: 'image/jpeg', bytes, ...size, applePng: null } : null;
  }
  const png = readPng(bytes);
  if (!png) return null;
  const applePng = png.appleBits === null ? null : png;
  return { type: 'image/png', bytes: bytes.subarray(0, png.end), ...size, applePng };
}

/** Returns the image for display; null if Apple's PNG cannot be converted. */
export async function toDisplayImage({ applePng, ...image }: IntactImage): Promise<PackageIcon | null> {
  if (!applePng) return image;
  const bytes = await toStandardPng(applePng);
  return bytes && { ...image, bytes };
}
