import { type Message, messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import { isReference } from '../images/chunks.ts';
import { installability, installWarnings } from '../installability.ts';
import type { AndroidDetails, PackageInfo, SigningInfo } from '../package-info.ts';
import { isUsableId, truncateText, truncationWarnings } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readInBounds } from '../zip/out-of-bounds.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { type EntryContent, readEntry } from '../zip/zip-entry.ts';
import { abisOf, foreignAbiWarnings, oldAbiWarnings } from './abis.ts';
import { readApkIconFacts } from './icon-apk.ts';
import { type Attributes, type Manifest, readManifest } from './manifest.ts';
import { manifestWarnings } from './manifest-rules.ts';
import { type LibraryFacts, libraryWarnings } from './native-libraries.ts';
import { resolveBoolean, resolveLocalized, resolveText } from './resolve.ts';
import { type ResourceTable, readResourceTable } from './resources.ts';
import { certificateWarnings, jarWarnings, readSigning } from './signing.ts';
import { signatureWarnings } from './signing-rules.ts';
import { targetWarnings } from './system-levels.ts';
import { resourceTableName, zipWarnings } from './zip-rules.ts';

export const manifestName = 'AndroidManifest.xml';

/** Real manifests stay below 1 MiB, real tables below 40 MiB. */
const manifestLimit = 16 * 1024 * 1024;
const tableLimit = 64 * 1024 * 1024;

/** Reads an apk: manifest, resource table, signatures and icon files. Throws errors of `packageErrors`. */
export async function readApk(source: ByteSource, directory: ZipDirectory): Promise<PackageInfo> {
  const parts = await readApkParts(source, directory);
  const signing = await readSigning(source, directory);
  const info = readInBounds(
    () => describe(source, parts.manifest, parts.table, signing.info),
    (cause) => tableDamaged(source, cause),
  );
  const abis = abisOf(directory.names, info.debuggable);
  // Runs before the other zip checks, which need the local headers that it reads.
  const ofLibraries = await libraryWarnings(source, directory, libraryFacts(parts, abis));
  const obstacles = [
    ...(await zipWarnings(source, directory, info)),
    ...signatureWarnings(signing.found, { targetSandboxVersion: null, ...info }),
    ...(await jarWarnings(source, directory, signing.info)),
    ...targetWarnings(info),
    ...readInBounds(
      () => manifestWarnings(parts.manifest, parts.table, info, directory.names),
      (cause) => tableDamaged(source, cause),
    ),
    ...foreignAbiWarnings(abis),
    ...ofLibraries,
    ...oldAbiWarnings(abis),
  ];
  const checksum = parts.checksumMatches ? [] : [messageOf('warning/wrongChecksum')];
  return {
    ...info,
    ...(await readApkIconFacts(source, directory, parts)),
    abis,
    warnings: [...checksum, ...obstacles, ...info.warnings],
    installability: installability(obstacles),
    installWarnings: installWarnings(obstacles),
  };
}

function libraryFacts({ manifest, table }: ApkParts, abis: readonly string[]): LibraryFacts {
  const { extractNativeLibs, debuggable } = manifest.application ?? {};
  return {
    abis,
    debuggable: resolveBoolean(debuggable, table),
    extracted: extractNativeLibs === undefined || resolveBoolean(extractNativeLibs, table),
  };
}

export type ApkParts = {
  readonly manifest: Manifest;
  /** Null if absent, or if the manifest does not refer to it. */
  readonly table: ResourceTable | null;
  /** False if the manifest does not match its checksum. */
  readonly checksumMatches: boolean;
};

/** Reads the manifest, and the resource table if the manifest needs it. Throws errors of `packageErrors`. */
export async function readApkParts(source: ByteSource, directory: ZipDirectory): Promise<ApkParts> {
  const { bytes, checksumMatches } = await readManifestEntry(source, directory);
  const manifest = parseManifest(source, bytes);
  const table = refersToResources(manifest) ? await readTable(source, directory) : null;
  return { manifest, table, checksumMatches };
}

async function readManifestEntry(source: ByteSource, directory: ZipDirectory): Promise<EntryContent> {
  const entry = directory.find(manifestName);
  if (!entry) throw new Error(`${manifestName} is listed but missing`);
  const content = await readEntry(source, directory, entry, manifestLimit);
  const start = content.bytes.toString('utf8', 0, 256).replace(/^\uFEFF/, '');
  if (!/^\s*</.test(start)) return content;
  const isLibrary = directory.names.includes('classes.jar') && directory.names.includes('R.txt');
  throw isLibrary
    ? packageErrors.library({ file: source.file })
    : packageErrors.sourceManifest({ file: source.file });
}

function parseManifest(source: ByteSource, bytes: Buffer): Manifest {
  const damaged = (reason: Message, cause?: unknown) =>
    packageErrors.partDamaged({ file: source.file, part: manifestName, reason }, { cause });
  if (bytes.length === 0) throw damaged(messageOf('damage/empty'));
  const manifest = readInBounds(
    () => readManifest(bytes),
    (cause) => damaged(messageOf('damage/outside'), cause),
  );
  if (manifest === 'not-xml') throw damaged(messageOf('damage/noBinaryXml'));
  if (manifest === 'truncated') throw damaged(messageOf('damage/breaksOff'));
  return manifest;
}

