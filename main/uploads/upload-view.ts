/** Uploads as front ends receive them. Pure. */

import type { Area, MailState, SendBody } from '../api/wire.ts';
import type { Failure } from '../base/failure.ts';
import type { Message } from '../messages/message.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import type { UploadStep } from './record/states.ts';

export const uploadStates = [
  /** Inspected; waits for the user to confirm the upload. */
  'ready',
  'queued',
  'uploading',
  'confirming',
  'activating',
  'sending',
  'cleaning',
  'retrying',
  'paused',
  /** On the service; waits for the user to confirm that recipients are notified. */
  'asking',
  'done',
  'failed',
  'cancelled',
  'already-there',
] as const;
export type UploadState = (typeof uploadStates)[number];

export const finishedStates: readonly UploadState[] = ['done', 'failed', 'cancelled', 'already-there'];

/** Returns true if the upload is unfinished, or failed and can be retried. */
export function isInQueue({ state }: Pick<UploadView, 'state'>): boolean {
  return !finishedStates.includes(state) || state === 'failed';
}

/** States that only the user can change. */
export const stableStates: readonly UploadState[] = [...finishedStates, 'asking', 'ready'];

/** `acknowledgement`: sent bytes are not acknowledged. `response`: the response is pending. */
export type Stall = { readonly reason: 'acknowledgement' | 'response'; readonly seconds: number };

/** One entry of the timeline; `at` is milliseconds since 1970 UTC. */
export type TimelineEntry = {
  readonly event:
    | 'appeared'
    | 'finished'
    | 'queued'
    | 'uploading'
    | 'resumed'
    | 'uploaded'
    | 'active'
    | 'send-confirmed'
    | 'send-declined'
    | 'sent'
    | 'failed'
    | 'cancelled'
    | 'already-there'
    | 'retry'
    | 'cleaned';
  readonly at: number;
  /** Percentage of the file that the service already had. Set for `resumed` only. */
  readonly percent?: number;
};

/** Version on the service that contains the build. */
export type UploadTarget = {
  readonly applicationId: number;
  readonly versionId: number;
  readonly applicationName: string;
  readonly uniqueName: string;
  /** Install page for testers; null if unknown, or if the version is not active. */
  readonly installLink: string | null;
};

/** Commit of a git repository. `repository` is the path of the work tree. */
export type Commit = { readonly repository: string; readonly id: string };

export type UploadView = {
  readonly id: string;
  readonly path: string;
  /** New path, if the file was moved after the upload; null otherwise. */
  readonly movedTo: string | null;
  readonly fileName: string;
  /** Watched folder that announced the file; null if the file was added by hand. */
  readonly folderId: string | null;
  readonly accountId: string;
  readonly area: Area;
  /** True if the version will be activated or, once it exists, if it was active when last checked. */
  readonly activate: boolean;
  /** Most urgent state of the messages; null until they are sent. */
  readonly mail: MailState | null;
  readonly recipients: SendBody;
  /** Release note for testers, as plain text or Markdown; null if none. */
  readonly releaseNote: string | null;
  /** Commit that the release note was generated from; null if it was not generated from git. */
  readonly commit: Commit | null;
  /** Null until inspected, or if the file cannot be read. */
  readonly package: PackageInfo | null;
  /** Name of the stored icon; null until inspected, or if the build has none. */
  readonly icon: string | null;
  readonly state: UploadState;
  /** Short label of the state, the same in every front end. */
  readonly stateLabel: Message;
  /** Rank in the queue; the lowest is first. */
  readonly order: number;
  /** True if paused on its own: resuming all uploads does not resume it. */
  readonly pausedIndividually: boolean;
  /** Reason why the account has to wait; null if it need not. */
  readonly block: Failure | null;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Size of the recipe sent instead of the file; null before that, or if the whole file was sent. */
  readonly deltaBytes: number | null;
  readonly bytesPerSecond: number | null;
  /** Estimate from the speed of the last minute; null if unknown or if no bytes are transferred. */
  readonly secondsLeft: number | null;
  /** Set if a transfer makes no progress; null otherwise. */
  readonly stall: Stall | null;
  /** Time of the next retry, milliseconds since 1970 UTC; null unless retrying. */
  readonly retryAt: number | null;
  /** Step at which the retry resumes; `confirm` searches the service for the build. Null unless retrying. */
  readonly retryStep: UploadStep | null;
  readonly failure: Failure | null;
  readonly target: UploadTarget | null;
  /** Hex; null until the file is sent. */
  readonly sha256: string | null;
  /** Milliseconds from request to response; null if unknown, as for a build found on the service. */
  readonly sentInMs: number | null;
  /** Warnings that the user has to confirm before recipients are notified. Empty unless `asking`. */
  readonly sendWarnings: readonly Message[];
  /** Short form of the first warning, or else of the build's first install warning; null if none. */
  readonly sendWarningLabel: Message | null;
  /** Notes on the outcome, such as an earlier copy of the file on the service. */
  readonly notes: readonly Message[];
  readonly timeline: readonly TimelineEntry[];
  readonly addedAt: number;
  readonly finishedAt: number | null;
};

export type UploadPreview = {
  readonly package: PackageInfo;
  /** Expected state. `ready` waits for consent to the upload, `asking` for consent to the send. */
  readonly state: 'done' | 'already-there' | 'ready' | 'asking';
  /** Version on the service with the same bytes, which are not sent again; null if there is none. */
  readonly versionId: number | null;
  readonly notes: readonly Message[];
  /** Warnings the user would have to confirm before recipients are notified. */
  readonly sendWarnings: readonly Message[];
};

export type UploadSavings = {
  /** Total size of the uploaded builds in bytes. */
  readonly totalBytes: number;
  /** Bytes not sent, because Slipway sent only what had changed. */
  readonly savedBytes: number;
};

export type Progress = Pick<UploadView, 'sentBytes' | 'bytesPerSecond' | 'secondsLeft' | 'stall'>;

/** Emitted at most ten times a second per upload. */
export type UploadProgress = Progress & Pick<UploadView, 'id' | 'stateLabel' | 'totalBytes'>;

export type AccountBlock = {
  readonly accountId: string;
  readonly failure: Failure;
  /** Time of the next attempt, milliseconds since 1970 UTC; null if the user has to sign in. */
  readonly until: number | null;
};

const networkFailures: ReadonlySet<string> = new Set([
  'api/unknownHost',
  'api/connectionRefused',
  'api/unreachable',
  'api/connectionLost',
  'api/timeout',
  'api/captivePortal',
  'api/proxy',
]);

/** Returns true for network errors, which are retried without limit. */
export function isNetworkFailure({ code }: Pick<Failure, 'code'>): boolean {
  return networkFailures.has(code);
}
