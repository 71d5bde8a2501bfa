/** The icon of an apk: what is said of it, and the picture that stands for it. */

import { unlessRefused } from '../errors.ts';
import { isReference, type RawValue } from '../images/chunks.ts';
import { createImageReader, type ImageReader, iconFacts, isRaster } from '../images/icon-images.ts';
import { type PackageIcon, shownImage } from '../images/image.ts';
import type { AndroidDetails, IconFacts } from '../package-info.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readOrElse } from '../zip/damage.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry } from '../zip/zip-entry.ts';
import { walkBinaryXml, type XmlElement } from './axml.ts';
import type { Manifest, ManifestValue } from './manifest.ts';
import { type ResourceFile, resolveFiles } from './resolve.ts';
import type { ResourceTable } from './resources.ts';

type Parts = { readonly manifest: Manifest; readonly table: ResourceTable | null };

/** Adaptive icons reach their layers in one to three steps. */
const deepest = 8;
/** Those with references to pictures stay below 4 KiB. */
const drawableLimit = 64 * 1024;
const mostLaunchers = 8;

/** Facts about the icon of the application. Whatever is wrong with it is a fact, never an error. */
export async function readApkIconFacts(
  source: ByteSource,
  directory: ZipDirectory,
  { manifest, table }: Parts,
): Promise<IconFacts & Pick<AndroidDetails, 'iconRaster'>> {
  const names = filesOf(manifest.application.icon, { table, directory }).map(({ path }) => path);
  const { images, ...facts } = await iconFacts(createImageReader(source, directory), names);
  const iconRaster = images.some(isRaster);
  const isOther = images.some(({ kind }) => kind === 'xml' || kind === 'gif');
  return { icon: iconRaster || isOther, iconRaster, ...facts };
}

/**
 * The best raster picture of the icon: a variant of the declared icon, else a layer of its XML, else the round icon, the
 * icon of an activity on the home screen, the logo, the banner of a television. Null when there is none.
 */
export async function readApkIcon(
  source: ByteSource,
  directory: ZipDirectory,
  { manifest, table }: Parts,
): Promise<PackageIcon | null> {
  const reader = createImageReader(source, directory);
  const search: Search = { source, directory, table, reader, seen: new Set() };
  for (const value of iconValues(manifest)) {
    const icon = await pictureOf(search, value, 0);
    if (icon) return icon;
  }
  return null;
}

function iconValues({ application, launchers }: Manifest): readonly ManifestValue[] {
  const shown = launchers.slice(0, mostLaunchers).map(({ attributes }) => attributes);
  return [
    application.icon,
    application.roundIcon,
    ...shown.flatMap(({ icon, roundIcon }) => [icon, roundIcon]),
    application.logo,
    application.banner,
    ...shown.map(({ banner }) => banner),
  ].filter((value) => value !== undefined);
}

type Search = {
  readonly source: ByteSource;
  readonly directory: ZipDirectory;
  readonly table: ResourceTable | null;
  readonly reader: ImageReader;
  /** Ids that were followed: a drawable may refer to itself. */
  readonly seen: Set<number>;
};

async function pictureOf(search: Search, value: RawValue, depth: number): Promise<PackageIcon | null> {
  if (depth > deepest || search.seen.has(value.data)) return null;
  search.seen.add(value.data);
  const files = filesOf(value, search);
  const usual = new Set(files.filter(isUsual).map(({ path }) => path));
  const images = await search.reader.look(files.map(({ path }) => path));
  for (const wanted of [true, false]) {
    const group = images.filter(({ name }) => usual.has(name) === wanted);
    const icon = await search.reader.best(group, shownImage);
    if (icon) return icon;
  }
  for (const { name } of images.filter(({ kind }) => kind === 'xml')) {
    for (const layer of await layersOf(search, name)) {
      const icon = await pictureOf(search, layer, depth + 1);
      if (icon) return icon;
    }
  }
  return null;
}

/** The files of a resource: those for every phone first, of these the ones for newer systems first. */
function filesOf(
  value: RawValue | undefined,
  { table, directory }: Pick<Search, 'table' | 'directory'>,
): readonly ResourceFile[] {
  const files = readOrElse(() => resolveFiles(value, table), []);
  return files
    .filter(({ path }) => missingFile.test(path) || (directory.names.includes(path) && !path.endsWith('/')))
    .toSorted((a, b) => Number(isUsual(b)) - Number(isUsual(a)) || b.config.sdkVersion - a.config.sdkVersion);
}

/**
 * A resource that is no file is any other text: a label, a colour, an address. Where no entry has that name, it is taken
 * for the path of a missing one only when it looks like the path of a picture or a drawable.
 */
const missingFile =
  /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\s\p{C}\\:]+\.(?:png|webp|jpe?g|gif|bmp|heic|heif|avif|xml)$/iu;

function isUsual({ config }: ResourceFile): boolean {
  return config.locale === '' && !config.special;
}

async function layersOf({ source, directory }: Search, name: string): Promise<readonly RawValue[]> {
  return unlessRefused(async () => {
    const entry = directory.find(name);
    const content = entry && (await readEntry(source, directory, entry, drawableLimit));
    return content ? readOrElse(() => readLayers(content.bytes), []) : [];
  }, []);
}

/** Attributes of the platform that name a drawable: `drawable` and, of a bitmap, `src`. */
const drawableAttributes: ReadonlySet<number> = new Set([0x01010199, 0x01010119]);
const mostLayers = 64;
/** Real drawables are nested four deep. */
const deepestElement = 16;

/**
 * References of a compiled drawable to others, the topmost first. A layer under another one is left out: its picture
 * alone would be a bare background. So is a one-coloured variant. Empty for damaged bytes; may throw Node's error for
 * reading outside a buffer.
 */
function readLayers(bytes: Buffer): readonly RawValue[] {
  let layers: RawValue[] = [];
  let hasForeground = false;
  const path: string[] = [];
  const damage = walkBinaryXml(bytes, {
    start: (element) => {
      if (element.depth > deepestElement) return;
      path[element.depth - 1] = element.name;
      path.length = element.depth;
      if (path.includes('monochrome') || (hasForeground && path.includes('background'))) return;
      hasForeground ||= element.name === 'foreground';
      if (coversEarlier(path)) layers = [];
      const value = layers.length < mostLayers ? drawableOf(element) : null;
      if (value) layers.push(value);
    },
    end: () => {},
  });
  return damage ? [] : layers.toReversed();
}

/** True if the last element of the path is drawn over all earlier ones. */
function coversEarlier(path: readonly string[]): boolean {
  return path.at(-1) === 'foreground' || (path.at(-1) === 'item' && path.at(-2) === 'layer-list');
}

function drawableOf(element: XmlElement): RawValue | null {
  for (const { resourceId, value } of element.attributes) {
    if (resourceId !== null && drawableAttributes.has(resourceId) && isReference(value)) return value;
  }
  return null;
}
