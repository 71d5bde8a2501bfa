/** The images among the entries of a build: looked at by their first bytes, the best one read whole. */

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
  /** As the directory of the zip has it. */
  readonly name: string;
  readonly kind: IconKind;
  /** Null where its first bytes do not tell it. */
  readonly size: ImageSize | null;
};

/** Reads images of one build. What it reads in all is limited, whatever the build names. */
export type ImageReader = {
  /** What these entries are; one that cannot be read is `unreadable`. Fewer when the limit is reached. */
  look(names: readonly string[]): Promise<readonly IconImage[]>;
  /**
   * What `take` makes of the image that shows best at 128 to 192 pixels and is whole, or of the next when it makes
   * nothing of that; null when there is none.
   */
  best<Result>(
    images: readonly IconImage[],
    take: (image: WholeImage) => Promise<Result | null>,
  ): Promise<Result | null>;
};

/** Packed bytes: enough for the size of every PNG and WebP, and of many JPEGs. */
const beginningBytes = 512;
/** Real icons stay below 1 MiB. */
const imageLimit = 4 * 1024 * 1024;
const mostLooks = 200;
const mostInFacts = 64;
const mostListed = 12;
/** One damaged image is an accident; several are an attack. */
const mostTries = 8;
/** Pixels. Larger ones cost more to keep and to show than they gain. */
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

/** What is said of the icon of every build. `images` are what its files are. */
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
  // Android tells its XML by the name.
  return { name, kind: kind === 'unknown' && /\.xml$/i.test(name) ? 'xml' : kind, size };
}

async function readImage(source: ByteSource, directory: ZipDirectory, name: string): Promise<Buffer | null> {
  return unlessRefused(async () => {
    const entry = directory.find(name);
    return entry && (await readEntry(source, directory, entry, imageLimit)).bytes;
  }, null);
}

/** Formats of pictures that every browser shows, once Apple's PNGs are turned into standard ones. */
export function isRaster({ kind }: IconImage): boolean {
  return kind === 'png' || kind === 'cgbi-png' || kind === 'webp' || kind === 'jpeg';
}

function isUsable(image: IconImage): boolean {
  const { size } = image;
  return isRaster(image) && (!size || Math.max(size.width, size.height) <= longestSide);
}

/** The larger the better, up to what is wanted; then the smaller the better; unknown sizes between. */
function cost({ size }: IconImage): number {
  if (!size) return largestWanted;
  const side = Math.min(size.width, size.height);
  return side <= largestWanted ? largestWanted - side : side;
}
