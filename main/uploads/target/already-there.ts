import { fileStamp, sameStamp } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { includesRecipients, type UploadRecord } from '../machine/record.ts';
import type { StepResult } from '../machine/step-result.ts';
import { isFinished, stepOf } from '../machine/upload-states.ts';
import { findAgain } from '../steps/find-again.ts';
import type { Journal } from '../store/journal-types.ts';
import type { AreaClient, Arrival, Finding } from './area-client.ts';
import { type Destination, isAt, sameChoice } from './destination.ts';
import { isDelivered, type Recognition } from './existing-version.ts';
import { isStill } from './reconcile.ts';
import { reconciliationQueryOf } from './reconciliation-query.ts';
import { askedAbout } from './unclear.ts';

type Dependencies = {
  readonly info: PackageInfo;
  readonly area: AreaClient;
  readonly journal: Journal;
  /** The same bytes in another application than this one are not there. */
  readonly destination: Destination;
  readonly signal: AbortSignal;
  /** The sha-256 in hex of the build if it matches its own checksums; throws `package/partDamaged` for another. */
  readonly read: () => Promise<string>;
};

/**
 * Recognises bytes that were uploaded before and are still on the service, or that an upload left there which was given
 * up before its answer came. Told by the fingerprint, so the contents are not read; only where the file is then to be
 * moved or deleted, where an earlier Slipway sent the build without checking its contents, or where there is no
 * fingerprint, does the sha-256 decide. `known` when all that is asked for was done then, `adopted` when it remains to
 * activate the version or to send it; null when the bytes are new. Throws `package/partDamaged` when the file is read and
 * does not match its own checksums.
 */
export async function alreadyThere(record: UploadRecord, deps: Dependencies): Promise<StepResult | null> {
  const { read } = deps;
  const lost = await findLost(record, deps);
  if (lost.kind === 'unclear') return askedAbout(record, lost.ids);
  if (lost.kind !== 'none') {
    const sha256 = await read();
    return (await replaced(record)) ?? resultOf(record, lost.arrival, sha256, false);
  }
  const known = sameFingerprint(record, deps.journal);
  const certain = record.machine.plan.cleanup ? [] : known.filter(({ verified }) => verified);
  const found = await stillThere(record, certain, deps);
  if (found) return found;
  const unread = [...known, ...withoutFingerprint(record, deps)].filter(({ sha256 }) => sha256 !== null);
  if (unread.length === 0) return null;
  const sha256 = await read();
  return stillThere(
    record,
    unread.filter((other) => other.sha256 === sha256),
    deps,
  );
}

/** Uploads of the same size that only the whole file can tell from this one. */
function withoutFingerprint(record: UploadRecord, { info, journal }: Dependencies): readonly UploadRecord[] {
  return journal
    .ofSize(record, info, record.stamp.size)
    .filter((other) => other.id !== record.id && !bothFingerprinted(other, record));
}

/** `same` hold the same bytes. Null when none of their versions is on the service any more. */
async function stillThere(
  record: UploadRecord,
  same: readonly UploadRecord[],
  deps: Dependencies,
): Promise<StepResult | null> {
  const query = reconciliationQueryOf(record, deps.info, record, deps.journal);
  for (const target of targetsOf(same)) {
    const found = await deps.area.look(target, deps.signal);
    if (!found || !isStill(found, target, query)) continue;
    if (!isAt(deps.destination, found.target.applicationId)) continue;
    const at = same.filter((known) => known.target?.versionId === target.versionId);
    const sha256 = at.find((known) => known.sha256)?.sha256 ?? null;
    return resultOf(
      record,
      found,
      sha256,
      at.some((known) => covers(known, record)),
    );
  }
  return null;
}

/** The result for a version with the same bytes, whoever uploaded it; null if it was removed meanwhile. */
export async function adopt(
  record: UploadRecord,
  applicationId: number,
  same: Extract<Recognition, { kind: 'same' }>,
  { area, signal }: Dependencies,
): Promise<StepResult | null> {
  const found = await area.look({ applicationId, versionId: same.id }, signal);
  if (!found) return null;
  return (await replaced(record)) ?? resultOf(record, found, same.sha256, isDelivered(found, record));
}

