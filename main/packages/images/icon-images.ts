/** Images in a build: detected by their first bytes, and only the best one read in full. */

import { unlessRefused } from '../errors.ts';
import type { IconFacts, IconKind } from '../package-info.ts';
import { plainName, shortText } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry, readEntryBeginning } from '../zip/zip-entry.ts';
import { longestSide, type WholeImage, wholeImage } from './image.ts';
import { readImageHead } from './image-head.ts';
import type { ImageSize } from './image-size.ts';

export type IconImage = {
  readonly name: string;
  readonly kind: IconKind;
  /** Null if the first bytes do not contain it. */
  readonly size: ImageSize | null;
};

export type ImageReader = {
  /** Returns the kinds of these entries, `unreadable` for damaged ones; fewer entries at the limit. */
  look(names: readonly string[]): Promise<readonly IconImage[]>;
  /** Returns the first result of `take` for the intact images, best first; null if there is none. */
  best<Result>(
    images: readonly IconImage[],
    take: (image: WholeImage) => Promise<Result | null>,
  ): Promise<Result | null>;
};

/** Compressed bytes: enough for the size of every PNG and WebP, and of many JPEGs. */
const beginningBytes = 512;
/** Real icons stay below 1 MiB. */
const imageLimit = 4 * 1024 * 1024;
const mostLooks = 200;
const mostInFacts = 64;
const mostListed = 12;
/** A single damaged image is an accident; several are an attack. */
const mostTries = 8;
/** Pixels. Larger images take more space and time without looking better. */
const largestWanted = 512;

export function createImageReader(source: ByteSource, directory: ZipDirectory): ImageReader {
  let looks = mostLooks;
  let tries = mostTries;
  return {
    look: async (names) => {
      const allowed = names.slice(0, looks);
      looks -= allowed.length;
      return Promise.all(allowed.map((name) => lookAt(source, directory, name)));
    },
    best: async (images, take) => {
      for (const { name } of images.filter(isUsable).toSorted((a, b) => cost(a) - cost(b))) {
        if (tries <= 0) return null;
        tries -= 1;
        const bytes = await readImage(source, directory, name);
        const image = bytes && wholeImage(bytes);
        const result = image && (await take(image));
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
  const images = await reader.look(sorted.slice(0, mostInFacts));
  return {
    images,
    iconFiles: sorted.slice(0, mostListed).flatMap((name) => shortText(plainName(name)) ?? []),
    iconKinds: [...new Set(images.map(({ kind }) => kind))].sort(),
  };
}

async function lookAt(source: ByteSource, directory: ZipDirectory, name: string): Promise<IconImage> {
  const bytes = await unlessRefused(async () => {
    const entry = directory.find(name);
    return entry ? readEntryBeginning(source, directory, entry, beginningBytes) : 'missing';
  }, 'unreadable' as const);
  if (bytes === 'missing' || bytes === 'unreadable') return { name, kind: bytes, size: null };
  const { kind, size } = readImageHead(bytes);
  // Android detects XML by the file name.
  return { name, kind: kind === 'unknown' && /\.xml$/i.test(name) ? 'xml' : kind, size };
}

async function readImage(source: ByteSource, directory: ZipDirectory, name: string): Promise<Buffer | null> {
  return unlessRefused(async () => {
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
  return isRaster(image) && (!size || Math.max(size.width, size.height) <= longestSide);
}

/** Prefers large sides up to `largestWanted`, then small ones; unknown sizes rank between. */
function cost({ size }: IconImage): number {
  if (!size) return largestWanted;
  const side = Math.min(size.width, size.height);
  return side <= largestWanted ? largestWanted - side : side;
}
