/** One upload as the journal keeps it. Pure. */

import type { Area, SendBody } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { AfterUpload } from '../steps/after-upload.ts';
import type { Commit, TimelineEntry, UploadTarget } from '../upload-view.ts';
import type { UploadMachine, UploadPlan, UploadStep } from './upload-states.ts';

/** `found`: by package id and name. `new`: one of its own, which later builds of the same folder go to as well. */
export type ApplicationChoice =
  | { readonly kind: 'found' }
  | { readonly kind: 'chosen'; readonly id: number }
  | { readonly kind: 'new' };

/** Where a build goes, and what was seen there before it was sent (see `id-bounds.ts`), until its version is known. */
export type Route = {
  readonly versions?: readonly number[];
} & (
  | { readonly kind: 'existing'; readonly applicationId: number }
  | {
      readonly kind: 'new';
      readonly applications?: readonly number[];
      /** One of its own was asked for: those that were there before do not count, whatever arrives in them. */
      readonly apart?: true;
    }
);

/** An upload, or a message, whose answer was not received. */
export type Uncertainty = {
  /** How often to look at least before it counts as not arrived; zero and below once that is over. */
  readonly lookups: number;
  /** Nor before this time, milliseconds since 1970 UTC; absent: it was not looked for yet, and is worked out then. */
  readonly until?: number;
  /** Whether an upload is sent again when it did not arrive; otherwise it fails with `failure`. */
  readonly resend: boolean;
  readonly failure: Failure | null;
};

export type UploadRecord = {
  readonly id: string;
  /** When it was added, as a rank of its own. */
  readonly position: number;
  /** Its place in the queue, any number, once it was moved or added behind one that was; absent: `position`. */
  readonly order?: number;
  readonly path: string;
  readonly folderId: string | null;
  readonly accountId: string;
  readonly area: Area;
  readonly activate: boolean;
  readonly recipients: SendBody;
  /** People are told even if few or no devices can install the build; absent: a person is asked first. */
  readonly sendAnyway?: boolean;
  /** Uploaded even if the service has versions of the same package, version, build and size. */
  readonly again?: boolean;
  /** What a person was asked about before people are told, besides the warnings about the build. */
  readonly sendWarnings?: readonly Message[];
  /** What testers are to read about it, as plain text or Markdown; absent: nothing. */
  readonly releaseNote?: string;
  /** Where its repository stood when it was queued with release notes from git; absent: it was not. */
  readonly commit?: Commit;
  /** Absent: found by package id and name. */
  readonly application?: ApplicationChoice;
  /** What becomes of the file; absent: it is left. */
  readonly afterUpload?: AfterUpload;
  /** Of the file that is meant: another one at this path is another build. */
  readonly stamp: FileStamp;
  /** Of the file when it was read; absent or null: not known. */
  readonly identity?: string | null;
  /** Where the file was moved to; absent: it was not. */
  readonly movedTo?: string;
  readonly package: PackageInfo | null;
  /** Name of the kept icon; absent or null when the build has none. */
  readonly icon?: string | null;
  /** Of the file as `stamp` has it (see `fingerprintFile`); absent or null when not read. */
  readonly fingerprint?: string | null;
  readonly machine: UploadMachine;
  /** Failed tries in a row of each step; those that the network failed count apart, whatever their step. */
  readonly attempts: Readonly<Partial<Record<UploadStep | 'network', number>>>;
  /** The farthest any try came, in bytes. */
  readonly mostSent: number;
  readonly route: Route | null;
  /** Counts the beginnings of all uploads: a higher one was begun later. 0: never begun. */
  readonly begun: number;
  readonly uncertainty: Uncertainty;
  /** Versions that may be this build but cannot be told apart. Once a person has agreed to send it, none of them is. */
  readonly unclear?: readonly number[];
  readonly target: UploadTarget | null;
  /** Of the bytes that were handed to the service; null while nothing was, or when it is not known of which. */
  readonly sha256: string | null;
  /** From calling the service to its answer, in milliseconds; absent or null: not known, as of a build found there. */
  readonly sentInMs?: number | null;
  /** Those bytes matched the checksums of their own entries; absent: an earlier Slipway sent them without looking. */
  readonly verified?: boolean;
  /** They did not when they were last read: they are read before anything is sent again. */
  readonly suspect?: boolean;
  /** When the version was last sent to anybody, as the service said before we sent it. */
  readonly lastSendBefore: string | null;
  /** A send was begun and its answer may be unknown. */
  readonly sendBegun: boolean;
  /** The messages about it were only written to the outbox folder. */
  readonly written?: boolean;
  /** Whether the version was active when Slipway last changed that; absent: as asked. */
  readonly active?: boolean;
  readonly notes: readonly Message[];
  readonly timeline: readonly TimelineEntry[];
  readonly addedAt: number;
  readonly finishedAt: number | null;
  /** Off the list, kept to recognise the file. */
  readonly removed: boolean;
};

