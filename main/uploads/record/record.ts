/** One upload as the journal stores it. Pure. */
import type { Area, SendBody } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Commit, TimelineEntry, UploadTarget } from '../upload-view.ts';
import type { UploadEvent, UploadMachine, UploadPlan, UploadStep } from './states.ts';

/** `found`: by package id and name. `new`: one of its own, which later builds of the same folder go to as well. */
export type ApplicationChoice =
  | { readonly kind: 'found' }
  | { readonly kind: 'chosen'; readonly id: number }
  | { readonly kind: 'new' };

export type AfterUpload =
  | { readonly kind: 'leave' }
  /** `folder` is absolute, and created if missing. */
  | { readonly kind: 'move'; readonly folder: string }
  | { readonly kind: 'delete' };

/** What is to be done with one file. */
export type UploadTask = {
  /** Absolute. */
  readonly path: string;
  /** Watched folder it came from; null if added by hand. */
  readonly folderId: string | null;
  readonly accountId: string;
  readonly area: Area;
  /** Activate the version. Test distribution only. */
  readonly activate: boolean;
  /** Recipients of the version once it is active. */
  readonly recipients: SendBody;
  /** Notify them even if few or no devices can install it (see `PackageInfo`). Defaults to asking the user first. */
  readonly sendAnyway?: boolean | undefined;
  /** Upload it even if the service has versions that may be this build. Defaults to asking the user first. */
  readonly again?: boolean | undefined;
  /** Release note for testers, as plain text or Markdown. */
  readonly releaseNote?: string | undefined;
  /** Commit its release note was made from. */
  readonly commit?: Commit | undefined;
  /** Application or profile it goes to. Defaults to `found`. */
  readonly application?: ApplicationChoice | undefined;
  /** Defaults to `leave`. */
  readonly afterUpload?: AfterUpload | undefined;
};

/** Target of a build, and the ids seen there before it was sent: every other id is newer. Ids are dropped once the version is known. */
export type Route = {
  readonly versions?: readonly number[];
} & (
  | { readonly kind: 'existing'; readonly applicationId: number }
  | {
      readonly kind: 'new';
      readonly applications?: readonly number[];
      /** A new application was asked for: versions in existing applications are never this build. */
      readonly apart?: true;
    }
);

/** An upload, or a send, whose answer was not received. */
export type Uncertainty = {
  /** Lookups that remain before it counts as not arrived. */
  readonly lookups: number;
  /** Earliest time it may count as not arrived, milliseconds since 1970 UTC. Worked out at the first lookup if undefined. */
  readonly until?: number;
  /** True if the upload is sent again when it did not arrive; otherwise it fails with `failure`. */
  readonly resend: boolean;
  readonly failure: Failure | null;
};

export type UploadRecord = UploadTask & {
  readonly id: string;
  /** Rank by the time it was added; unique. */
  readonly position: number;
  /** Rank in the queue, any number, once it was reordered. Defaults to `position`. */
  readonly order?: number;
  /** Warnings shown before recipients are notified, in addition to those about the build. */
  readonly sendWarnings?: readonly Message[];
  /** Stamp of the file: a file with another stamp is another build. */
  readonly stamp: FileStamp;
  /** Device and inode of the file when it was read; null if unread. */
  readonly identity: string | null;
  /** New path, if the file was moved. */
  readonly movedTo?: string;
  readonly package: PackageInfo | null;
  /** Name of the stored icon; null if unread or the build has none. */
  readonly icon: string | null;
  /** From `fingerprintFile`; null if unread. */
  readonly fingerprint: string | null;
  readonly machine: UploadMachine;
  /** Failed attempts in a row of each step. Network failures are counted apart, regardless of the step. */
  readonly attempts: Readonly<Partial<Record<UploadStep | 'network', number>>>;
  /** Most bytes that any attempt sent. */
  readonly mostSent: number;
  readonly route: Route | null;
  /** Number of this transfer among all uploads, rising; 0 if never begun. */
  readonly begun: number;
  readonly uncertainty: Uncertainty;
  /** Versions that may be this build. Once the user agrees to send it, none of them is. */
  readonly unclear: readonly number[];
  readonly target: UploadTarget | null;
  /** Of the bytes handed to the service, in hex; null if none were or they are unknown. */
  readonly sha256: string | null;
  /** Milliseconds from the call to the answer of the service; null if unknown. */
  readonly sentInMs: number | null;
  /** True if those bytes matched the checksums of their entries. */
  readonly verified: boolean;
  /** True if they did not match when last read: they are verified before they are sent. */
  readonly suspect: boolean;
  /** When the version was last sent, as the service reported before this send. */
  readonly lastSendBefore: string | null;
  /** A send was begun and its answer may be unknown. */
  readonly sendBegun: boolean;
  /** The mail was only written to the outbox folder. */
  readonly written?: boolean;
  /** Whether the version was active after Slipway last changed it. Defaults to `activate`. */
  readonly active?: boolean;
  readonly notes: readonly Message[];
  readonly timeline: readonly TimelineEntry[];
  readonly addedAt: number;
  readonly finishedAt: number | null;
  /** Off the list; stored to recognise the file. */
  readonly removed: boolean;
};

/** What a step found out, saved together with the transition it leads to. */
export type RecordChanges = Partial<
  Omit<UploadRecord, Exclude<keyof UploadTask, 'sendAnyway'> | 'id' | 'position' | 'machine' | 'timeline'>
>;

/** Why a whole account is blocked: `sign-in` until the user helps, `full` until the service has space again. */
export type BlockReason = {
  readonly kind: 'sign-in' | 'full';
  readonly failure: Failure;
  readonly retryAfterSeconds: number | null;
};

export type StepResult = {
  readonly event: UploadEvent;
  readonly changes?: RecordChanges;
  /** Set if the error blocks every upload of the account. */
  readonly blockReason?: BlockReason;
};

/** Crashes and lost answers: the service may still be storing the last bytes at the first lookup. */
export const freshUncertainty: Uncertainty = { lookups: 4, resend: true, failure: null };

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

/** True if an earlier attempt handed over the whole file. */
export function wasSentBefore({ mostSent, stamp }: UploadRecord): boolean {
  return mostSent >= stamp.size;
}

/** Returns the route with nothing seen: every version there may be the build. */
export function withoutSeen(route: Route): Route {
  if (route.kind === 'existing') return { kind: 'existing', applicationId: route.applicationId };
  return route.apart ? { kind: 'new', apart: true } : { kind: 'new' };
}

export function hasRecipients(recipients: SendBody): boolean {
  return recipients.teamIds.length + recipients.memberIds.length + recipients.emails.length > 0;
}

/** True if `all` contains every recipient in `some`. */
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

/** Notes for a request whose recipients will not be notified. */
export function requestNotes(task: Pick<UploadTask, 'area' | 'activate' | 'recipients'>): Message[] {
  if (!hasRecipients(task.recipients)) return [];
  if (task.area === 'appstore') return [messageOf('note/storeTellsNobody')];
  return task.activate ? [] : [messageOf('note/inactiveTellsNobody')];
}

export function isBlockedByNetwork({ machine }: UploadRecord): boolean {
  return machine.kind === 'retrying' && machine.failure.remedy === 'check-network';
}

/** True if both are the same version on the same service. */
export function isSameVersion(a: UploadRecord, b: UploadRecord): boolean {
  const isSameArea = a.accountId === b.accountId && a.area === b.area;
  return isSameArea && a.target !== null && a.target.versionId === b.target?.versionId;
}

/** What remains of an upload that leaves the history: enough to recognise its bytes and find it on the service. */
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
    removed: true,
  };
}
