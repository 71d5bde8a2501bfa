import { stat } from 'node:fs/promises';
import type { Area, SendBody } from '../../api/wire.ts';
import { type FileStamp, fileError, fileStamp, sameStamp } from '../../base/files/files.ts';
import { uploadErrors } from '../errors.ts';
import {
  type ApplicationChoice,
  freshUncertainty,
  includesRecipients,
  planOf,
  requestNotes,
  type UploadRecord,
} from '../machine/record.ts';
import { isFinished, stepOf } from '../machine/upload-states.ts';
import type { AfterUpload } from '../steps/after-upload.ts';
import type { Journal } from '../store/journal-types.ts';
import { sameChoice } from '../target/destination.ts';
import type { Commit, TimelineEntry } from '../upload-view.ts';

export type UploadRequest = {
  /** Absolute. */
  readonly path: string;
  readonly accountId: string;
  readonly area: Area;
  /** Activate the version. Test distribution only. */
  readonly activate: boolean;
  /** Whom to tell once it is active; all empty tells nobody. */
  readonly recipients: SendBody;
  /** Tell them even if few or no devices can install it (see `PackageInfo`); otherwise a person is asked first. */
  readonly sendAnyway?: boolean | undefined;
  /** Upload it even if the service has versions that may be it; otherwise a person is asked. */
  readonly again?: boolean | undefined;
  /** What testers are to read about it; a service that does not keep it is said to. */
  readonly releaseNote?: string | undefined;
  readonly commit?: Commit | undefined;
  /** Read the build, then rest until a person says that it is to be uploaded. */
  readonly askFirst?: boolean | undefined;
  /** Which application or profile of the account it goes to; found by package id and name unless said otherwise. */
  readonly application?: ApplicationChoice | undefined;
  /** What becomes of the file once everything asked for is done; it is left where it is unless said otherwise. */
  readonly afterUpload?: AfterUpload | undefined;
  /** Watched folder it came from; null when added by hand. */
  readonly folderId: string | null;
  /** When the file was first seen and when it was whole, milliseconds since 1970 UTC. */
  readonly appearedAt?: number;
  readonly finishedAt?: number;
  /** Of the file when it was judged to be whole; one that changed since is refused. */
  readonly stamp?: FileStamp;
  /** Of the same file (see `fingerprintFile`): tells it from another one of that size and time. Null: not known. */
  readonly fingerprint?: string | null;
};

/**
 * The stamp of a file that may be queued. Throws `file/missing`, `file/denied`, `uploads/notAFile`, and
 * `uploads/changing` when it is no longer the file that was judged to be whole.
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
  /** The request is one that is there already. */
  | { readonly kind: 'known'; readonly record: UploadRecord }
  /** The file of a waiting upload is another one now; that upload takes it over. */
  | { readonly kind: 'replaced'; readonly record: UploadRecord }
  | { readonly kind: 'new' };

/** Whether a request is a new upload, judged by path, target and stamp; the bytes are compared later. */
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

/** Another build in its place, whatever size and time say. */
function isOther(record: UploadRecord, { fingerprint }: UploadRequest): boolean {
  return Boolean(fingerprint && record.fingerprint && fingerprint !== record.fingerprint);
}

/**
 * On its way for the same people, or announced by the same folder before: a repeated announcement never starts anything
 * again. One that asks for more than the upload on its way is an upload of its own, which sends no byte twice.
 */
function answers(record: UploadRecord, request: UploadRequest): boolean {
  return isAnnouncedAgain(record, request) || (!isFinished(record.machine) && asksTheSame(record, request));
}

/** Whether a request for an upload that waits for an answer is the answer. */
export function agrees({ machine, unclear = [] }: UploadRecord, request: UploadRequest): boolean {
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
    includesRecipients(record.recipients, request.recipients) &&
    includesRecipients(request.recipients, record.recipients)
  );
}

/** Nothing of it was sent yet, so it is sent as the file now is. */
function takesOver(record: UploadRecord, request: UploadRequest): boolean {
  const step = stepOf(record.machine);
  if (step !== 'inspect' && step !== 'choose') return false;
  if (!isFinished(record.machine)) return isAnnouncedAgain(record, request) || asksTheSame(record, request);
  return record.machine.kind === 'failed' && step === 'inspect' && record.folderId === request.folderId;
}

export function newRecord(
  request: UploadRequest,
  stamp: FileStamp,
  place: {
    readonly id: string;
    readonly position: number;
    readonly order?: number;
    readonly now: number;
  },
): UploadRecord {
  const times: readonly (readonly [TimelineEntry['event'], number | undefined])[] = [
    ['appeared', request.appearedAt],
    ['finished', request.finishedAt],
    ['queued', place.now],
  ];
  return {
    id: place.id,
    position: place.position,
    ...(place.order === undefined ? {} : { order: place.order }),
    path: request.path,
    folderId: request.folderId,
    accountId: request.accountId,
    area: request.area,
    activate: request.activate,
    recipients: request.recipients,
    sendAnyway: request.sendAnyway ?? false,
    ...(request.again ? { again: true } : {}),
    ...(request.releaseNote ? { releaseNote: request.releaseNote } : {}),
    ...(request.commit ? { commit: request.commit } : {}),
    ...(request.application ? { application: request.application } : {}),
    ...(request.afterUpload ? { afterUpload: request.afterUpload } : {}),
    stamp,
    package: null,
    machine: { kind: 'queued', step: 'inspect', plan: planOf(request) },
    attempts: {},
    mostSent: 0,
    route: null,
    begun: 0,
    uncertainty: freshUncertainty,
    target: null,
    sha256: null,
    lastSendBefore: null,
    sendBegun: false,
    notes: requestNotes(request),
    timeline: times.flatMap(([event, at]) => (at === undefined ? [] : [{ event, at }])),
    addedAt: place.now,
    finishedAt: null,
    removed: false,
  };
}