/** What a step found out, to be saved together with the transition it leads to. */
export type RecordChanges = Partial<
  Pick<
    UploadRecord,
    | 'stamp'
    | 'identity'
    | 'movedTo'
    | 'package'
    | 'icon'
    | 'fingerprint'
    | 'attempts'
    | 'mostSent'
    | 'route'
    | 'begun'
    | 'uncertainty'
    | 'unclear'
    | 'target'
    | 'sha256'
    | 'sentInMs'
    | 'verified'
    | 'suspect'
    | 'lastSendBefore'
    | 'sendBegun'
    | 'sendAnyway'
    | 'sendWarnings'
    | 'written'
    | 'notes'
  >
>;

/** Crashes and lost answers: the service may still be storing the last bytes when it is asked for the first time. */
export const freshUncertainty: Uncertainty = { lookups: 4, resend: true, failure: null };

export function planOf(
  request: Pick<UploadRecord, 'area' | 'activate' | 'recipients'> & {
    readonly askFirst?: boolean | undefined;
    readonly afterUpload?: AfterUpload | undefined;
  },
): UploadPlan {
  const activate = request.area === 'testingdist' && request.activate;
  return {
    activate,
    send: activate && hasRecipients(request.recipients),
    ...(request.askFirst ? { ask: true } : {}),
    ...((request.afterUpload?.kind ?? 'leave') === 'leave' ? {} : { cleanup: true }),
  };
}

/** The place in the queue. */
export function orderOf(record: UploadRecord): number {
  return record.order ?? record.position;
}

/** First what is first in the queue. */
export function byOrder(a: UploadRecord, b: UploadRecord): number {
  return orderOf(a) - orderOf(b) || a.position - b.position;
}

/** Whether an earlier try gave away the whole file. */
export function wasSentBefore({ mostSent, stamp }: UploadRecord): boolean {
  return mostSent >= stamp.size;
}

export function hasRecipients(recipients: SendBody): boolean {
  return recipients.teamIds.length + recipients.memberIds.length + recipients.emails.length > 0;
}

/** True when everybody in `some` is in `all`. */
export function includesRecipients(all: SendBody, some: SendBody): boolean {
  const emails = new Set(all.emails.map((email) => email.trim().toLowerCase()));
  return (
    some.teamIds.every((id) => all.teamIds.includes(id)) &&
    some.memberIds.every((id) => all.memberIds.includes(id)) &&
    some.emails.every((email) => emails.has(email.trim().toLowerCase()))
  );
}

/** What is said at once about a request whose recipients will not be told. */
export function requestNotes(request: Pick<UploadRecord, 'area' | 'activate' | 'recipients'>): Message[] {
  if (!hasRecipients(request.recipients)) return [];
  if (request.area === 'appstore') {
    return [messageOf('note/storeTellsNobody')];
  }
  return request.activate ? [] : [messageOf('note/inactiveTellsNobody')];
}

export function isHeldByNetwork({ machine }: UploadRecord): boolean {
  return machine.kind === 'retrying' && machine.failure.remedy === 'check-network';
}
