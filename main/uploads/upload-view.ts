/** One build's way to the service, as front ends see it. Pure. */

import type { Area, SendBody } from '../api/wire.ts';
import type { Failure } from '../base/failure.ts';
import type { Message } from '../messages/message.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import type { UploadStep } from './record/states.ts';

export const uploadStates = [
  /** Inspected, and waiting for the user to confirm the upload. */
  'ready',
  'queued',
  'uploading',
  'confirming',
  'activating',
  'sending',
  /** Its file is being moved or deleted. */
  'cleaning',
  'retrying',
  'paused',
  /** On the service, and waiting for the user to confirm that recipients are notified. */
  'asking',
  'done',
  'failed',
  'cancelled',
  'already-there',
] as const;
export type UploadState = (typeof uploadStates)[number];

/** States in which everything is over. */
export const finishedStates: readonly UploadState[] = ['done', 'failed', 'cancelled', 'already-there'];

/** True until the upload has come to a good end or is cancelled. */
export function isInQueue({ state }: Pick<UploadView, 'state'>): boolean {
  return !finishedStates.includes(state) || state === 'failed';
}

/** States an upload does not leave by itself. */
export const restingStates: readonly UploadState[] = [...finishedStates, 'asking', 'ready'];

/** What an upload on which nothing moves waits for: that the other side takes more bytes, or answers once it has them all. */
export type Waiting = { readonly for: 'line' | 'answer'; readonly seconds: number };

/** What happened when, in order; `at` is milliseconds since 1970 UTC. */
export type TimelineEntry = {
  readonly event:
    | 'appeared'
    | 'finished'
    | 'queued'
    | 'uploading'
    | 'uploaded'
    | 'active'
    | 'sent'
    | 'failed'
    | 'cancelled'
    | 'already-there'
    | 'retry'
    | 'cleaned';
  readonly at: number;
};

/** The version the build became on the service. */
export type UploadTarget = {
  readonly applicationId: number;
  readonly versionId: number;
  readonly applicationName: string;
  readonly uniqueName: string;
  /** Page a tester installs from; null when none is known, or when the build was not to be activated. */
  readonly installLink: string | null;
};

/** A commit of a git repository, by the path of its work tree. */
export type Commit = { readonly repository: string; readonly id: string };

export type UploadView = {
  readonly id: string;
  readonly path: string;
  /** Where the file was moved to after everything was done; null when it was not. */
  readonly movedTo: string | null;
  readonly fileName: string;
  /** Watched folder it came from; null when added by hand. */
  readonly folderId: string | null;
  readonly accountId: string;
  readonly area: Area;
  /** Whether the version is to be active; once it is on the service, whether it is, as far as Slipway knows. */
  readonly activate: boolean;
  /** The messages about it were only written to the outbox folder: nobody got them. */
  readonly written: boolean;
  readonly recipients: SendBody;
  /** What testers are to read about it, as plain text or Markdown; null: nothing. */
  readonly releaseNote: string | null;
  /** Where its repository stood when it was queued with release notes from git; null otherwise. */
  readonly commit: Commit | null;
  /** What is in the file; null until read, or when it cannot be read. */
  readonly package: PackageInfo | null;
  /** Name of the kept icon; null while unread, or when the build has none. */
  readonly icon: string | null;
  readonly state: UploadState;
  /** The state in a word or two, as every front end says it. */
  readonly stateWords: Message;
  /** Its place in the queue: the lowest is first. */
  readonly order: number;
  /** Paused on its own: it stays so when all uploads are resumed. */
  readonly pausedAlone: boolean;
  /** Why its account keeps it waiting; null when it does not. */
  readonly block: Failure | null;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** While bytes move; null otherwise. */
  readonly bytesPerSecond: number | null;
  /** At the speed of the last minute; null until that can be told, and while nothing moves. */
  readonly secondsLeft: number | null;
  /** While uploading, when no bytes move: what for, and since when. Null otherwise. */
  readonly waiting: Waiting | null;
  /** While retrying: when the next try is due, milliseconds since 1970 UTC. */
  readonly retryAt: number | null;
  /** What is done then; `confirm`: it is looked whether the build has arrived. Null when it is not retrying. */
  readonly retryStep: UploadStep | null;
  /** Why it failed or is being retried. */
  readonly failure: Failure | null;
  readonly target: UploadTarget | null;
  /** Hex; known once the bytes were sent. */
  readonly sha256: string | null;
  /** From calling the service to its answer, in milliseconds; null when not known, as of a build found there. */
  readonly sentInMs: number | null;
  /** While asking: why a person has to say that people are to be told, as sentences. */
  readonly sendWarnings: readonly Message[];
  /** The first of them in a few words. */
  readonly doubt: Message | null;
  /** What the person should know besides, as sentences: nobody was told, an older file is on the service too. */
  readonly notes: readonly Message[];
  readonly timeline: readonly TimelineEntry[];
  readonly addedAt: number;
  readonly finishedAt: number | null;
};

/** What an upload would do. */
export type UploadPreview = {
  readonly package: PackageInfo;
  /** The state in which it would rest: `ready` asks before the file is sent, `asking` before people are notified. */
  readonly state: 'done' | 'already-there' | 'ready' | 'asking';
  /** The version on the service with the same bytes, which are not sent again; null if there is none. */
  readonly versionId: number | null;
  readonly notes: readonly Message[];
  /** Why it would ask before people are notified. */
  readonly sendWarnings: readonly Message[];
};

export type Progress = Pick<UploadView, 'sentBytes' | 'bytesPerSecond' | 'secondsLeft' | 'waiting'>;

/** Announced on its own, at most ten times a second for one upload. */
export type UploadProgress = Progress & Pick<UploadView, 'id' | 'stateWords' | 'totalBytes'>;

/** An account whose uploads do not continue for now. */
export type AccountBlock = {
  readonly accountId: string;
  readonly failure: Failure;
  /** When it is tried again, milliseconds since 1970 UTC; null if the user has to help. */
  readonly until: number | null;
};

/** Errors of a service that was not reached, or of a broken connection. */
const networkFailures: ReadonlySet<string> = new Set([
  'api/unknownHost',
  'api/connectionRefused',
  'api/unreachable',
  'api/connectionLost',
  'api/timeout',
  'api/captivePortal',
  'api/proxy',
]);

/** True if the network caused it: never final. */
export function isOfNetwork({ code }: Pick<Failure, 'code'>): boolean {
  return networkFailures.has(code);
}
