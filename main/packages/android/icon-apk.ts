import { withFallback } from '../errors.ts';
import { isReference, type RawValue } from '../images/chunks.ts';
import { createImageReader, type ImageReader, iconFacts, isRaster } from '../images/icon-images.ts';
import { type PackageIcon, toDisplayImage } from '../images/image.ts';
import type { AndroidDetails, IconFacts } from '../package-info.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readOrElse } from '../zip/out-of-bounds.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry } from '../zip/zip-entry.ts';
import { walkBinaryXml, type XmlElement } from './axml.ts';
import type { Manifest, ManifestValue } from './manifest.ts';
import { type ResourceFile, resolveFiles } from './resolve.ts';
import type { ResourceTable } from './resources.ts';

type Parts = { readonly manifest: Manifest; readonly table: ResourceTable | null };

/** Adaptive icons reach their layers in one to three steps. */
const maxReferenceDepth = 8;
/** Drawables that refer to images stay below 4 KiB. */
const drawableLimit = 64 * 1024;
const maxLaunchers = 8;

/** Returns facts about the application's icon. A problem with the icon is a fact, never an error. */
export async function readApkIconFacts(
  source: ByteSource,
  directory: ZipDirectory,
  { manifest, table }: Parts,
): Promise<IconFacts & Pick<AndroidDetails, 'iconRaster'>> {
  const names = filesOf(manifest.application?.icon, { table, directory }).map(({ path }) => path);
  const { images, ...facts } = await iconFacts(createImageReader(source, directory), names);
  const iconRaster = images.some(isRaster);
  const isOther = images.some(({ kind }) => kind === 'xml' || kind === 'gif');
  return { icon: iconRaster || isOther, iconRaster, ...facts };
}

/**
 * Returns the best raster image; null if none. Tries the declared icon, layers of its XML, the round icon,
 * icons of launcher activities, the logo, and television banners.
 */
export async function readApkIcon(
  source: ByteSource,
  directory: ZipDirectory,
  { manifest, table }: Parts,
): Promise<PackageIcon | null> {
  const reader = createImageReader(source, directory);
  const search: Search = { source, directory, table, reader, seen: new Set() };
  for (const value of iconValues(manifest)) {
    const icon = await findImage(search, value, 0);
    if (icon) return icon;
  }
  return null;
}

function iconValues({ application, launchers }: Manifest): readonly ManifestValue[] {
  const shown = launchers.slice(0, maxLaunchers).map(({ attributes }) => attributes);
  return [
    application?.icon,
    application?.roundIcon,
    ...shown.flatMap(({ icon, roundIcon }) => [icon, roundIcon]),
    application?.logo,
    application?.banner,
    ...shown.map(({ banner }) => banner),
  ].filter((value) => value !== undefined);
}

type Search = {
  readonly source: ByteSource;
  readonly directory: ZipDirectory;
  readonly table: ResourceTable | null;
  readonly reader: ImageReader;
  /** Ids already followed, as a drawable may refer to itself. */
  readonly seen: Set<number>;
};

async function findImage(search: Search, value: RawValue, depth: number): Promise<PackageIcon | null> {
  if (depth > maxReferenceDepth || search.seen.has(value.data)) return null;
  search.seen.add(value.data);
  const files = filesOf(value, search);
  const defaultPaths = new Set(files.filter(isDefaultConfig).map(({ path }) => path));
  const images = await search.reader.detect(files.map(({ path }) => path));
  for (const wanted of [true, false]) {
    const group = images.filter(({ name }) => defaultPaths.has(name) === wanted);
    const icon = await search.reader.readBest(group, toDisplayImage);
    if (icon) return icon;
  }
  for (const { name } of images.filter(({ kind }) => kind === 'xml')) {
    for (const layer of await layersOf(search, name)) {
      const icon = await findImage(search, layer, depth + 1);
      if (icon) return icon;
    }
  }
  return null;
}

/** Returns a resource's files: default configurations first, then by descending SDK version. */
function filesOf(
  value: RawValue | undefined,
  { table, directory }: Pick<Search, 'table' | 'directory'>,
): readonly ResourceFile[] {
  const files = readOrElse(() => resolveFiles(value, table), []);
  return files
    .filter(({ path }) => missingFile.test(path) || (directory.names.includes(path) && !path.endsWith('/')))
    .toSorted(
      (a, b) =>
        Number(isDefaultConfig(b)) - Number(isDefaultConfig(a)) || b.config.sdkVersion - a.config.sdkVersion,
    );
}

/** A resource text without a zip entry counts as a missing file only if it is an image or drawable path. */
const missingFile =
  /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\s\p{C}\\:]+\.(?:png|webp|jpe?g|gif|bmp|heic|heif|avif|xml)$/iu;

function isDefaultConfig({ config }: ResourceFile): boolean {
  return config.locale === '' && !config.special;
}

async function layersOf({ source, directory }: Search, name: string): Promise<readonly RawValue[]> {
  return withFallback(async () => {
    const entry = directory.find(name);
    const content = entry && (await readEntry(source, directory, entry, drawableLimit));
    return content ? readOrElse(() => readLayers(content.bytes), []) : [];
  }, []);
}

/** Platform attributes that name a drawable: `drawable`, and `src` of a bitmap. */
const drawableAttributes: ReadonlySet<number> = new Set([0x01010199, 0x01010119]);
const maxLayers = 64;
/** Real drawables have about four levels. */
const maxElementDepth = 16;

/**
 * Returns the references of a compiled drawable, topmost first. Omits monochrome variants, and layers covered
 * by another layer. Empty if damaged. May throw a `RangeError`.
 */
function readLayers(bytes: Buffer): readonly RawValue[] {
  let layers: RawValue[] = [];
  let hasForeground = false;
  const path: string[] = [];
  const damage = walkBinaryXml(bytes, {
    start: (element) => {
      if (element.depth > maxElementDepth) return;
      path[element.depth - 1] = element.name;
      path.length = element.depth;
      if (path.includes('monochrome') || (hasForeground && path.includes('background'))) return;
      hasForeground ||= element.name === 'foreground';
      if (coversEarlier(path)) layers = [];
      const value = layers.length < maxLayers ? drawableOf(element) : null;
      if (value) layers.push(value);
    },
    end: () => {},
  });
  return damage ? [] : layers.toReversed();
}

function coversEarlier(path: readonly string[]): boolean {
  return path.at(-1) === 'foreground' || (path.at(-1) === 'item' && path.at(-2) === 'layer-list');
}

function drawableOf(element: XmlElement): RawValue | null {
  for (const { resourceId, value } of element.attributes) {
    if (resourceId !== null && drawableAttributes.has(resourceId) && isReference(value)) return value;
  }
  return null;
}
