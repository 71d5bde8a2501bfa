/** Whether what a service lists is a certain build. Pure. */
import { displayVersion, type PackageInfo } from '../packages/package-info.ts';

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

function squeeze(text: string): string {
  return text
    .trim()
    .replace(/^v(?=\d)/i, '')
    .toLowerCase();
}

/** The unit in which a service says `listed` for a file of `bytes`; null when it fits none, or nothing was said. */
export function learnSizeUnit(listed: number, bytes: number): number | null {
  if (listed <= 0) return null;
  return sizeUnits.find((unit) => fits(listed, bytes, unit)) ?? null;
}

/** True when `listed` may be the size of a file of `bytes`. `unit` is null while it is not known. A size of 0 says nothing. */
export function sameSize(listed: number, bytes: number, unit: number | null): boolean {
  if (listed <= 0) return true;
  return unit === null ? learnSizeUnit(listed, bytes) !== null : fits(listed, bytes, unit);
}

function fits(listed: number, bytes: number, unit: number): boolean {
  return unit === 1 ? listed === bytes : Math.abs(listed * unit - bytes) < unit;
}
