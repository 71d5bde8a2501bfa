import type { PlistDictionary, PlistValue } from '../../base/formats/plist-value.ts';
import { isDictionary } from '../../base/formats/property-list.ts';
import { createImageReader, iconFacts } from '../images/icon-images.ts';
import { type PackageIcon, toDisplayImage } from '../images/image.ts';
import type { AppleDetails, IconFacts } from '../package-info.ts';
import { normaliseEntryName, truncateText } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import type { ZipDirectory } from '../zip/zip.ts';

type App = {
  /** `Payload/My.app`. */
  readonly bundle: string;
  readonly root: PlistDictionary;
};

/** Exceeds the number of icons that Xcode declares, which is about ten. */
const maxDeclared = 100;

type IpaIconFacts = IconFacts & Pick<AppleDetails, 'iconDeclared' | 'iconAsset' | 'assetsCar'>;

/** Returns facts about the app's icon. A problem with the icon is reported as a fact and never throws. */
export async function readIpaIconFacts(
  source: ByteSource,
  directory: ZipDirectory,
  { bundle, root }: App,
): Promise<IpaIconFacts> {
  const iconDeclared = declaredNames(root);
  const reader = createImageReader(source, directory);
  const loose = looseFiles(directory.names, bundle, iconDeclared);
  const { images, ...facts } = await iconFacts(reader, loose);
  return {
    icon: (await reader.readBest(images, async (image) => image)) !== null,
    ...facts,
    iconDeclared,
    iconAsset: assetName(root),
    assetsCar: directory.names.some((name) => normaliseEntryName(name) === `${bundle}/Assets.car`),
  };
}

/**
 * Returns the best image file that Info.plist names, else the artwork that older tools add; null if none.
 * Images in an asset catalogue (Assets.car) are not supported.
 */
export async function readIpaIcon(
  source: ByteSource,
  directory: ZipDirectory,
  { bundle, root }: App,
): Promise<PackageIcon | null> {
  const reader = createImageReader(source, directory);
  const { names } = directory;
  const loose = looseFiles(names, bundle, declaredNames(root));
  const artwork = names.filter((name) =>
    artworkNames.has(normaliseEntryName(name).replace(`${bundle}/`, '')),
  );
  for (const group of [loose, artwork]) {
    const icon = await reader.readBest(await reader.detect(group), toDisplayImage);
    if (icon) return icon;
  }
  return null;
}

const artworkNames: ReadonlySet<string> = new Set(['iTunesArtwork', 'iTunesArtwork@2x']);

function declaredNames(root: PlistDictionary): readonly string[] {
  const dictionaries = [root, ...primaryIcons(root).filter(isDictionary)];
  const names = dictionaries
    .flatMap((dictionary) =>
      ['CFBundleIconFiles', 'CFBundleIconFile'].flatMap((key) => variantsOf(dictionary, key)),
    )
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string' && value !== '')
    .flatMap((name) => truncateText(String(name)) ?? []);
  return [...new Set(names)].sort().slice(0, maxDeclared);
}

/** Returns the icon's name in the asset catalogue. On Apple TV, `CFBundlePrimaryIcon` itself is the name. */
function assetName(root: PlistDictionary): string | null {
  const icons = primaryIcons(root);
  const names = icons.map((icon) => (isDictionary(icon) ? icon['CFBundleIconName'] : icon));
  const name = [...names, root['CFBundleIconName']].find((value) => typeof value === 'string');
  return typeof name === 'string' ? truncateText(name) : null;
}

function primaryIcons(root: PlistDictionary): readonly (PlistValue | undefined)[] {
  return variantsOf(root, 'CFBundleIcons')
    .filter(isDictionary)
    .map((icons) => icons['CFBundlePrimaryIcon']);
}

/** Returns all values of a key, including device variants (`CFBundleIcons~ipad`). */
function variantsOf(dictionary: PlistDictionary, key: string): readonly PlistValue[] {
  return Object.keys(dictionary)
    .filter((name) => name === key || name.startsWith(`${key}~`))
    .flatMap((name) => [dictionary[name] ?? null]);
}

function looseFiles(names: readonly string[], bundle: string, declared: readonly string[]): string[] {
  if (declared.length === 0) return [];
  const wanted = new Set(declared.flatMap((name) => [name, name.replace(imageExtension, '')]));
  const start = `${bundle}/`;
  return names.filter((name) => {
    const plain = normaliseEntryName(name);
    return plain.startsWith(start) && namesOf(plain.slice(start.length)).some((one) => wanted.has(one));
  });
}

const imageExtension = /\.(png|jpe?g|icns)$/i;

/** Returns the names by which Info.plist may refer to a file, with or without extension, device and scale. */
function namesOf(file: string): readonly string[] {
  if (!imageExtension.test(file)) return [file];
  const plain = file.replace(imageExtension, '');
  const withoutDevice = plain.replace(/~[a-z]+$/i, '');
  return [file, plain, withoutDevice, withoutDevice.replace(/@\dx$/, '')];
}
