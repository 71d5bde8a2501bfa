import { type PlistDictionary, PlistError, type PlistValue } from '../../base/formats/plist-value.ts';
import { type PropertyList, readPropertyList } from '../../base/formats/property-list.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { displayName } from '../detect-format.ts';
import { packageErrors } from '../errors.ts';
import { installability, installWarnings } from '../installability.ts';
import {
  type AppleDetails,
  type PackageInfo,
  type PackagePlatform,
  type Provisioning,
  truncateList,
} from '../package-info.ts';
import { isUnresolved, isUsableId, normaliseEntryName, truncateText, truncationWarnings } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { headerWarnings } from '../zip/header-check.ts';
import { readInBounds } from '../zip/out-of-bounds.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry } from '../zip/zip-entry.ts';
import {
  executableWarnings,
  folderOf,
  listedDevices,
  nestedProfileWarnings,
  profileEntitlements,
  readEmbeddedProfile,
} from './app-content.ts';
import { readLocalizedNames } from './apple-names.ts';
import type { AppPaths } from './bundle-paths.ts';
import { readIpaIconFacts } from './icon-ipa.ts';
import { profileWarnings } from './provisioning.ts';

/** Real files stay below 100 KiB. */
const plistLimit = 2 * 1024 * 1024;

/** Maximum number of entries read from `UISupportedDevices`. Exceeds the number of device models. */
const maxDevices = 200;

const maxNested = 200;

/** Reads an ipa: the only app in Payload, its icon files and profile. Throws errors of `packageErrors`. */
export async function readIpa(
  source: ByteSource,
  directory: ZipDirectory,
  appPaths: AppPaths,
): Promise<PackageInfo> {
  const app = await readAppParts(source, directory, appPaths);
  const folder = folderOf(app.entry);
  const profile = await readEmbeddedProfile(source, directory, folder);
  const nested = nestedBundles(directory.names, app.bundle);
  const info = describe(source.file, app.root, {
    format: app.format,
    nestedBundles: nested.flatMap((name) => truncateText(normaliseEntryName(name)) ?? []),
  });
  const now = Date.now();
  const obstacles = [
    ...(info.simulator ? [messageOf('warning/simulator')] : []),
    ...(await headerWarnings(directory)),
    ...thinnedWarnings(info.supportedDevices ?? []),
    // Simulator builds have neither profile nor signature.
    ...(info.simulator && profile.provisioning === 'none'
      ? []
      : [
          ...profileWarnings(profile, now),
          ...appIdWarnings(info.id, profile),
          ...(await nestedProfileWarnings(source, directory, nested, now)),
        ]),
    ...(profile.provisioning === 'none'
      ? []
      : await executableWarnings(source, directory, folder, textOf(app.root['CFBundleExecutable']))),
  ];
  return {
    ...info,
    ...(await readIpaIconFacts(source, directory, app)),
    ...profile,
    localizedNames: await readLocalizedNames(source, directory, folder, info.name),
    warnings: [...obstacles, ...info.warnings],
    installability: installability(obstacles),
    installWarnings: installWarnings(obstacles),
  };
}

/**
 * Returns the devices (as `deviceKey`) that all profiles with a device list contain; null if no profile lists
 * devices. `readIpa` omits them, so that no journal, log or response contains identifiers.
 */
export async function readIpaDevices(
  source: ByteSource,
  directory: ZipDirectory,
  appPaths: AppPaths,
): Promise<ReadonlySet<string> | null> {
  const { bundle, entry } = mainApp(source.file, appPaths);
  return listedDevices(source, directory, [entry, ...nestedBundles(directory.names, bundle)]);
}

/** Returns the entitlements that the app's profile allows, as `name = value`; empty without a profile. */
export async function readIpaEntitlements(
  source: ByteSource,
  directory: ZipDirectory,
  appPaths: AppPaths,
): Promise<readonly string[]> {
  return profileEntitlements(source, directory, folderOf(mainApp(source.file, appPaths).entry));
}

export type AppParts = PropertyList & {
  /** `Payload/My.app`. */
  readonly bundle: string;
  readonly entry: string;
};

/** Reads the Info.plist of the only app in Payload. Throws errors of `packageErrors`. */
export async function readAppParts(
  source: ByteSource,
  directory: ZipDirectory,
  appPaths: AppPaths,
): Promise<AppParts> {
  const { bundle, entry: name } = mainApp(source.file, appPaths);
  const entry = directory.find(name);
  if (!entry) throw new Error(`${name} is listed but missing`);
  const { bytes, checksumMatches } = await readEntry(source, directory, entry, plistLimit);
  const part = 'Info.plist';
  if (!checksumMatches) {
    throw packageErrors.partDamaged({ file: source.file, part, reason: messageOf('damage/wrongChecksum') });
  }
  return { bundle, entry: name, ...parseInfo(source.file, bytes) };
}

