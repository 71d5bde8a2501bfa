/** Reads a build's images. Detects them by their first bytes, and reads only the best one in full. */

import { withFallback } from '../errors.ts';
import type { IconFacts, IconKind } from '../package-info.ts';
import { normaliseEntryName, truncateText } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry, readEntryPrefix } from '../zip/zip-entry.ts';
import { type IntactImage, maxSide, readIntactImage } from './image.ts';
import { readImageHead } from './image-head.ts';
import type { ImageSize } from './image-size.ts';

export type IconImage = {
  readonly name: string;
  readonly kind: IconKind;
  /** Size in pixels; null if the first bytes do not contain it. */
  readonly size: ImageSize | null;
};

export type ImageReader = {
  /** Returns kind and size of at most `maxDetections` images per build. Damaged images are `unreadable`. */
  detect(names: readonly string[]): Promise<readonly IconImage[]>;
  /** Returns the first result of `convert` for the intact images, best first; null if there is none. */
  readBest<Result>(
    images: readonly IconImage[],
    convert: (image: IntactImage) => Promise<Result | null>,
  ): Promise<Result | null>;
};

/** Number of compressed bytes that contain the size of every PNG and WebP, and of many JPEGs. */
const beginningBytes = 512;
/** Real icons stay below 1 MiB. */
const imageLimit = 4 * 1024 * 1024;
const maxDetections = 200;
const maxFactFiles = 64;
const maxListed = 12;
/** Maximum images that are read in full. Real builds contain hardly any damaged images. */
const maxReads = 8;
/** In pixels. Larger images need more space and time, but do not look better. */
const maxUsefulSide = 512;

export function createImageReader(source: ByteSource, directory: ZipDirectory): ImageReader {
  let remainingDetections = maxDetections;
  let remainingReads = maxReads;
  return {
    detect: async (names) => {
      const allowed = names.slice(0, remainingDetections);
      remainingDetections -= allowed.length;
      return Promise.all(allowed.map((name) => detectImage(source, directory, name)));
    },
    readBest: async (images, convert) => {
      for (const { name } of images.filter(isUsable).toSorted((a, b) => rank(a) - rank(b))) {
        if (remainingReads <= 0) return null;
        remainingReads -= 1;
        const bytes = await readImage(source, directory, name);
        const image = bytes && readIntactImage(bytes);
        const result = image && (await convert(image));
        if (result) return result;
      }
      return null;
    },
  };
}

export async function iconFacts(
  reader: ImageReader,
  names: readonly string[],
): Promise<Omit<IconFacts, 'icon'> & { readonly images: readonly IconImage[] }> {
  const sorted = names.toSorted();
  const images = await reader.detect(sorted.slice(0, maxFactFiles));
  return {
    images,
    iconFiles: sorted.slice(0, maxListed).flatMap((name) => truncateText(normaliseEntryName(name)) ?? []),
    iconKinds: [...new Set(images.map(({ kind }) => kind))].sort(),
  };
}

async function detectImage(source: ByteSource, directory: ZipDirectory, name: string): Promise<IconImage> {
  const bytes = await withFallback(async () => {
    const entry = directory.find(name);
    return entry ? readEntryPrefix(source, directory, entry, beginningBytes) : 'missing';
  }, 'unreadable' as const);
  if (bytes === 'missing' || bytes === 'unreadable') return { name, kind: bytes, size: null };
  const { kind, size } = readImageHead(bytes);
  // Like Android, recognises XML by the file name.
  return { name, kind: kind === 'unknown' && /\.xml$/i.test(name) ? 'xml' : kind, size };
}

async function readImage(source: ByteSource, directory: ZipDirectory, name: string): Promise<Buffer | null> {
  return withFallback(async () => {
    const entry = directory.find(name);
    return entry && (await readEntry(source, directory, entry, imageLimit)).bytes;
  }, null);
}

/** Returns true for formats that every browser displays, once Apple's PNGs are converted. */
export function isRaster({ kind }: IconImage): boolean {
  return kind === 'png' || kind === 'cgbi-png' || kind === 'webp' || kind === 'jpeg';
}

function isUsable(image: IconImage): boolean {
  const { size } = image;
  return isRaster(image) && (!size || Math.max(size.width, size.height) <= maxSide);
}

/** Ranks the largest images up to `maxUsefulSide` first, then unknown sizes, then larger images. */
function rank({ size }: IconImage): number {
  if (!size) return maxUsefulSide;
  const side = Math.min(size.width, size.height);
  return side <= maxUsefulSide ? maxUsefulSide - side : side;
}
