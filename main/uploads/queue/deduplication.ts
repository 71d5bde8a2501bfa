import { stat } from 'node:fs/promises';
import { type FileStamp, fileError, fileStamp, sameStamp } from '../../base/files/files.ts';
import { uploadErrors } from '../errors.ts';
import type { Journal } from '../journal/journal.ts';
import {
  freshUncertainty,
  planOf,
  requestNotes,
  sameRecipients,
  type UploadRecord,
  type UploadTask,
} from '../record/record.ts';
import { isFinished, stepOf } from '../record/states.ts';
import { sameChoice } from '../target/destination.ts';
import type { TimelineEntry } from '../upload-view.ts';

export type UploadRequest = UploadTask & {
  /** Read the build, then wait until the user agrees to upload it. */
  readonly askFirst?: boolean | undefined;
  /** When the file was first seen and when it was complete, milliseconds since 1970 UTC. */
  readonly appearedAt?: number;
  readonly finishedAt?: number;
  /** Of the file when it was complete; a file that changed since is refused. */
  readonly stamp?: FileStamp;
  /** Of the same file (see `fingerprintFile`): distinguishes it from another one of that size and time. Null if unknown. */
  readonly fingerprint?: string | null;
};

/**
 * Returns the stamp of a file that may be queued. Throws `file/missing`, `file/denied`, `uploads/notAFile`, and
 * `uploads/changing` if it is no longer the file that was complete.
 */
export async function stampOf({ path, stamp: whole }: UploadRequest): Promise<FileStamp> {
  const stamp = await fileStamp(path);
  if (stamp && whole && !sameStamp(stamp, whole)) throw uploadErrors.changing({ path });
  if (stamp) return stamp;
  try {
    await stat(path);
  } catch (error) {
    throw fileError(error, path);
  }
  throw uploadErrors.notAFile({ path });
}

export type Deduplication =
  /** An upload exists that does the same. */
  | { readonly kind: 'known'; readonly record: UploadRecord }
  /** The file of a waiting upload was replaced; that upload sends the new one. */
  | { readonly kind: 'replaced'; readonly record: UploadRecord }
  | { readonly kind: 'new' };

/** Compares a request with earlier uploads by path, target and stamp; the bytes are compared later. */
export function admit(request: UploadRequest, stamp: FileStamp, journal: Journal): Deduplication {
  const earlier = journal.ofPath(request, request.path);
  const same = earlier.find(
    (record) => sameStamp(record.stamp, stamp) && !isOther(record, request) && answers(record, request),
  );
  if (same) return { kind: 'known', record: same };
  const waiting = earlier.find((record) => !record.removed && takesOver(record, request));
  if (!waiting) return { kind: 'new' };
  return { kind: waiting.machine.kind === 'working' ? 'known' : 'replaced', record: waiting };
}

/** A different build at the same path, even if size and mtime match. */
function isOther(record: UploadRecord, { fingerprint }: UploadRequest): boolean {
  return Boolean(fingerprint && record.fingerprint && fingerprint !== record.fingerprint);
}

/**
 * True if it is unfinished and for the same recipients, or was announced by the same folder: a repeated announcement starts
 * nothing again. A request for more than the unfinished upload is an upload of its own, which sends no byte twice.
 */
function answers(record: UploadRecord, request: UploadRequest): boolean {
  return isAnnouncedAgain(record, request) || (!isFinished(record.machine) && asksTheSame(record, request));
}

/** True if a repeated request agrees to what an upload asks. */
export function agrees({ machine, unclear }: UploadRecord, request: UploadRequest): boolean {
  if (machine.kind !== 'asking') return false;
  if (machine.step === 'send') return request.sendAnyway === true;
  return request.again === true || (unclear.length === 0 && !request.askFirst);
}

function isAnnouncedAgain(record: UploadRecord, request: UploadRequest): boolean {
  return request.folderId !== null && record.folderId === request.folderId;
}

function asksTheSame(record: UploadRecord, request: UploadRequest): boolean {
  return (
    record.activate === request.activate &&
    record.releaseNote === request.releaseNote &&
    sameChoice(record, request) &&
    sameRecipients(record.recipients, request.recipients)
  );
}

/** True if nothing was sent yet, so the file is sent as it is now. */
function takesOver(record: UploadRecord, request: UploadRequest): boolean {
  const step = stepOf(record.machine);
  if (step !== 'inspect' && step !== 'choose') return false;
  if (!isFinished(record.machine)) return isAnnouncedAgain(record, request) || asksTheSame(record, request);
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
    mostSent: 0,
    route: null,
    begun: 0,
    uncertainty: freshUncertainty,
    unclear: [],
    target: null,
    sha256: null,
    sentInMs: null,
    verified: false,
    suspect: false,
    lastSendBefore: null,
    sendBegun: false,
    notes: requestNotes(request),
    timeline: times.flatMap(([event, at]) => (at === undefined ? [] : [{ event, at }])),
    addedAt: now,
    finishedAt: null,
    removed: false,
  };
}
