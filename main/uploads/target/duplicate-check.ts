/** Finds a build on the service before it is sent, so that no bytes are sent twice. */
import { fileStamp, sameStamp } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Journal } from '../journal/journal.ts';
import {
  includesRecipients,
  type Route,
  type StepResult,
  type UploadRecord,
  withoutSeenIds,
} from '../record/record.ts';
import { isFinished, stepOf } from '../record/states.ts';
import type { AreaClient, RemoteBuild, SearchResult } from './area-client.ts';
import { type Destination, isDestination, sameChoice } from './destination.ts';
import { isDelivered, type Recognition } from './existing-version.ts';
import { askUser, isUnchangedVersion, reconcile, reconciliationQueryOf } from './reconcile.ts';

export type DuplicateCheck = {
  readonly info: PackageInfo;
  readonly area: AreaClient;
  readonly journal: Journal;
  /** Copies in other applications do not count. */
  readonly destination: Destination;
  readonly signal: AbortSignal;
  /** Returns the sha-256 in hex; throws `package/partDamaged` if the build fails its checksums. */
  readonly read: () => Promise<string>;
};

/**
 * Searches the service for the build of an earlier or abandoned upload. Compares fingerprints, and also the
 * sha-256 if the file is to be moved or deleted. Returns `known` if everything requested was done, `adopted` if
 * the version is still to be activated or sent, null if the bytes are new. Throws `package/partDamaged`.
 */
export async function alreadyThere(record: UploadRecord, check: DuplicateCheck): Promise<StepResult | null> {
  const lost = await findAbandoned(record, check);
  if (lost.kind === 'unclear') return askUser(record, lost.ids);
  if (lost.kind !== 'none') {
    const sha256 = await check.read();
    return (await replaced(record)) ?? resultOf(record, lost.arrival, sha256, false);
  }
  const same = sameFingerprint(record, check.journal);
  if (!record.machine.plan.cleanup || same.length === 0) return findExisting(record, same, check);
  const own = await check.read();
  const ownBytes = same.filter(({ sha256 }) => sha256 === own);
  return findExisting(record, ownBytes, check);
}

/** Returns the result for an upload in `same` whose version is still on the service; null if none. */
async function findExisting(
  record: UploadRecord,
  same: readonly UploadRecord[],
  check: DuplicateCheck,
): Promise<StepResult | null> {
  const query = reconciliationQueryOf(record, check.info, record, check.journal);
  const targets = new Map(same.map(({ target }) => [target?.versionId, target]));
  for (const target of targets.values()) {
    const found = target && (await check.area.getVersion(target, check.signal));
    if (!found || !isUnchangedVersion(found, target, query)) continue;
    if (!isDestination(check.destination, found.target.applicationId)) continue;
    const at = same.filter((known) => known.target?.versionId === target.versionId);
    const sha256 = at.find((known) => known.sha256)?.sha256 ?? null;
    const isDone = at.some((known) => fulfils(known, record));
    return resultOf(record, found, sha256, isDone);
  }
  return null;
}

/** Adopts a version with the same bytes, uploaded by any client. Null if the version was removed. */
export async function adopt(
  record: UploadRecord,
  applicationId: number,
  same: Extract<Recognition, { kind: 'same' }>,
  { area, signal }: DuplicateCheck,
): Promise<StepResult | null> {
  const found = await area.getVersion({ applicationId, versionId: same.id }, signal);
  if (!found) return null;
  return (await replaced(record)) ?? resultOf(record, found, same.sha256, isDelivered(found, record));
}

/** Returns the event `changed` if the file was replaced since it was inspected; null otherwise. */
async function replaced(record: UploadRecord): Promise<StepResult | null> {
  const stamp = await fileStamp(record.path);
  if (!stamp || sameStamp(stamp, record.stamp)) return null;
  return { event: { kind: 'changed' }, changes: { stamp } };
}

/** Returns earlier uploads with this fingerprint. See `packages/fingerprint.ts` for its reliability. */
function sameFingerprint(record: UploadRecord, journal: Journal): readonly UploadRecord[] {
  if (!record.fingerprint) return [];
  return journal
    .ofFingerprint(record, record.fingerprint)
    .filter(({ id, verified }) => id !== record.id && verified);
}

