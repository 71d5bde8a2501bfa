/** Finds out from a listing whether a build whose answer was lost has arrived. Pure. */

import type { UploadTarget } from '../upload-view.ts';
import type { Arrival, Listed } from './area-client.ts';
import type { ReconciliationQuery } from './reconciliation-query.ts';
import { samePackage, samePlatform, sameSize, sameVersion } from './same-build.ts';

/** What a listing tells of a build. */
export type Match<Record> =
  | { readonly kind: 'none' }
  /** The package and the size to the byte are its own, and no other record is like that. */
  | { readonly kind: 'sure'; readonly record: Record }
  /** The only record that fits, as far as the service tells. `named`: the package is said and its own. */
  | { readonly kind: 'likely'; readonly record: Record; readonly named: boolean }
  /** Each of these fits, and nothing tells which. */
  | { readonly kind: 'unclear'; readonly records: readonly Record[] };

/** Of the records that are new since the build was sent, which one it is. Those that fit better rule out the others. */
export function findOurs<Record extends Listed>(
  newOnes: readonly Record[],
  query: ReconciliationQuery,
): Match<Record> {
  const byStrength = Map.groupBy(
    newOnes.filter((record) => fits(record, query)),
    (record) => strength(record, query),
  );
  const best = Math.max(...byStrength.keys());
  const [record, ...others] = byStrength.get(best) ?? [];
  if (!record) return { kind: 'none' };
  if (others.length > 0) return { kind: 'unclear', records: [record, ...others] };
  return best === strongest ? { kind: 'sure', record } : { kind: 'likely', record, named: best === named };
}

const [strongest, named, unnamed] = [2, 1, 0];

/**
 * Whether the version that has the number of `before` is still the one it was: a service that was set up anew, or put
 * back from a copy, gives its numbers to other versions.
 */
export function isStill(found: Arrival, before: UploadTarget, query: ReconciliationQuery): boolean {
  const { uniqueName, applicationId } = found.target;
  const isRenamed = uniqueName !== before.uniqueName && uniqueName !== '' && before.uniqueName !== '';
  return (
    applicationId === before.applicationId &&
    !isRenamed &&
    isLike({ ...found, fileSize: found.listedSize }, query)
  );
}

/** True if the record may be the build and is no other upload of this journal. */
export function fits(record: Listed, query: ReconciliationQuery): boolean {
  return isLike(record, query) && !query.isTaken(record.id) && !query.mayBeAnother(record.id);
}

function isLike(record: Omit<Listed, 'id'>, query: ReconciliationQuery): boolean {
  const info = query.package;
  return (
    samePackage(record.packageName, info, query.namesAreIds) !== false &&
    samePlatform(record.platform, info) !== false &&
    sameVersion(record.version, info) &&
    sameSize(record.fileSize, query.bytes, query.sizeUnit)
  );
}

/** A size in larger units fits other builds as well. */
function strength(
  { packageName, fileSize }: Listed,
  { package: info, bytes, namesAreIds }: ReconciliationQuery,
): number {
  if (samePackage(packageName, info, namesAreIds) === null) return unnamed;
  return fileSize === bytes ? strongest : named;
}
