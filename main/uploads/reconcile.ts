/** Finds out from a listing whether a build whose answer was lost has arrived. Pure. */
import type { PackageInfo } from '../packages/package-info.ts';
import { sameSize, sameVersion } from './same-build.ts';

/** One record of the service. */
export type Listed = {
  readonly id: number;
  readonly version: string;
  /** As the service says it, in its unit; 0 or less when it says nothing. */
  readonly fileSize: number;
};

/** What is looked for. */
export type Sought = {
  readonly package: PackageInfo;
  readonly bytes: number;
  /** The highest id that was at the target before the build was sent. */
  readonly mark: number;
  /** The highest id it can have: an upload that looks the same and was begun later is above it. Null: no limit. */
  readonly ceiling: number | null;
  /** Bytes per unit of `fileSize`; null while unknown. */
  readonly sizeUnit: number | null;
  /** Ids other uploads of ours already are. */
  readonly claimed: ReadonlySet<number>;
};

/** The record that is ours: above the mark, same version, same size, nobody else's; the oldest of several. Null: not there. */
export function findOurs<Record extends Listed>(records: readonly Record[], sought: Sought): Record | null {
  const ours = records
    .filter((record) => record.id > sought.mark && record.id <= (sought.ceiling ?? record.id))
    .filter((record) => !sought.claimed.has(record.id))
    .filter((record) => sameVersion(record.version, sought.package))
    .filter((record) => sameSize(record.fileSize, sought.bytes, sought.sizeUnit))
    .toSorted((a, b) => a.id - b.id);
  return ours[0] ?? null;
}

/** The highest id of a list; 0 when it is empty. */
export function highestId(records: readonly { readonly id: number }[]): number {
  return records.reduce((highest, record) => Math.max(highest, record.id), 0);
}