/** Searches for uploads of this file that were given up with an unknown outcome. */
async function findAbandoned(record: UploadRecord, check: DuplicateCheck): Promise<SearchResult> {
  const { area, journal, destination, read, signal } = check;
  const unclear: number[] = [];
  for (const known of journal.ofPath(record, record.path)) {
    const isGivenUp = isFinished(known.machine) || known.machine.kind === 'paused';
    const isLost = isGivenUp && stepOf(known.machine) === 'confirm';
    if (!isLost || !known.package || !sameStamp(known.stamp, record.stamp)) continue;
    if (known.fingerprint !== record.fingerprint) continue;
    const query = reconciliationQueryOf(known, known.package, record, journal);
    const found = await reconcile(known, query, area, signal);
    if (found.kind === 'none' || (known.verified && known.sha256 !== (await read()))) continue;
    if (found.kind === 'unclear') {
      unclear.push(...found.ids);
      continue;
    }
    // An abandoned upload with the same choice and folder created the application that `record` would create.
    const own = sameChoice(known, record) && known.folderId === record.folderId;
    if (own || isDestination(destination, found.arrival.target.applicationId)) return found;
  }
  return unclear.length > 0 ? { kind: 'unclear', ids: [...new Set(unclear)] } : { kind: 'none' };
}

function resultOf(
  record: UploadRecord,
  found: RemoteBuild,
  sha256: string | null,
  isDone: boolean,
): StepResult {
  const { plan } = record.machine;
  const adopted = plan.activate && !isDone;
  const code = adopted ? 'note/sameBytes' : plan.activate && !found.active ? 'note/inactive' : null;
  const notes = [
    ...record.notes,
    ...releaseNoteMismatch(record, found),
    ...(code === null ? [] : [messageOf(code)]),
  ];
  return {
    event: { kind: adopted ? 'adopted' : 'known' },
    changes: { target: found.target, sha256, verified: true, notes },
  };
}

/** Returns a note if the service shows no release note or a different one. */
export function releaseNoteMismatch({ releaseNote }: UploadRecord, found: RemoteBuild): readonly Message[] {
  if (releaseNote === undefined || sameText(releaseNote, found.releaseNote ?? '')) return [];
  return [messageOf('note/releaseNoteNotShown')];
}

/** Some services change line endings. */
function sameText(a: string, b: string): boolean {
  return a.replaceAll(/\s+/g, ' ').trim() === b.replaceAll(/\s+/g, ' ').trim();
}

/** True if `earlier` did everything that `asked` requests. */
export function fulfils(earlier: UploadRecord, asked: UploadRecord): boolean {
  if (earlier.machine.kind !== 'done' && earlier.machine.kind !== 'already-there') return false;
  const { plan } = earlier.machine;
  if (asked.machine.plan.activate && !plan.activate) return false;
  return !asked.machine.plan.send || (plan.send && includesRecipients(earlier.recipients, asked.recipients));
}

/**
 * Searches for a build uploaded before the journal was lost, by package, version and size. Null if the build
 * is newer than the loss, or not on the service.
 */
export async function findAfterJournalLoss(
  record: UploadRecord,
  route: Route,
  { info, area, journal, signal, destination }: DuplicateCheck,
): Promise<StepResult | null> {
  const lostAt = journal.lostAt();
  if (lostAt === null || Math.min(record.addedAt, record.stamp.mtimeMs) >= lostAt) return null;
  // Without an application there is no build, unless the folder's application was lost with the journal.
  if (route.kind === 'new' && destination.kind !== 'new') return null;
  const query = { ...reconciliationQueryOf(record, info, record, journal), mayBelongToOther: () => false };
  const known = record.target && (await area.getVersion(record.target, signal));
  if (known && isUnchangedVersion(known, record.target, query)) return resultAfterJournalLoss(record, known);
  const found = await area.find(withoutSeenIds(route), query, signal);
  if (found.kind === 'unclear') return askUser(record, found.ids);
  return found.kind === 'none' ? null : resultAfterJournalLoss(record, found.arrival);
}

function resultAfterJournalLoss(record: UploadRecord, found: RemoteBuild): StepResult {
  const { plan } = record.machine;
  const changes = { target: found.target, notes: [...record.notes, messageOf('note/journalLost')] };
  const isNotified = !plan.send || found.sent;
  // A version that was sent and then deactivated stays inactive.
  const isDone = !plan.activate || found.sent || (found.active && isNotified);
  return { event: { kind: isDone ? 'known' : 'adopted' }, changes };
}
