/** One upload as the journal stores it. Pure. */
import type { Area, MailState, SendBody } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Commit, TimelineEntry, UploadTarget } from '../upload-view.ts';
import type { UploadEvent, UploadMachine, UploadPlan, UploadStep } from './states.ts';

/** `found`: searched by package id, then by name. `new`: an application for this folder only. */
export type ApplicationChoice =
  | { readonly kind: 'found' }
  | { readonly kind: 'chosen'; readonly id: number }
  | { readonly kind: 'new' };

export type AfterUpload =
  | { readonly kind: 'leave' }
  /** `folder` is absolute, and created if missing. */
  | { readonly kind: 'move'; readonly folder: string }
  | { readonly kind: 'delete' };

export type UploadTask = {
  /** Absolute. */
  readonly path: string;
  /** Watched folder that announced the file; null if added by hand. */
  readonly folderId: string | null;
  readonly accountId: string;
  readonly area: Area;
  /** True to activate the version. Ignored in the store area. */
  readonly activate: boolean;
  readonly recipients: SendBody;
  /** True to notify recipients despite send warnings. Defaults to asking the user. */
  readonly sendAnyway?: boolean | undefined;
  /** Time before which no recipient is notified, so that the send can be undone; ms since 1970 UTC. */
  readonly sendAfter?: number | undefined;
  /** True to upload although existing versions may be this build. Defaults to asking the user. */
  readonly again?: boolean | undefined;
  /** Plain text or Markdown. */
  readonly releaseNote?: string | undefined;
  /** Commit that the release note was generated from. */
  readonly commit?: Commit | undefined;
  /** Defaults to `found`. */
  readonly application?: ApplicationChoice | undefined;
  /** Defaults to `leave`. */
  readonly afterUpload?: AfterUpload | undefined;
};

/** Target of a build until its version is known, with the ids that existed before the transfer. */
export type Route = {
  readonly versions?: readonly number[];
} & (
  | { readonly kind: 'existing'; readonly applicationId: number }
  | {
      readonly kind: 'new';
      readonly applications?: readonly number[];
      /** True if the folder has its own application: a version in another application is not this build. */
      readonly hasOwnApplication?: true;
    }
);

/** Search for an upload or a send whose response was lost. */
export type OutcomeSearch = {
  /** Remaining lookups before the build counts as not arrived. */
  readonly lookups: number;
  /** Until this time, the build may still arrive; ms since 1970 UTC. Set at the first lookup if undefined. */
  readonly arrivalDeadline?: number;
  /** True to send again if the build did not arrive; otherwise the upload fails with `failure`. */
  readonly resend: boolean;
  readonly failure: Failure | null;
};

export type UploadRecord = UploadTask & {
  readonly id: string;
  /** Unique, and higher than the position of every earlier upload. */
  readonly position: number;
  /** Rank in the queue after a reorder, not always an integer. Defaults to `position`. */
  readonly order?: number;
  /** Send warnings, in addition to those about the build. */
  readonly sendWarnings?: readonly Message[];
  readonly stamp: FileStamp;
  /** Device and inode of the file when it was inspected; null until then. */
  readonly identity: string | null;
  /** New path, if the file was moved. */
  readonly movedTo?: string;
  readonly package: PackageInfo | null;
  /** Name of the stored icon; null until inspected, or if the build has none. */
  readonly icon: string | null;
  /** Result of `fingerprintFile` in `packages`; null until inspected. */
  readonly fingerprint: string | null;
  readonly machine: UploadMachine;
  /** Consecutive failed attempts per step. Network failures of all steps share one counter. */
  readonly attempts: Readonly<Partial<Record<UploadStep | 'network', number>>>;
  /** Largest number of bytes that one attempt sent. */
  readonly maxSentBytes: number;
  readonly route: Route | null;
  /** Sequence number of the last transfer, unique among uploads; 0 if none was started. */
  readonly transferNumber: number;
  readonly outcomeSearch: OutcomeSearch;
  /** Versions that may be this build. They are ruled out when the user consents to the upload. */
  readonly candidateVersionIds: readonly number[];
  readonly target: UploadTarget | null;
  /** Address of the interrupted upload on the service; null if the upload has to begin again. */
  readonly resumeUrl: string | null;
  /** Size of the recipe that is sent instead of the file; undefined if the file is sent. */
  readonly recipeSize?: number | undefined;
  /** SHA-256 of the bytes sent, in hex; null if no bytes were sent or the hash is unknown. */
  readonly sha256: string | null;
  /** Milliseconds from request to response; null if unknown. */
  readonly sentInMs: number | null;
  /** True if the bytes sent matched the checksums of their entries. */
  readonly verified: boolean;
  /** True if the last read found a wrong checksum; the next inspection then verifies the file first. */
  readonly needsVerification: boolean;
  /** Time of the version's last send before this send, as reported by the service. */
  readonly previousSendAt: string | null;
  /** True if a send was started and its response may be lost. */
  readonly sendStarted: boolean;
  /** Most urgent state of the messages. Undefined until they are sent. */
  readonly mail?: MailState;
  /** True if the version was active after Slipway last changed it. Defaults to `activate`. */
  readonly active?: boolean;
  readonly notes: readonly Message[];
  readonly timeline: readonly TimelineEntry[];
  readonly addedAt: number;
  readonly finishedAt: number | null;
  /** True if the record left the history. It is stored only to recognise the same build later. */
  readonly removed: boolean;
};

