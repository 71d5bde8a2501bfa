import { basename } from 'node:path';
import type { Api } from '../../api/client.ts';
import type { TestVersion } from '../../api/wire.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { type FileStamp, fileErrors, fileStamp, sameStamp } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { fingerprintFile } from '../../packages/fingerprint.ts';
import type { inspectPackage } from '../../packages/inspect.ts';
import { displayVersion, type PackageInfo } from '../../packages/package-info.ts';
import type { contentCheckOf } from '../../packages/zip/content-check.ts';
import { uploadErrors } from '../errors.ts';
import { foundAfterLoss } from '../machine/after-loss.ts';
import { type Route, type UploadRecord, wasSentBefore } from '../machine/record.ts';
import type { StepResult } from '../machine/step-result.ts';
import type { UploadStep } from '../machine/upload-states.ts';
import type { Journal } from '../store/journal-types.ts';
import { adopt, alreadyThere, unkeptNote } from '../target/already-there.ts';
import type { AreaClient, Arrival } from '../target/area-client.ts';
import { destinationOf, learnApplication } from '../target/destination.ts';
import { recognise } from '../target/existing-version.ts';
import { copyQueryOf, reconciliationQueryOf } from '../target/reconciliation-query.ts';
import { learnSizeUnit, sameSize, sizeDifference } from '../target/same-build.ts';
import { createStoreArea } from '../target/store-area.ts';
import { createTestingArea } from '../target/testing-area.ts';
import { askedAbout } from '../target/unclear.ts';
import { fileIdentity } from './after-upload.ts';
import { cleanupStep } from './cleanup-step.ts';
import { copyNotes, findAgain } from './find-again.ts';
import { mayStillArrive } from './look-ups.ts';

/** What the steps of one run use. */
export type StepContext = {
  readonly log: Log;
  readonly journal: Journal;
  readonly api: () => Api;
  readonly inspect: typeof inspectPackage;
  readonly fingerprint: typeof fingerprintFile;
  readonly contentCheck: typeof contentCheckOf;
  /** Keeps the icon of a build and gives its name; null when it has none. */
  readonly keepIcon: (path: string, signal: AbortSignal) => Promise<string | null>;
  readonly installLink: (version: TestVersion) => Promise<string | null>;
  /** What besides the build a person is asked about before people are told. */
  readonly sendWarnings: () => readonly Message[];
  /** Whether messages are only written to the outbox folder now. */
  readonly mailIsWritten: () => boolean;
  readonly signal: AbortSignal;
  /** The sha-256 of a file in hex. */
  readonly hash: (path: string) => Promise<string>;
  /** The same, of a build whose contents match the checksums of its entries; throws `package/partDamaged` for others. */
  readonly verify: (path: string) => Promise<string>;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** When to look again, milliseconds since 1970 UTC; later the more often it was looked. */
  readonly nextLookup: (lookupsLeft: number) => number;
  /** Until when a file that was given away whole may still arrive, milliseconds since 1970 UTC. */
  readonly arrivesUntil: () => number;
  /** Bytes of the file that the connection is given; 0 when the service is called. */
  readonly onOffered: (bytes: number) => void;
  /** Bytes of the file that the connection has taken. */
  readonly onBytes: (bytes: number) => void;
  /** Bytes of it that the other side has for certain, as far as the system tells. */
  readonly onAcknowledged: (bytes: number) => void;
  /** Notes the sha-256 of what is handed over whole from now on. */
  readonly onWhole: (sha256: string) => void;
  /** Looks a few times more for what is to be noted, also once the upload is done. */
  readonly lookLater: (look: (signal: AbortSignal) => Promise<readonly Message[]>) => void;
  /** Whether another upload has still to read the file. */
  readonly isWanted: (record: UploadRecord) => boolean;
};

/** Does one step and says what came of it; whatever it throws is judged by `judge`. The transition into the step is on disk. */
type Step = (record: UploadRecord, context: StepContext) => Promise<StepResult>;

export const steps: { readonly [Name in UploadStep]: Step } = {
  inspect: inspectStep,
  choose: chooseStep,
  upload: uploadStep,
  confirm: confirmStep,
  activate: activateStep,
  send: sendStep,
  cleanup: cleanupStep,
};

async function inspectStep(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { path } = record;
  const stamp = await requireStamp(path);
  const identity = await fileIdentity(path);
  let info: PackageInfo;
  let icon: string | null;
  let fingerprint: string;
  try {
    if (record.suspect) await context.verify(path);
    info = await context.inspect(path, { signal: context.signal });
    fingerprint = await context.fingerprint(path, { signal: context.signal });
    icon = await context.keepIcon(path, context.signal);
  } catch (error) {
    if (!sameStamp(stamp, await fileStamp(path))) throw uploadErrors.changing({ path }, { cause: error });
    throw error;
  }
  if (!sameStamp(stamp, await fileStamp(path))) throw uploadErrors.changing({ path });
  const changes = { package: info, icon, fingerprint, stamp, identity, suspect: false };
  return { event: { kind: 'inspected' }, changes };
}

