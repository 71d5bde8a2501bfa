import { type Message, messageOf } from '../../messages/message.ts';
import { displayVersion, type PackageInfo } from '../../packages/package-info.ts';

/** Units of `fileSize` that services use, in bytes. */
const sizeUnits = [1, 1_000, 1_024, 1_000_000, 1_048_576] as const;

/** True if `listed` is a spelling of the build's version. A build without a version matches any. */
export function sameVersion(listed: string, info: Pick<PackageInfo, 'versionName' | 'build'>): boolean {
  const { versionName, build } = info;
  if (!versionName && !build) return true;
  const spellings = [versionName, build, displayVersion(info)];
  if (versionName && build) {
    spellings.push(...['.', '-', '+', ' ', '_'].map((mark) => `${versionName}${mark}${build}`));
    spellings.push(`${versionName}(${build})`);
  }
  const wanted = normalizedVersion(listed);
  return spellings.some((spelling) => spelling !== null && normalizedVersion(spelling) === wanted);
}

/**
 * Compares a listed name with the package id; null if inconclusive, as for a difference in case only. If
 * `areIds` is null (unknown), compares only names that look like an id.
 */
export function samePackage(
  name: string | null,
  info: Pick<PackageInfo, 'id'>,
  areIds: boolean | null,
): boolean | null {
  if (!name) return null;
  if (name === info.id) return true;
  if (areIds === false || name.toLowerCase() === info.id.toLowerCase()) return null;
  return areIds === true || isPackageId(name) ? false : null;
}

/** True for names like an Android application id or Apple bundle id, not versions or file names. */
export function isPackageId(name: string): boolean {
  return packageIdPattern.test(name) && !/\.(apk|ipa|aab|zip)$/i.test(name);
}

/** Every part contains a letter, unlike in a version. */
const packageIdPattern = /^[a-z][\w-]*(\.[\d_-]*[a-z][\w-]*)+$/i;

/** Compares a listed platform with the build; null if inconclusive. */
export function samePlatform(listed: string, info: Pick<PackageInfo, 'kind'>): boolean | null {
  const kind = /android|apk/i.test(listed)
    ? 'apk'
    : /ios|ip(a|ad|hone)|apple|(tv|watch|vision|mac)os/i.test(listed)
      ? 'ipa'
      : null;
  return kind && kind === info.kind;
}

/** Ignores all but ASCII letters and digits, because some services drop or replace other characters. */
export function sameFileName(listed: string, fileName: string): boolean {
  return plainLetters(listed.split(/[\\/]/).at(-1) ?? '') === plainLetters(fileName);
}

function plainLetters(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function normalizedVersion(text: string): string {
  return text
    .trim()
    .replace(/^v(?=\d)/i, '')
    .toLowerCase();
}

/** Returns the unit of `listed` for a file of `bytes`; null if none or several fit. */
export function learnSizeUnit(listed: number, bytes: number): number | null {
  if (listed <= 0) return null;
  const [unit, ...others] = sizeUnits.filter((known) => fits(listed, bytes, known));
  return unit !== undefined && others.length === 0 ? unit : null;
}

/** True if `listed` may be the size of the file. `unit` is null if unknown. 0 counts as not reported. */
export function sameSize(listed: number, bytes: number, unit: number | null): boolean {
  if (listed <= 0) return true;
  return unit === null ? sizeUnits.some((known) => fits(listed, bytes, known)) : fits(listed, bytes, unit);
}

/** Returns a note if `listed` fits the file in no unit; null otherwise. */
export function sizeDifference(listed: number, bytes: number): Message | null {
  if (sameSize(listed, bytes, null)) return null;
  return messageOf('note/otherSize', { size: listed, bytes });
}

function fits(listed: number, bytes: number, unit: number): boolean {
  return unit === 1 ? listed === bytes : Math.abs(listed * unit - bytes) < unit;
}