/** Results of a step, saved together with its transition. */
export type RecordChanges = Partial<
  Omit<UploadRecord, Exclude<keyof UploadTask, 'sendAnyway'> | 'id' | 'position' | 'machine' | 'timeline'>
>;

/** `sign-in` blocks the account until the user signs in, `full` until the service has free space. */
export type BlockReason = {
  readonly kind: 'sign-in' | 'full';
  readonly failure: Failure;
  readonly retryAfterSeconds: number | null;
};

export type StepResult = {
  readonly event: UploadEvent;
  readonly changes?: RecordChanges;
  /** Set if the error blocks all of the account's uploads. */
  readonly blockReason?: BlockReason;
};

/** Allows several lookups, because the service may still be storing the last bytes at the first lookup. */
export const newOutcomeSearch: OutcomeSearch = { lookups: 4, resend: true, failure: null };

export function planOf(
  task: Pick<UploadTask, 'area' | 'activate' | 'recipients' | 'afterUpload'> & {
    readonly askFirst?: boolean | undefined;
  },
): UploadPlan {
  const activate = task.area === 'testingdist' && task.activate;
  return {
    activate,
    send: activate && hasRecipients(task.recipients),
    ...(task.askFirst ? { ask: true } : {}),
    ...((task.afterUpload?.kind ?? 'leave') === 'leave' ? {} : { cleanup: true }),
  };
}

export function orderOf(record: UploadRecord): number {
  return record.order ?? record.position;
}

export function byOrder(a: UploadRecord, b: UploadRecord): number {
  return orderOf(a) - orderOf(b) || a.position - b.position;
}

/** True if an earlier attempt sent the whole file. */
export function wasSentWhole({ maxSentBytes, stamp }: UploadRecord): boolean {
  return maxSentBytes >= stamp.size;
}

/** Returns the route without ids, so that every version at the target may be the build. */
export function withoutSeenIds(route: Route): Route {
  if (route.kind === 'existing') return { kind: 'existing', applicationId: route.applicationId };
  return route.hasOwnApplication ? { kind: 'new', hasOwnApplication: true } : { kind: 'new' };
}

export function hasRecipients(recipients: SendBody): boolean {
  return recipients.teamIds.length + recipients.memberIds.length + recipients.emails.length > 0;
}

export function includesRecipients(all: SendBody, some: SendBody): boolean {
  const emails = new Set(all.emails.map((email) => email.trim().toLowerCase()));
  return (
    some.teamIds.every((id) => all.teamIds.includes(id)) &&
    some.memberIds.every((id) => all.memberIds.includes(id)) &&
    some.emails.every((email) => emails.has(email.trim().toLowerCase()))
  );
}

export function sameRecipients(a: SendBody, b: SendBody): boolean {
  return includesRecipients(a, b) && includesRecipients(b, a);
}

/** Returns the end of a delay that begins now; undefined without a delay. */
export function sendAfterOf(delaySeconds: number | undefined, now: number): number | undefined {
  return delaySeconds ? now + delaySeconds * 1_000 : undefined;
}

/** Returns a note if the recipients of a request will not be notified. */
export function notesOfRequest(task: Pick<UploadTask, 'area' | 'activate' | 'recipients'>): Message[] {
  if (!hasRecipients(task.recipients)) return [];
  if (task.area === 'appstore') return [messageOf('note/storeNotifiesNoRecipients')];
  return task.activate ? [] : [messageOf('note/inactiveNotifiesNoRecipients')];
}

export function isBlockedByNetwork({ machine }: UploadRecord): boolean {
  return machine.kind === 'retrying' && machine.failure?.remedy === 'check-network';
}

export function isSameVersion(a: UploadRecord, b: UploadRecord): boolean {
  const isSameArea = a.accountId === b.accountId && a.area === b.area;
  return isSameArea && a.target !== null && a.target.versionId === b.target?.versionId;
}

/** Strips a record that leaves the history. Keeps the data needed to recognise the build on the service. */
export function prunedRecord(record: UploadRecord): UploadRecord {
  const { package: info } = record;
  const unread = { minOs: null, targetOs: null, split: null, debuggable: false, warnings: [] };
  return {
    ...record,
    package: info && {
      kind: info.kind,
      platform: info.platform,
      id: info.id,
      name: info.name,
      versionName: info.versionName,
      build: info.build,
      ...unread,
    },
    icon: null,
    notes: [],
    timeline: [],
    attempts: {},
    resumeUrl: null,
    removed: true,
  };
}
