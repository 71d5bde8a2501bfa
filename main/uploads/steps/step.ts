import type { Api } from '../../api/client.ts';
import type { ResumePolicy } from '../../api/upload/resume-policy.ts';
import type { MailState, TestVersion } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import type { Failure } from '../../base/failure.ts';
import { type FileStamp, fileErrors, fileStamp } from '../../base/files/files.ts';
import type { Hashing } from '../../base/hashing/hashing.ts';
import type { Log } from '../../base/log/log.ts';
import type { RetryPolicy } from '../../base/retry.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { fingerprintFile } from '../../packages/fingerprint.ts';
import type { inspectPackage } from '../../packages/inspect.ts';
import { displayVersion, type PackageInfo } from '../../packages/package-info.ts';
import type { contentCheckOf } from '../../packages/zip/content-check.ts';
import type { SentBuilds } from '../delta/sent-builds.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import type { AreaClient, RemoteBuild } from '../target/area-client.ts';
import { learnApplication } from '../target/destination.ts';
import { releaseNoteMismatch } from '../target/duplicate-check.ts';
import { learnSizeUnit, sameSize, sizeDifference } from '../target/same-build.ts';
import { createStoreArea } from '../target/store-area.ts';
import { createTestingArea } from '../target/testing-area.ts';
import type { FailureFacts } from './failure.ts';
import { hashFile } from './hash.ts';

export type Step = {
  /** Runs the step, after the transition into it was saved. */
  readonly run: (record: UploadRecord, context: StepContext) => Promise<StepResult>;
  /** Converts an error of `run` into a result: wait, retry, ask or fail. Pure. */
  readonly onError: (error: unknown, record: UploadRecord, facts: FailureFacts) => StepResult;
  /** Returns the result of an aborted run if it is certain, else null. Called after the state has changed. */
  readonly onAbort?: (error: unknown, offeredBytes: number) => StepResult | null;
};

/** A send to check. Its build is the target's build or, before the upload, the file at `path`. */
export type SendFacts = Pick<UploadRecord, 'accountId' | 'path' | 'recipients' | 'target'>;

export type StepServices = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly uploadStore: Pick<UploadStore, 'find' | 'apply' | 'unfinished' | 'showProgress'>;
  readonly apiFor: (accountId: string) => Api;
  readonly inspect: typeof inspectPackage;
  readonly fingerprint: typeof fingerprintFile;
  readonly contentCheck: typeof contentCheckOf;
  /** Stores a build's icon and returns its name; null if it has none. */
  readonly storeIcon: (path: string, signal: AbortSignal) => Promise<string | null>;
  readonly installLink: (accountId: string, version: TestVersion) => Promise<string | null>;
  /** Returns warnings to show before recipients are notified, in addition to those about the build. */
  readonly sendWarnings: (record: SendFacts) => Promise<readonly Message[]>;
  readonly mailAfterSend: (accountId: string) => MailState;
  readonly hashing: Hashing;
  readonly waitsFor: (accountId: string) => Failure | null;
  readonly isLocalService: (accountId: string) => boolean;
  readonly random: () => number;
  readonly retry: RetryPolicy;
  readonly resume: ResumePolicy;
  /** Null to always send whole files. */
  readonly sentBuilds: SentBuilds | null;
  /** Returns the base address of the account's service. */
  readonly serviceOf: (accountId: string) => string;
};

export type StepContext = StepServices & {
  readonly signal: AbortSignal;
  /** Called with 0 before a step's first request, then with the number of bytes passed to the connection. */
  readonly onOffered: (bytes: number) => void;
  /** Called with the number of bytes that the service has from an interrupted upload. */
  readonly onResumed: (bytes: number) => void;
  /** Called with the number of bytes that the connection has accepted. */
  readonly onBytes: (bytes: number) => void;
  /** Called with the number of bytes that the receiver has acknowledged, if the system reports it. */
  readonly onAcknowledged: (bytes: number) => void;
};

export function areaOf(record: UploadRecord, context: StepContext): AreaClient {
  const api = context.apiFor(record.accountId);
  if (record.area === 'appstore') return createStoreArea(api);
  return createTestingArea(api, (version) => installLinkOf(record, version, context));
}

/** Returns null if the version has no install link, or the link cannot be created. */
export async function installLinkOf(
  { id, accountId }: UploadRecord,
  version: TestVersion,
  { installLink, log }: StepContext,
): Promise<string | null> {
  try {
    return await installLink(accountId, version);
  } catch (error) {
    log.warn('Could not create an install link', { id, version: version.id, error });
    return null;
  }
}

export function hash(path: string, { hashing, signal }: StepContext): Promise<string> {
  return hashFile(path, hashing, signal);
}

/** Returns the sha-256 in hex. Throws `package/partDamaged` if an entry does not match its checksum. */
export async function verify(path: string, context: StepContext): Promise<string> {
  const { hashing, signal } = context;
  return hashFile(path, hashing, signal, await context.contentCheck(path, { signal }));
}

/** Stores an arrived build's application and the unit of the listed size. Returns notes for the upload. */
export function learnFromArrival(
  record: UploadRecord,
  arrival: RemoteBuild,
  { journal }: StepContext,
): readonly Message[] {
  const { size } = record.stamp;
  const { listedSize, target } = arrival;
  learnApplication(record, requirePackage(record), target.applicationId, journal);
  const notes = [...record.notes, ...releaseNoteMismatch(record, arrival)];
  const known = journal.sizeUnit(record);
  if (known !== null && sameSize(listedSize, size, known)) return notes;
  const unit = learnSizeUnit(listedSize, size);
  if (unit !== null) journal.learnSizeUnit(record, unit);
  const difference = sizeDifference(listedSize, size);
  return difference === null ? notes : [...notes, difference];
}

/** Adds a note with the version uploaded from the old file, and requeues the upload for the new file. */
export function replacedDuringTransfer(
  record: UploadRecord,
  arrival: RemoteBuild,
  stamp: FileStamp,
): StepResult {
  const version = displayVersion(requirePackage(record));
  const note = messageOf('note/replacedDuringUpload', { version, id: arrival.target.versionId });
  return { event: { kind: 'changed' }, changes: { stamp, notes: [...record.notes, note] } };
}

export async function requireStamp(path: string): Promise<FileStamp> {
  const stamp = await fileStamp(path);
  if (!stamp) throw fileErrors.missing({ path }, { details: { path, outcome: 'not-sent' } });
  return stamp;
}

export function requirePackage(record: UploadRecord): PackageInfo {
  if (!record.package) throw new Error(`Upload ${record.id} was not inspected`);
  return record.package;
}

export function requireTarget(record: UploadRecord): NonNullable<UploadRecord['target']> {
  if (!record.target) throw new Error(`Upload ${record.id} has no target`);
  return record.target;
}