function mainApp(
  file: string,
  { main, hasPayload, bundle, outsidePayload }: AppPaths,
): AppPaths['main'][number] {
  const [first, ...others] = main;
  if (first && others.length > 0) {
    const bundles = [...new Set(main.map((app) => displayName(app.bundle)))];
    throw bundles.length === 1
      ? packageErrors.duplicate({ file, part: 'Info.plist' })
      : packageErrors.severalApps({ file, bundles: bundles.slice(0, 3).join(', ') });
  }
  if (first) return first;
  if (outsidePayload?.isMac) throw packageErrors.macApp({ file, location: displayName(outsidePayload.path) });
  if (bundle) throw packageErrors.noInfoPlist({ file, bundle: displayName(bundle) });
  if (hasPayload || !outsidePayload) throw packageErrors.noAppBundle({ file });
  throw packageErrors.outsidePayload({ file, location: displayName(outsidePayload.path) });
}

function parseInfo(file: string, bytes: Buffer): PropertyList {
  const damaged = (reason: Message, cause: unknown) =>
    packageErrors.partDamaged({ file, part: 'Info.plist', reason }, { cause });
  try {
    return readInBounds(
      () => readPropertyList(bytes),
      (cause) => damaged(messageOf('damage/damaged'), cause),
    );
  } catch (error) {
    throw error instanceof PlistError ? damaged(error.reason, error) : error;
  }
}

/** Returns the Info.plist entries, as written, of the apps and extensions inside the app. */
function nestedBundles(names: readonly string[], bundle: string): string[] {
  return names
    .filter((written) => {
      const name = normaliseEntryName(written);
      const isNested = name.startsWith(`${bundle}/`) && name !== `${bundle}/Info.plist`;
      return isNested && /\.(app|appex)\/Info\.plist$/.test(name);
    })
    .slice(0, maxNested);
}

function describe(
  file: string,
  root: PlistDictionary,
  details: Pick<AppleDetails, 'nestedBundles'> & Pick<PropertyList, 'format'>,
): PackageInfo {
  const text = (key: string) => textOf(root[key]);
  const short = (key: string) => truncateText(text(key));
  const id = text('CFBundleIdentifier');
  if (!isUsableId(id)) throw packageErrors.noId({ file, key: 'CFBundleIdentifier', part: 'Info.plist' });
  const { platform, simulator } = platformOf(root);
  const texts = {
    name: text('CFBundleDisplayName') ?? text('CFBundleName'),
    versionName: text('CFBundleShortVersionString'),
    build: text('CFBundleVersion'),
  };
  return {
    kind: 'ipa',
    platform,
    id,
    name: truncateText(texts.name),
    versionName: truncateText(texts.versionName),
    build: truncateText(texts.build),
    minOs: short('MinimumOSVersion') ?? short('LSMinimumSystemVersion'),
    targetOs: null,
    split: null,
    debuggable: false,
    simulator,
    supportedDevices: listOf(root['UISupportedDevices'])
      .slice(0, maxDevices)
      .flatMap((model) => truncateText(textOf(model)) ?? []),
    deviceFamily: listOf(root['UIDeviceFamily']).slice(0, 20).map(Number).filter(Number.isInteger),
    plistFormat: details.format,
    nestedBundles: details.nestedBundles,
    warnings: truncationWarnings(texts),
  };
}

/** A profile for `com.example.*` covers all identifiers that start with `com.example.`. */
function appIdWarnings(id: string, { profileAppId }: Provisioning): Message[] {
  if (profileAppId === null) return [];
  const isCovered = profileAppId.endsWith('*')
    ? id.startsWith(profileAppId.slice(0, -1))
    : id === profileAppId;
  return isCovered ? [] : [messageOf('warning/otherAppId', { id, profileAppId })];
}

function thinnedWarnings(models: readonly string[]): Message[] {
  return models.length === 0 ? [] : [messageOf('warning/thinned', { models: truncateList(models) })];
}

/** Returns text, or a number as text; null if absent, blank, or a build variable (`$(PRODUCT_NAME)`). */
function textOf(value: PlistValue | undefined): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' && !isUnresolved(value) ? value : null;
}

function listOf(value: PlistValue | undefined): readonly PlistValue[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

const platforms: Readonly<Record<string, PackagePlatform>> = {
  iphone: 'ios',
  appletv: 'tvos',
  watch: 'watchos',
  xr: 'visionos',
  mac: 'macos',
};

/** Reads `iPhoneOS`, `AppleTVSimulator`, `xros` …; falls back to the device family. */
function platformOf(root: PlistDictionary): {
  readonly platform: PackagePlatform;
  readonly simulator: boolean;
} {
  const stated = [root['DTPlatformName'], ...listOf(root['CFBundleSupportedPlatforms'])]
    .map((value) => /^(iphone|appletv|watch|xr|mac)(osx|os|simulator)$/i.exec(String(value)))
    .find((match) => match !== null);
  const simulator = stated?.[2]?.toLowerCase() === 'simulator';
  // A watch-only app is wrapped in an empty iPhone app.
  if (root['ITSWatchOnlyContainer'] === true) return { platform: 'watchos', simulator };
  const platform = platforms[stated?.[1]?.toLowerCase() ?? ''];
  return { platform: platform ?? platformOfFamily(listOf(root['UIDeviceFamily']).map(Number)), simulator };
}

function platformOfFamily(family: readonly number[]): PackagePlatform {
  if (family.length === 1 && family[0] === 3) return 'tvos';
  if (family.length === 1 && family[0] === 4) return 'watchos';
  return family.length === 1 && family[0] === 7 ? 'visionos' : 'ios';
}
