import type { PackageInfo } from '../packages/package-info.ts';
import type { Journal } from './journal.ts';
import type { Sought } from './reconcile.ts';
import type { UploadRecord } from './record.ts';

/** What to look for on the service when the answer to `lost` was lost; `finder` is the upload that will be it. */
export function soughtOf(
  lost: UploadRecord,
  info: PackageInfo,
  finder: UploadRecord,
  journal: Journal,
): Omit<Sought, 'mark'> {
  const laterMarks = journal
    .ofPackage(lost, info, lost.stamp.size)
    .filter((other) => other.id !== lost.id && other.begun > lost.begun)
    .flatMap((other) => (other.route ? [other.route.versionMark] : []));
  return {
    package: info,
    bytes: lost.stamp.size,
    ceiling: laterMarks.length === 0 ? null : Math.min(...laterMarks),
    sizeUnit: journal.sizeUnit(lost),
    claimed: journal.claimed(lost, finder.id),
  };
}
