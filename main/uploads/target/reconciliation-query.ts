import { basename } from 'node:path';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Route, UploadRecord } from '../machine/record.ts';
import type { Journal } from '../store/journal-types.ts';
import { seenVersions } from './id-bounds.ts';

/** What to look for on the service when the answer to `lost` was lost; `finder` is the upload that will be it. */
export function reconciliationQueryOf(
  lost: UploadRecord,
  info: PackageInfo,
  finder: UploadRecord,
  journal: Journal,
): ReconciliationQuery {
  return {
    package: info,
    bytes: lost.stamp.size,
    fileName: basename(lost.path),
    mayBeAnother: (id) =>
      alike(lost, info, journal).some(
        (other) =>
          other.begun > lost.begun && isSameTarget(other.route, lost.route) && mayBeVersion(other, id),
      ),
    sizeUnit: journal.sizeUnit(lost),
    namesAreIds: journal.namesAreIds(lost),
    isTaken: (id) => finder.unclear?.includes(id) || journal.isClaimed(lost, id, finder.id),
  };
}

/** What to look for on the service when `record` is there as `own`, or null, but may have arrived before as well. */
export function copyQueryOf(
  record: UploadRecord,
  info: PackageInfo,
  own: number | null,
  journal: Journal,
): ReconciliationQuery {
  const query = reconciliationQueryOf(record, info, record, journal);
  return {
    ...query,
    mayBeAnother: (id) => alike(record, info, journal).some((other) => mayBeVersion(other, id)),
    isTaken: (id) => id === own || query.isTaken(id),
  };
}

/** The other uploads that look the same to a service. */
function alike(record: UploadRecord, info: PackageInfo, journal: Journal): readonly UploadRecord[] {
  return journal.ofPackage(record, info, record.stamp.size).filter(({ id }) => id !== record.id);
}

/** Whether an upload may have become this id, which was not there when it was begun; once its own is known, it is taken. */
function mayBeVersion({ route }: UploadRecord, id: number): boolean {
  return route?.versions !== undefined && !seenVersions(route).has(id);
}

function isSameTarget(one: Route | null, other: Route | null): boolean {
  if (one?.kind !== 'existing' || other?.kind !== 'existing') return one?.kind === other?.kind;
  return one.applicationId === other.applicationId;
}

/** What is looked for. What it asks of the journal is asked anew each time: other uploads go on meanwhile. */
export type ReconciliationQuery = {
  readonly package: PackageInfo;
  readonly bytes: number;
  readonly fileName: string;
  /** Whether another upload that looks the same may be this id: it was not there yet when that one was begun. */
  readonly mayBeAnother: (id: number) => boolean;
  /** Bytes per unit of `fileSize`; null while unknown. */
  readonly sizeUnit: number | null;
  /** Whether the service's names of packages are their ids; null while unknown. */
  readonly namesAreIds: boolean | null;
  /** Whether another upload of ours is this id already, or a person has said that it is not this one. */
  readonly isTaken: (id: number) => boolean;
};
