/**
 * Selects which apk of a release to send. The apks of a release have one package and version, are written
 * together into one folder, and differ in ABIs or signing. Pure.
 */
import type { PackageInfo } from '../../packages/package-info.ts';

export type FoundBuild = { readonly path: string; readonly mtimeMs: number; readonly info: PackageInfo };

/** `other`: another build is sent. `open`: no apk fits most phones, so the user chooses. */
export type Choice =
  | { readonly kind: 'itself' }
  | { readonly kind: 'other'; readonly build: FoundBuild }
  | { readonly kind: 'open'; readonly builds: readonly FoundBuild[] };

/** Maximum time between the apks of a release. Build tools write them within seconds. */
export const releaseSpanMs = 60_000;

/** Returns true if the apk is unsigned or has native code for one ABI, so another apk may replace it. */
export function mayBePartOfRelease(info: PackageInfo): boolean {
  return info.kind === 'apk' && info.split === null && (abisOf(info).length === 1 || isUnsigned(info));
}

/** Prefers signed apks, then universal apks, then arm64-v8a. `others`: builds in the same folder. */
export function choiceFor(build: FoundBuild, others: readonly FoundBuild[]): Choice {
  if (!mayBePartOfRelease(build.info)) return { kind: 'itself' };
  const release = others.filter((other) => isSameRelease(build, other));
  const twin = release.find(({ info }) => !isUnsigned(info) && sameAbis(info, build.info));
  if (twin && isUnsigned(build.info)) {
    const choice = choiceFor(twin, others);
    return choice.kind === 'itself' ? { kind: 'other', build: twin } : choice;
  }
  const builds = [
    build,
    ...release.filter(({ info }) => abisOf(info).length > 0 && !sameAbis(info, build.info)),
  ];
  const all = new Set(builds.flatMap(({ info }) => abisOf(info)));
  if (builds.length === 1 || all.size === 0) return { kind: 'itself' };
  const chosen =
    builds.find(({ info }) => abisOf(info).length === all.size) ??
    builds.find(({ info }) => abisOf(info).includes('arm64-v8a'));
  if (!chosen) return { kind: 'open', builds };
  return chosen === build ? { kind: 'itself' } : { kind: 'other', build: chosen };
}

/** Compares version names too, because Gradle scripts often use a version code per ABI. */
function isSameRelease(a: FoundBuild, b: FoundBuild): boolean {
  const { info } = a;
  return (
    a.path !== b.path &&
    Math.abs(a.mtimeMs - b.mtimeMs) <= releaseSpanMs &&
    info.kind === b.info.kind &&
    info.id === b.info.id &&
    info.split === b.info.split &&
    info.debuggable === b.info.debuggable &&
    info.instrumentation === b.info.instrumentation &&
    (info.build === b.info.build || (info.versionName !== null && info.versionName === b.info.versionName))
  );
}

function abisOf({ abis = [] }: PackageInfo): readonly string[] {
  return abis;
}

function sameAbis(a: PackageInfo, b: PackageInfo): boolean {
  return abisOf(a).join() === abisOf(b).join();
}

function isUnsigned({ signing }: PackageInfo): boolean {
  return signing?.schemesPresent.length === 0;
}