async function chooseStep(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const stamp = await requireStamp(record.path);
  if (!sameStamp(stamp, record.stamp)) return { event: { kind: 'changed' }, changes: { stamp } };
  const info = requirePackage(record);
  const area = areaOf(record, context);
  const { journal, signal, verify } = context;
  const destination = destinationOf(record, info, journal);
  const read = lazily(() => verify(record.path));
  const place = { info, area, journal, signal, destination, read };
  const learned = (there: StepResult): StepResult => {
    const target = there.changes?.target;
    if (target && destination.kind === 'new') learnApplication(record, info, target.applicationId, journal);
    return there;
  };
  const known = await alreadyThere(record, place);
  if (known) return learned(known);
  context.onOffered(0);
  const { route, existing } = await area.choose(info, destination, signal);
  const recognised = await recognise(existing, copyQueryOf(record, info, null, journal), read);
  const found =
    recognised.kind === 'same' && route.kind === 'existing'
      ? await adopt(record, route.applicationId, recognised, place)
      : await foundAfterLoss(record, route, place);
  if (found) return learned(found);
  if (recognised.kind === 'unclear' && !record.again) return askedAbout(record, recognised.ids);
  if (route.kind === 'new') learnApplication(record, info, null, journal);
  return { event: { kind: 'chosen' }, changes: { route, begun: journal.nextBeginning() } };
}

/** Reads once, when first needed. */
function lazily<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => {
    result ??= read();
    return result;
  };
}

async function uploadStep(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const stamp = await requireStamp(record.path);
  if (!sameStamp(stamp, record.stamp)) return { event: { kind: 'changed' }, changes: { stamp } };
  const { path } = record;
  const { signal } = context;
  const check = await context.contentCheck(path, { signal });
  // Another build of the same size and time may have taken its place.
  const isSame = record.fingerprint === (await context.fingerprint(path, { signal }));
  if (!isSame) return { event: { kind: 'changed' }, changes: { stamp } };
  const file = { path, fileName: basename(path), size: stamp.size, check };
  context.onOffered(0);
  const begunAt = context.now();
  const { arrival, sha256 } = await areaOf(record, context).upload(requireRoute(record), file, {
    signal,
    releaseNote: record.area === 'testingdist' ? record.releaseNote : undefined,
    onOffered: context.onOffered,
    onProgress: context.onBytes,
    onAcknowledged: context.onAcknowledged,
    onWhole: context.onWhole,
  });
  const sentInMs = context.now() - begunAt;
  const query = copyQueryOf(record, requirePackage(record), arrival.target.versionId, context.journal);
  const lookForCopies = (signal: AbortSignal): Promise<readonly Message[]> =>
    copyNotes(record, query, areaOf(record, context), { log: context.log, signal });
  const copies = await lookForCopies(signal);
  if (copies.length === 0 && wasSentBefore(record)) context.lookLater(lookForCopies);
  const notes = [...learn(record, arrival, context), ...copies];
  const now = await stampAfter(record, sha256, context);
  if (now.replaced) return stale(record, arrival, now.stamp);
  const sent = { target: arrival.target, sha256, sentInMs, verified: true };
  return { event: { kind: 'arrived' }, changes: { ...sent, stamp: now.stamp, notes } };
}

async function confirmStep(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const query = reconciliationQueryOf(record, requirePackage(record), record, context.journal);
  const found = await findAgain(record, query, areaOf(record, context), context.signal);
  if (found.kind === 'sure') return confirmed(record, found.arrival, context);
  const { resend } = record.uncertainty;
  const looking = toFailure(uploadErrors.unconfirmed({ fileName: basename(record.path) }));
  const failure = record.uncertainty.failure ?? looking;
  const again = lookAgain(record, looking, context, record.uncertainty.until ?? context.arrivesUntil());
  if (again) return again;
  if (found.kind === 'likely') return confirmed(record, found.arrival, context);
  if (found.kind === 'unclear') return askedAbout(record, found.ids);
  return { event: resend ? { kind: 'missing' } : { kind: 'failed', failure } };
}

async function confirmed(record: UploadRecord, arrival: Arrival, context: StepContext): Promise<StepResult> {
  const notes = learn(record, arrival, context);
  const isUnknown = !record.verified && (await fileStamp(record.path)) !== null;
  const sha256 = isUnknown ? await context.hash(record.path) : record.sha256;
  // Looked at after it was read: the hash of a file put in its place must never stand for what is on the service.
  const now = await fileStamp(record.path);
  if (now && !sameStamp(now, record.stamp)) return stale(record, arrival, now);
  return { event: { kind: 'arrived' }, changes: { target: arrival.target, sha256, notes } };
}

