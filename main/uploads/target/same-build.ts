/** Whether what a service lists is a certain build. Pure. */

import { type Message, messageOf } from '../../messages/message.ts';
import { displayVersion, type PackageInfo } from '../../packages/package-info.ts';

/** Bytes in one unit of `fileSize`, as services are known to count. */
const sizeUnits = [1, 1_000, 1_024, 1_000_000, 1_048_576] as const;

/** True when `listed` is a way of writing the version of `info`. A build without any version fits every one. */
export function sameVersion(listed: string, info: Pick<PackageInfo, 'versionName' | 'build'>): boolean {
  const { versionName, build } = info;
  if (!versionName && !build) return true;
  const spellings = [versionName, build, displayVersion(info)];
  if (versionName && build) {
    spellings.push(...['.', '-', '+', ' ', '_'].map((mark) => `${versionName}${mark}${build}`));
    spellings.push(`${versionName}(${build})`);
  }
  const wanted = squeeze(listed);
  return spellings.some((spelling) => spelling !== null && squeeze(spelling) === wanted);
}

/**
 * Whether the name a service gives a record is the id of the build's package: false when it is that of another one, null
 * when it tells nothing. `areIds`: whether such names are package ids on this service; null while that is not known, and
 * then those count that look like one. Ids that differ in their capitals alone tell nothing: some services change them.
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

/** True for what looks like an Android application id or an Apple bundle id, and not like a version or a file. */
export function isPackageId(name: string): boolean {
  return packageIdPattern.test(name) && !/\.(apk|ipa|aab|zip)$/i.test(name);
}

/** Every part has a letter, which those of a version have not. */
const packageIdPattern = /^[a-z][\w-]*(\.[\d_-]*[a-z][\w-]*)+$/i;

/** Whether what a service calls a platform is that of the build; null when it tells nothing. */
export function samePlatform(listed: string, info: Pick<PackageInfo, 'kind'>): boolean | null {
  const kind = /android|apk/i.test(listed)
    ? 'apk'
    : /ios|ip(a|ad|hone)|apple|(tv|watch|vision|mac)os/i.test(listed)
      ? 'ipa'
      : null;
  return kind && kind === info.kind;
}

/** True when both are one file name as services write it, who leave out or replace what is no plain letter or digit. */
export function sameFileName(listed: string, fileName: string): boolean {
  return plainLetters(listed.split(/[\\/]/).at(-1) ?? '') === plainLetters(fileName);
}

function plainLetters(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function squeeze(text: string): string {
  return text
    .trim()
    .replace(/^v(?=\d)/i, '')
    .toLowerCase();
}

/**
 * The unit in which a service says `listed` for a file of `bytes`; null when it fits none or several (of a small file,
 * 1,000 and 1,024 bytes cannot be told apart), or nothing was said.
 */
export function learnSizeUnit(listed: number, bytes: number): number | null {
  if (listed <= 0) return null;
  const [unit, ...others] = sizeUnits.filter((known) => fits(listed, bytes, known));
  return unit !== undefined && others.length === 0 ? unit : null;
}

/** True when `listed` may be the size of a file of `bytes`. `unit` is null while it is not known. A size of 0 says nothing. */
export function sameSize(listed: number, bytes: number, unit: number | null): boolean {
  if (listed <= 0) return true;
  return unit === null ? sizeUnits.some((known) => fits(listed, bytes, known)) : fits(listed, bytes, unit);
}

/** What a person should know when a service lists an upload with a size the file does not have; null when it fits. */
export function sizeDifference(listed: number, bytes: number): Message | null {
  if (sameSize(listed, bytes, null)) return null;
  return messageOf('note/otherSize', { size: listed, bytes });
}

function fits(listed: number, bytes: number, unit: number): boolean {
  return unit === 1 ? listed === bytes : Math.abs(listed * unit - bytes) < unit;
}