/** The file is recognised by its stamp alone: a file that replaced it is not on the service. */
async function replaced(record: UploadRecord): Promise<StepResult | null> {
  const stamp = await fileStamp(record.path);
  if (!stamp || sameStamp(stamp, record.stamp)) return null;
  return { event: { kind: 'changed' }, changes: { stamp } };
}

/** The design's rule: the same fingerprint is the same build. How sure that is, `packages/fingerprint.ts` says. */
function sameFingerprint(record: UploadRecord, journal: Journal): readonly UploadRecord[] {
  if (!record.fingerprint) return [];
  return journal.ofFingerprint(record, record.fingerprint).filter((known) => known.id !== record.id);
}

/** Otherwise one of them was saved by a Slipway that made no fingerprints, and only the whole file can tell. */
function bothFingerprinted(a: UploadRecord, b: UploadRecord): boolean {
  return Boolean(a.fingerprint && b.fingerprint);
}

/**
 * An upload of this very file that was given up while it was not known whether it had arrived. What it handed over whole
 * is known by its sha-256, unless a crash or an earlier Slipway kept none.
 */
async function findLost(
  record: UploadRecord,
  { area, journal, destination, read, signal }: Dependencies,
): Promise<Finding> {
  const unclear: number[] = [];
  for (const known of journal.ofPath(record, record.path)) {
    const isGivenUp = isFinished(known.machine) || known.machine.kind === 'paused';
    const isLost = isGivenUp && stepOf(known.machine) === 'confirm';
    if (!isLost || !known.package || !sameStamp(known.stamp, record.stamp)) continue;
    if (bothFingerprinted(known, record) && known.fingerprint !== record.fingerprint) continue;
    const query = reconciliationQueryOf(known, known.package, record, journal);
    const found = await findAgain(known, query, area, signal);
    if (found.kind === 'none' || (known.verified && known.sha256 !== (await read()))) continue;
    if (found.kind === 'unclear') {
      unclear.push(...found.ids);
      continue;
    }
    // It was to make the application this one would make: then this is it.
    const own = sameChoice(known, record) && known.folderId === record.folderId;
    if (own || isAt(destination, found.arrival.target.applicationId)) return found;
  }
  return unclear.length > 0 ? { kind: 'unclear', ids: [...new Set(unclear)] } : { kind: 'none' };
}

function targetsOf(records: readonly UploadRecord[]): NonNullable<UploadRecord['target']>[] {
  const byVersion = new Map(records.map((record) => [record.target?.versionId, record.target]));
  return [...byVersion.values()].filter((target) => target !== null);
}

function resultOf(record: UploadRecord, found: Arrival, sha256: string | null, isDone: boolean): StepResult {
  const { plan } = record.machine;
  const adopted = plan.activate && !isDone;
  const said = adopted ? 'note/sameBytes' : plan.activate && !found.active ? 'note/switchedOff' : null;
  const notes = [...record.notes, ...unkeptNote(record, found), ...(said === null ? [] : [messageOf(said)])];
  return {
    event: { kind: adopted ? 'adopted' : 'known' },
    changes: { target: found.target, sha256, verified: true, notes },
  };
}

/** What a person is told when the service shows other release notes than were given, or none. */
export function unkeptNote({ releaseNote }: UploadRecord, found: Arrival): readonly Message[] {
  if (releaseNote === undefined || sameText(releaseNote, found.releaseNote ?? '')) return [];
  return [messageOf('note/releaseNoteNotKept')];
}

/** Services write line ends their own way. */
function sameText(a: string, b: string): boolean {
  return a.replaceAll(/\s+/g, ' ').trim() === b.replaceAll(/\s+/g, ' ').trim();
}

/** True when `earlier` did everything `asked` wants. */
export function covers(earlier: UploadRecord, asked: UploadRecord): boolean {
  if (earlier.machine.kind !== 'done' && earlier.machine.kind !== 'already-there') return false;
  const { plan } = earlier.machine;
  if (asked.machine.plan.activate && !plan.activate) return false;
  return !asked.machine.plan.send || (plan.send && includesRecipients(earlier.recipients, asked.recipients));
}
