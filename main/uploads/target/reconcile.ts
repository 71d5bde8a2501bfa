import { basename } from 'node:path';
import type { Log } from '../../base/log/log.ts';
import { addMessage, type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Journal } from '../journal/journal.ts';
import { type Route, type StepResult, type UploadRecord, wasSentWhole } from '../record/record.ts';
import type { UploadTarget } from '../upload-view.ts';
import type {
  AreaClient,
  ListedVersion,
  ReconciliationQuery,
  RemoteBuild,
  SearchResult,
} from './area-client.ts';
import { samePackage, samePlatform, sameSize, sameVersion } from './same-build.ts';

/** Describes the search for `lost`, whose response was lost. `finder` adopts the result. */
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
    mayBelongToOther: (id) =>
      similarUploads(lost, info, journal).some(
        (other) =>
          other.transferNumber > lost.transferNumber &&
          isSameTarget(other.route, lost.route) &&
          mayBeVersion(other, id),
      ),
    sizeUnit: journal.sizeUnit(lost),
    namesAreIds: journal.namesAreIds(lost),
    isClaimed: (id) => finder.candidateVersionIds.includes(id) || journal.isClaimed(lost, id, finder.id),
  };
}

/** Describes the search for other copies of `record`. `own` is the id of its version; null if unknown. */
export function copyQueryOf(
  record: UploadRecord,
  info: PackageInfo,
  own: number | null,
  journal: Journal,
): ReconciliationQuery {
  const query = reconciliationQueryOf(record, info, record, journal);
  return {
    ...query,
    mayBelongToOther: (id) => similarUploads(record, info, journal).some((other) => mayBeVersion(other, id)),
    isClaimed: (id) => id === own || query.isClaimed(id),
  };
}

function similarUploads(record: UploadRecord, info: PackageInfo, journal: Journal): readonly UploadRecord[] {
  return journal.ofPackage(record, info, record.stamp.size).filter(({ id }) => id !== record.id);
}

/** Returns true if version `id` did not exist when the upload began, so it may be the upload's version. */
function mayBeVersion({ route }: UploadRecord, id: number): boolean {
  return route?.versions !== undefined && !route.versions.includes(id);
}

export function isSameTarget(one: Route | null, other: Route | null): boolean {
  if (one?.kind !== 'existing' || other?.kind !== 'existing') return one?.kind === other?.kind;
  return one.applicationId === other.applicationId;
}

/**
 * Finds the version of `lost`: by its stored id, if unchanged, otherwise among the versions added since the
 * transfer. Ignores a version whose reported hash differs: another build, or one corrupted in transit.
 */
export async function reconcile(
  lost: UploadRecord,
  query: ReconciliationQuery,
  area: AreaClient,
  signal: AbortSignal,
): Promise<SearchResult> {
  if (!lost.target) {
    const found: SearchResult = lost.route ? await area.find(lost.route, query, signal) : { kind: 'none' };
    return 'arrival' in found && hasOtherBytes(found.arrival, lost) ? { kind: 'none' } : found;
  }
  const arrival = await area.getVersion(lost.target, signal);
  return arrival && isUnchangedVersion(arrival, lost.target, query)
    ? { kind: 'sure', arrival }
    : { kind: 'none' };
}

function hasOtherBytes({ sha256 }: RemoteBuild, lost: UploadRecord): boolean {
  return lost.verified && lost.sha256 !== null && sha256 !== null && sha256 !== lost.sha256;
}

/** Returns a note if an earlier attempt also created a version, which is neither activated nor sent. */
export async function duplicateNotes(
  record: UploadRecord,
  query: ReconciliationQuery,
  area: AreaClient,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<readonly Message[]> {
  if (!wasSentWhole(record) || !record.route) return [];
  try {
    const found = await area.find(record.route, query, signal);
    if (found.kind === 'none') return [];
    const ids = found.kind === 'unclear' ? found.ids : [found.arrival.target.versionId];
    return [messageOf('note/storedTwice', { ids: ids.join(', ') })];
  } catch (error) {
    log.warn('Could not check whether an earlier attempt has arrived', { id: record.id, error });
    return [];
  }
}

/** Asks the user whether to upload the build, because the versions in `ids` may already be this build. */
export function askUser(record: UploadRecord, ids: readonly number[]): StepResult {
  const note = messageOf('note/mayBeThere', { ids: ids.toSorted((a, b) => a - b).join(', ') });
  const changes = {
    candidateVersionIds: [...record.candidateVersionIds, ...ids],
    notes: addMessage(record.notes, note),
  };
  return { event: { kind: 'ask' }, changes };
}

export type Match<Record> =
  | { readonly kind: 'none' }
  /** The only listed version whose package and exact size match. */
  | { readonly kind: 'sure'; readonly record: Record }
  /** The only listed version that may be the build. `named`: its package is reported and matches. */
  | { readonly kind: 'likely'; readonly record: Record; readonly named: boolean }
  /** Several listed versions match equally well. */
  | { readonly kind: 'unclear'; readonly records: readonly Record[] };

export function findMatch<Record extends ListedVersion>(
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

/** True if the id of `before` still identifies the same version: a service that was reset reuses ids. */
export function isUnchangedVersion(
  found: RemoteBuild,
  before: UploadTarget,
  query: ReconciliationQuery,
): boolean {
  const { uniqueName, applicationId } = found.target;
  const isRenamed = uniqueName !== before.uniqueName && uniqueName !== '' && before.uniqueName !== '';
  return (
    applicationId === before.applicationId &&
    !isRenamed &&
    isLike({ ...found, fileSize: found.listedSize }, query)
  );
}

export function fits(record: ListedVersion, query: ReconciliationQuery): boolean {
  return isLike(record, query) && !query.isClaimed(record.id) && !query.mayBelongToOther(record.id);
}

function isLike(record: Omit<ListedVersion, 'id'>, query: ReconciliationQuery): boolean {
  const info = query.package;
  return (
    samePackage(record.packageName, info, query.namesAreIds) !== false &&
    samePlatform(record.platform, info) !== false &&
    sameVersion(record.version, info) &&
    sameSize(record.fileSize, query.bytes, query.sizeUnit)
  );
}

/** Ranks a possible match. A rounded size is weaker evidence, because it fits other builds too. */
function strength(
  { packageName, fileSize }: ListedVersion,
  { package: info, bytes, namesAreIds }: ReconciliationQuery,
): number {
  if (samePackage(packageName, info, namesAreIds) === null) return unnamed;
  return fileSize === bytes ? strongest : named;
}