async function activateStep(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const target = requireTarget(record);
  const version = await context.api().testingdist.activate(target.versionId, context.signal);
  if (!version.isActive) throw uploadErrors.notActivated({ version: version.version });
  const installLink = target.installLink ?? (await context.installLink(version));
  return {
    event: { kind: 'activated' },
    changes: { lastSendBefore: version.lastSendDateTimeUtc, target: { ...target, installLink } },
  };
}

async function sendStep(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { versionId } = requireTarget(record);
  const { testingdist } = context.api();
  const sendWarnings = context.sendWarnings();
  if (!record.sendAnyway && installWarningsOf(record).length + sendWarnings.length > 0) {
    return { event: { kind: 'ask' }, changes: { sendWarnings } };
  }
  const sent: StepResult = { event: { kind: 'sent' }, changes: { written: context.mailIsWritten() } };
  if (!record.sendBegun) {
    await testingdist.send(versionId, record.recipients, context.signal);
    return sent;
  }
  const version = await testingdist.getVersion(versionId, context.signal);
  if (version.lastSendDateTimeUtc !== record.lastSendBefore) return sent;
  const failure = toFailure(uploadErrors.unconfirmedSend({ version: version.version }));
  return lookAgain(record, failure, context) ?? { event: { kind: 'missing' } };
}

function installWarningsOf(record: UploadRecord): readonly Message[] {
  return record.package?.installWarnings ?? [];
}

/** Null when it was looked for often and long enough. */
function lookAgain(
  record: UploadRecord,
  failure: Failure,
  context: StepContext,
  until?: number,
): StepResult | null {
  const { lookups } = record.uncertainty;
  if (lookups <= 1 && !mayStillArrive(until, context.now())) return null;
  const uncertainty = {
    ...record.uncertainty,
    lookups: lookups - 1,
    ...(until === undefined ? {} : { until }),
  };
  return {
    event: { kind: 'look-again', at: context.nextLookup(lookups), failure },
    changes: { uncertainty },
  };
}

function areaOf(record: UploadRecord, context: StepContext): AreaClient {
  const api = context.api();
  return record.area === 'testingdist' ? createTestingArea(api, context.installLink) : createStoreArea(api);
}

/** Remembers what the arrival tells about the service; gives the notes of the upload. */
function learn(record: UploadRecord, arrival: Arrival, { journal }: StepContext): readonly Message[] {
  const { size } = record.stamp;
  const { listedSize, target } = arrival;
  learnApplication(record, requirePackage(record), target.applicationId, journal);
  const notes = [...record.notes, ...unkeptNote(record, arrival)];
  const known = journal.sizeUnit(record);
  if (known !== null && sameSize(listedSize, size, known)) return notes;
  const unit = learnSizeUnit(listedSize, size);
  if (unit !== null) journal.learnSizeUnit(record, unit);
  const uncertainty = sizeDifference(listedSize, size);
  return uncertainty === null ? notes : [...notes, uncertainty];
}

/** The file was replaced while its earlier content was sent: that version is named, and the file is sent as it now is. */
function stale(record: UploadRecord, arrival: Arrival, stamp: FileStamp): StepResult {
  const version = displayVersion(requirePackage(record));
  const note = messageOf('note/replacedMeanwhile', { version, id: arrival.target.versionId });
  return { event: { kind: 'changed' }, changes: { stamp, notes: [...record.notes, note] } };
}

async function requireStamp(path: string): Promise<FileStamp> {
  const stamp = await fileStamp(path);
  if (!stamp) throw fileErrors.missing({ path }, { details: { path, outcome: 'not-sent' } });
  return stamp;
}

/**
 * Whether another file stands at the path now than the one that was sent. One that is gone, cannot be read any more or
 * was only touched is no other file: what was sent was whole.
 */
async function stampAfter(
  record: UploadRecord,
  sha256: string,
  context: StepContext,
): Promise<{ readonly stamp: FileStamp; readonly replaced: boolean }> {
  try {
    const now = await fileStamp(record.path);
    if (now === null || sameStamp(now, record.stamp)) return { stamp: record.stamp, replaced: false };
    const touched = now.size === record.stamp.size && (await context.hash(record.path)) === sha256;
    return { stamp: now, replaced: !touched };
  } catch (error) {
    context.log.warn('The uploaded file cannot be looked at any more', { path: record.path, error });
    return { stamp: record.stamp, replaced: false };
  }
}

function requirePackage(record: UploadRecord): PackageInfo {
  if (!record.package) throw new Error(`Upload ${record.id} was not inspected`);
  return record.package;
}

function requireRoute(record: UploadRecord): Route {
  if (!record.route) throw new Error(`Upload ${record.id} has no route`);
  return record.route;
}

function requireTarget(record: UploadRecord): NonNullable<UploadRecord['target']> {
  if (!record.target) throw new Error(`Upload ${record.id} has no target`);
  return record.target;
}
