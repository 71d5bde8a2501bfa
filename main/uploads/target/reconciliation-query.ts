import { basename } from 'node:path';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Route, UploadRecord } from '../machine/record.ts';
import type { Journal } from '../store/journal-types.ts';
import { type Seen, seenVersions } from './id-bounds.ts';

/** What to look for on the service when the answer to `lost` was lost; `finder` is the upload that will be it. */
export function reconciliationQueryOf(
  lost: UploadRecord,
  info: PackageInfo,
  finder: UploadRecord,
  journal: Journal,
): ReconciliationQuery {
  const later = seenLater(lost, info, journal);
  return {
    package: info,
    bytes: lost.stamp.size,
    fileName: basename(lost.path),
    mayBeLater: (id) => later.some((seen) => !seen.has(id)),
    sizeUnit: journal.sizeUnit(lost),
    namesAreIds: journal.namesAreIds(lost),
    taken: new Set([...journal.claimed(lost, finder.id), ...(finder.unclear ?? [])]),
  };
}

/** What was at the same target when uploads that look the same and were begun later were begun. */
function seenLater(lost: UploadRecord, info: PackageInfo, journal: Journal): readonly Seen[] {
  return journal
    .ofPackage(lost, info, lost.stamp.size)
    .filter((other) => other.id !== lost.id && other.begun > lost.begun)
    .flatMap(({ route }) =>
      route && hasSeen(route) && isSameTarget(route, lost.route) ? [seenVersions(route)] : [],
    );
}

/** False once its version is known: then it is taken. */
function hasSeen(route: Route): boolean {
  return route.versions !== undefined || route.versionMark !== undefined;
}

function isSameTarget(one: Route, other: Route | null): boolean {
  if (one.kind === 'new' || other?.kind !== 'existing') return one.kind === other?.kind;
  return one.applicationId === other.applicationId;
}

/** What is looked for. */
export type ReconciliationQuery = {
  readonly package: PackageInfo;
  readonly bytes: number;
  readonly fileName: string;
  /** Whether a later upload that looks the same may be this id: it was not there yet when that one was begun. */
  readonly mayBeLater: (id: number) => boolean;
  /** Bytes per unit of `fileSize`; null while unknown. */
  readonly sizeUnit: number | null;
  /** Whether the service's names of packages are their ids; null while unknown. */
  readonly namesAreIds: boolean | null;
  /** Ids other uploads of ours already are, and those a person has said are not this one. */
  readonly taken: ReadonlySet<number>;
};