/** Returns true if the manifest needs the resource table, which is often the largest entry. */
function refersToResources({ manifest, sdk, application, launchers }: Manifest): boolean {
  const groups = [manifest, sdk, application ?? {}, ...launchers.map((launcher) => launcher.attributes)];
  return groups.some((attributes) => Object.values(attributes).some(isReference));
}

async function readTable(source: ByteSource, directory: ZipDirectory): Promise<ResourceTable | null> {
  const entry = directory.find(resourceTableName);
  if (!entry) return null;
  const { bytes } = await readEntry(source, directory, entry, tableLimit);
  const table = readInBounds(
    () => readResourceTable(bytes),
    (cause) => tableDamaged(source, cause),
  );
  if (!table) throw tableDamaged(source);
  return table;
}

function tableDamaged(source: ByteSource, cause?: unknown): Error {
  const reason = messageOf('damage/noResourceTable');
  return packageErrors.partDamaged({ file: source.file, part: resourceTableName, reason }, { cause });
}

function describe(
  source: ByteSource,
  found: Manifest,
  table: ResourceTable | null,
  signing: SigningInfo,
): PackageInfo {
  const { manifest, sdk } = found;
  const application = found.application ?? {};
  const resolve = (value: Attributes[keyof Attributes]) => resolveText(value, table);
  const text = (value: Attributes[keyof Attributes]) => truncateText(resolve(value));
  const id = manifest.package?.text ?? null;
  if (!isUsableId(id)) throw packageErrors.noId({ file: source.file, key: 'package', part: manifestName });
  const texts = {
    name: resolve(application.label),
    versionName: resolve(manifest.versionName),
    build: resolve(manifest.versionCode),
  };
  const name = truncateText(texts.name);
  const build = truncateText(texts.build);
  const debuggable = resolveBoolean(application.debuggable, table);
  return {
    kind: 'apk',
    platform: 'android',
    id,
    name,
    versionName: truncateText(texts.versionName),
    build,
    minOs: text(sdk.minSdkVersion),
    targetOs: text(sdk.targetSdkVersion),
    split: text(manifest.split),
    debuggable,
    ...details(found, table, { name, build }),
    signing,
    registration: null,
    warnings: [
      ...certificateWarnings(signing),
      ...truncationWarnings(texts),
      ...(debuggable ? [messageOf('warning/debuggable')] : []),
    ],
  };
}

function details(
  found: Manifest,
  table: ResourceTable | null,
  texts: { readonly name: string | null; readonly build: string | null },
): Omit<AndroidDetails, 'iconRaster' | 'signing' | 'abis' | 'registration'> {
  const { manifest, launchers } = found;
  const home = launchers.filter((launcher) => launcher.home);
  const major = wholeNumber(resolveText(manifest.versionCodeMajor, table));
  const localized = Object.entries(resolveLocalized(found.application?.label, table));
  return {
    localizedNames: Object.fromEntries(localized.filter(([, label]) => label !== texts.name)),
    launcherLabel: truncateText(resolveText(home[0]?.attributes.label, table)),
    launchers: home.length,
    leanbackLaunchers: launchers.filter((launcher) => launcher.leanback).length,
    versionCodeMajor: major,
    longVersionCode: major === null ? null : longVersionCode(major, wholeNumber(texts.build) ?? 0),
    instrumentation: found.instrumentation,
    permissions: permissionsOf(found),
    formFactor: formFactor(found, table),
    targetSandboxVersion: wholeNumber(resolveText(manifest.targetSandboxVersion, table)),
  };
}

const maxPermissions = 300;

function permissionsOf({ permissions }: Manifest): readonly string[] {
  const names = permissions
    .map(({ name }) => truncateText(name?.text ?? null))
    .filter((name) => name !== null);
  return [...new Set(names)].slice(0, maxPermissions);
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^-?\d{1,10}$/.test(text) ? Number(text) : null;
}

function longVersionCode(major: number, minor: number): string {
  return String((BigInt(major) << 32n) | BigInt.asUintN(32, BigInt(minor)));
}

function formFactor(found: Manifest, table: ResourceTable | null): AndroidDetails['formFactor'] {
  const required = new Set(
    found.features
      .filter((feature) => !feature.required || resolveBoolean(feature.required, table))
      .map((feature) => resolveText(feature.name, table)),
  );
  if (required.has('android.hardware.type.watch')) return 'wear';
  if (required.has('android.hardware.type.automotive')) return 'automotive';
  const isTelevision =
    required.has('android.software.leanback') || required.has('android.hardware.type.television');
  const onlyTelevision =
    found.launchers.some((launcher) => launcher.leanback) && !found.launchers.some((one) => one.home);
  return isTelevision || onlyTelevision ? 'tv' : 'phone';
}
