import { libraryAbi } from './android/abis.ts';
import { readIpaEntitlements } from './apple/ipa.ts';
import { readBuild } from './inspect.ts';
import { openBuild, withBuildFile } from './open-build.ts';
import type { PackageInfo, PackageKind } from './package-info.ts';
import { normaliseEntryName } from './text.ts';

/** Parts of a build by the paths of its entries. `other` includes headers and signatures of the zip. */
export const buildParts = [
  'code',
  'native',
  'frameworks',
  'extensions',
  'resources',
  'assets',
  'other',
] as const;
export type BuildPart = (typeof buildParts)[number];

export type Change<Value> = { readonly before: Value; readonly now: Value };

export type ListChange = { readonly added: readonly string[]; readonly removed: readonly string[] };

export type BuildComparison = Change<PackageInfo> & {
  /** Bytes of the files. */
  readonly size: Change<number>;
  /** Bytes of each part in the file, mostly compressed. Omits parts that neither build has. */
  readonly parts: readonly (Change<number> & { readonly part: BuildPart })[];
  readonly permissions: ListChange;
  /** Entitlements that the profile of an ipa allows: `aps-environment = production`. */
  readonly entitlements: ListChange;
  /** SHA-256 fingerprints (hex) of the signing certificates of an apk. */
  readonly certificates: ListChange;
  readonly abis: ListChange;
  /** Native libraries (`arm64-v8a/main.so`) and frameworks (`Notes.framework`). */
  readonly libraries: ListChange;
};

/** Compares the build at `path` with an earlier one. Throws like `inspectPackage`. */
export async function compareBuilds(path: string, earlierPath: string): Promise<BuildComparison> {
  const [before, now] = [await readContents(earlierPath), await readContents(path)];
  const lists = (of: (contents: Contents) => readonly string[]): ListChange =>
    listChange(of(before), of(now));
  return {
    before: before.info,
    now: now.info,
    size: { before: before.size, now: now.size },
    parts: buildParts
      .map((part) => ({ part, before: before.parts.get(part) ?? 0, now: now.parts.get(part) ?? 0 }))
      .filter((part) => part.before + part.now > 0),
    permissions: lists(({ info }) => info.permissions ?? []),
    entitlements: lists(({ entitlements }) => entitlements),
    certificates: lists(({ info }) => info.signing?.certificates.map(({ sha256 }) => sha256) ?? []),
    abis: lists(({ info }) => info.abis ?? []),
    libraries: lists(({ libraries }) => libraries),
  };
}

type Contents = {
  readonly info: PackageInfo;
  readonly size: number;
  readonly parts: ReadonlyMap<BuildPart, number>;
  readonly libraries: readonly string[];
  readonly entitlements: readonly string[];
};

function readContents(path: string): Promise<Contents> {
  return withBuildFile(path, async (reader) => {
    const build = await openBuild(reader, undefined);
    const { source, directory } = build;
    const info = await readBuild(build);
    const parts = new Map<BuildPart, number>();
    const libraries = new Set<string>();
    let rest = source.size;
    for (const { name: written, compressedSize } of directory.entries()) {
      const name = normaliseEntryName(written);
      const part = partOf(build.kind, name);
      parts.set(part, (parts.get(part) ?? 0) + compressedSize);
      rest -= compressedSize;
      const library = libraryOf(build.kind, name);
      if (library !== null) libraries.add(library);
    }
    parts.set('other', (parts.get('other') ?? 0) + Math.max(0, rest));
    const entitlements =
      build.kind === 'apk' ? [] : await readIpaEntitlements(source, directory, build.appPaths);
    return { info, size: source.size, parts, libraries: [...libraries].toSorted(), entitlements };
  });
}

function partOf(kind: PackageKind, name: string): BuildPart {
  return kind === 'apk' ? apkPart(name) : ipaPart(name);
}

function apkPart(name: string): BuildPart {
  if (/^[^/]+\.dex$/.test(name)) return 'code';
  if (name.startsWith('lib/')) return 'native';
  if (name.startsWith('assets/')) return 'assets';
  const isResource = name.startsWith('res/') || ['resources.arsc', 'AndroidManifest.xml'].includes(name);
  return isResource ? 'resources' : 'other';
}

/** Path inside the app of an ipa. */
const insideApp = /^Payload\/[^/]+\.app\/(.+)$/;

function ipaPart(name: string): BuildPart {
  const path = insideApp.exec(name)?.[1];
  if (path === undefined) return 'other';
  if (path.startsWith('Frameworks/')) return 'frameworks';
  if (/^(PlugIns|Extensions|Watch)\//.test(path)) return 'extensions';
  if (path === 'Assets.car') return 'assets';
  // The executable, with most of the code, is the only other top-level file without an extension.
  return /^[^/.]+$/.test(path) && path !== 'PkgInfo' ? 'code' : 'resources';
}

function libraryOf(kind: PackageKind, name: string): string | null {
  if (kind === 'apk') return libraryAbi(name, true) === undefined ? null : name.slice('lib/'.length);
  const path = insideApp.exec(name)?.[1] ?? '';
  return /^Frameworks\/([^/]+\.(?:framework|dylib))(?:\/|$)/.exec(path)?.[1] ?? null;
}

function listChange(before: readonly string[], now: readonly string[]): ListChange {
  const [had, has] = [new Set(before), new Set(now)];
  return {
    added: now.filter((item) => !had.has(item)),
    removed: before.filter((item) => !has.has(item)),
  };
}
