import { stat } from 'node:fs/promises';
import { type FileStamp, fileError, fileStamp, sameStamp } from '../../base/files/files.ts';
import type { Message } from '../../messages/message.ts';
import { uploadErrors } from '../errors.ts';
import type { Journal } from '../journal/journal.ts';
import {
  newOutcomeSearch,
  notesOfRequest,
  planOf,
  sameRecipients,
  sendAfterOf,
  type UploadRecord,
  type UploadTask,
} from '../record/record.ts';
import { isFinished, stepOf } from '../record/states.ts';
import { sameChoice } from '../target/destination.ts';
import type { TimelineEntry } from '../upload-view.ts';

export type UploadRequest = Omit<UploadTask, 'sendAfter'> & {
  /** True to wait for the user's consent to the upload after the build is inspected. */
  readonly askFirst?: boolean | undefined;
  /** Seconds from now before recipients are notified. Defaults to 0. */
  readonly delaySeconds?: number | undefined;
  /** Shown with the upload. */
  readonly note?: Message;
  /** Times at which the file was first seen and was complete, milliseconds since 1970 UTC. */
  readonly appearedAt?: number;
  readonly finishedAt?: number;
  /** Stamp of the complete file. A file that has changed since then is rejected. */
  readonly stamp?: FileStamp;
  /** Result of `fingerprintFile`, which distinguishes files of the same size and mtime. Null if unknown. */
  readonly fingerprint?: string | null;
};

/** Throws `file/missing`, `file/denied`, `uploads/notAFile`; `uploads/changing` if the file changed. */
export async function requireQueueableStamp({ path, stamp: expected }: UploadRequest): Promise<FileStamp> {
  const stamp = await fileStamp(path);
  if (stamp && expected && !sameStamp(stamp, expected)) throw uploadErrors.changing({ path });
  if (stamp) return stamp;
  try {
    await stat(path);
  } catch (error) {
    throw fileError(error, path);
  }
  throw uploadErrors.notAFile({ path });
}

export type Deduplication =
  /** An existing upload already does everything that was requested. */
  | { readonly kind: 'known'; readonly record: UploadRecord }
  /** The file of a waiting upload was replaced, and that upload sends the new file. */
  | { readonly kind: 'replaced'; readonly record: UploadRecord }
  | { readonly kind: 'new' };

/** Compares a request with earlier uploads by path, target and stamp, without reading the file. */
export function deduplicate(request: UploadRequest, stamp: FileStamp, journal: Journal): Deduplication {
  const earlier = journal.ofPath(request, request.path);
  const same = earlier.find(
    (record) => sameStamp(record.stamp, stamp) && !isOtherBuild(record, request) && serves(record, request),
  );
  if (same) return { kind: 'known', record: same };
  const waiting = earlier.find((record) => !record.removed && canReplaceFile(record, request));
  if (!waiting) return { kind: 'new' };
  return { kind: waiting.machine.kind === 'working' ? 'known' : 'replaced', record: waiting };
}

/** True for a different build at the same path, even if size and mtime match. */
function isOtherBuild(record: UploadRecord, { fingerprint }: UploadRequest): boolean {
  return Boolean(fingerprint && record.fingerprint && fingerprint !== record.fingerprint);
}

/** True if the request's folder already announced the file, or the upload is unfinished with the same options. */
function serves(record: UploadRecord, request: UploadRequest): boolean {
  return isAnnouncedAgain(record, request) || (!isFinished(record.machine) && requestsSame(record, request));
}

/** True if a repeated request confirms an upload's pending question. */
export function confirmsQuestion(
  { machine, candidateVersionIds }: UploadRecord,
  request: UploadRequest,
): boolean {
  if (machine.kind !== 'asking') return false;
  if (machine.step === 'send') return request.sendAnyway === true;
  return request.again === true || (candidateVersionIds.length === 0 && !request.askFirst);
}

function isAnnouncedAgain(record: UploadRecord, request: UploadRequest): boolean {
  return request.folderId !== null && record.folderId === request.folderId;
}

function requestsSame(record: UploadRecord, request: UploadRequest): boolean {
  return (
    record.activate === request.activate &&
    record.releaseNote === request.releaseNote &&
    sameChoice(record, request) &&
    sameRecipients(record.recipients, request.recipients)
  );
}

function canReplaceFile(record: UploadRecord, request: UploadRequest): boolean {
  const step = stepOf(record.machine);
  if (step !== 'inspect' && step !== 'choose') return false;
  if (!isFinished(record.machine)) return isAnnouncedAgain(record, request) || requestsSame(record, request);
  return record.machine.kind === 'failed' && step === 'inspect' && record.folderId === request.folderId;
}

export function newRecord(
  request: UploadRequest,
  stamp: FileStamp,
  identity: Pick<UploadRecord, 'id' | 'position' | 'order'> & { readonly now: number },
): UploadRecord {
  const { now, ...ranks } = identity;
  const times: readonly (readonly [TimelineEntry['event'], number | undefined])[] = [
    ['appeared', request.appearedAt],
    ['finished', request.finishedAt],
    ['queued', now],
  ];
  return {
    ...ranks,
    path: request.path,
    folderId: request.folderId,
    accountId: request.accountId,
    area: request.area,
    activate: request.activate,
    recipients: request.recipients,
    sendAnyway: request.sendAnyway ?? false,
    sendAfter: sendAfterOf(request.delaySeconds, now),
    again: request.again,
    releaseNote: request.releaseNote || undefined,
    commit: request.commit,
    application: request.application,
    afterUpload: request.afterUpload,
    stamp,
    identity: null,
    package: null,
    icon: null,
    fingerprint: null,
    machine: { kind: 'queued', step: 'inspect', plan: planOf(request) },
    attempts: {},
    maxSentBytes: 0,
    route: null,
    transferNumber: 0,
    outcomeSearch: newOutcomeSearch,
    candidateVersionIds: [],
    target: null,
    resumeUrl: null,
    sha256: null,
    sentInMs: null,
    verified: false,
    needsVerification: false,
    previousSendAt: null,
    sendStarted: false,
    notes: [...notesOfRequest(request), ...(request.note ? [request.note] : [])],
    timeline: times.flatMap(([event, at]) => (at === undefined ? [] : [{ event, at }])),
    addedAt: now,
    finishedAt: null,
    removed: false,
  };
}
