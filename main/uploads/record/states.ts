/** States and events of an upload; `reduce.ts` contains the transitions. Pure. */
import type { MailState } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';

export const uploadSteps = ['inspect', 'choose', 'upload', 'confirm', 'activate', 'send', 'cleanup'] as const;

export type UploadStep = (typeof uploadSteps)[number];

/** Steps at which an upload may wait. Never `upload`, because its outcome could be unknown. */
export type ResumableStep = Exclude<UploadStep, 'upload'>;

/**
 * Steps at which an interrupted step may resume, the default first. `upload` resumes at `confirm`, because
 * its bytes may have arrived.
 */
export const resumption: { readonly [Step in UploadStep]: readonly [ResumableStep, ...ResumableStep[]] } = {
  inspect: ['inspect'],
  choose: ['choose', 'inspect'],
  upload: ['confirm', 'choose', 'inspect'],
  confirm: ['confirm'],
  activate: ['activate', 'confirm'],
  send: ['send', 'confirm'],
  cleanup: ['cleanup'],
};

export type UploadPlan = {
  /** An inactive version cannot be sent, so `send` implies `activate`. */
  readonly activate: boolean;
  readonly send: boolean;
  /** True to wait for the user's consent before the upload. */
  readonly ask?: boolean;
  /** True to move or delete the file at the end. */
  readonly cleanup?: boolean;
};

type PauseReason = { readonly individually?: boolean; readonly terminated?: boolean };

export type UploadPhase =
  | { readonly kind: 'queued'; readonly step: ResumableStep }
  | { readonly kind: 'working'; readonly step: UploadStep }
  | {
      readonly kind: 'retrying';
      readonly step: ResumableStep;
      readonly at: number;
      /** Null while the send can be undone. */
      readonly failure: Failure | null;
    }
  /** `individually`: not resumed with all uploads. `terminated`: its command exited; blocks no uploads. */
  | ({ readonly kind: 'paused'; readonly step: ResumableStep } & PauseReason)
  /** An upload never fails at `cleanup`, because a file that cannot be moved or deleted only adds a note. */
  | { readonly kind: 'failed'; readonly step: ResumableStep; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly step: ResumableStep }
  /** Waits for the user before the upload (`choose`), a repeated upload (`confirm`) or the send (`send`). */
  | { readonly kind: 'asking'; readonly step: 'choose' | 'confirm' | 'send' }
  | { readonly kind: 'done' }
  | { readonly kind: 'already-there' };

export type UploadMachine = UploadPhase & {
  readonly plan: UploadPlan;
  /** True to finish as `already-there`: the service had the same bytes, and everything requested was done. */
  readonly found?: boolean;
};

/** Changes to a version after its upload finished. */
export type VersionFacts = {
  readonly active?: boolean;
  /** Most urgent state among the version's recipients. */
  readonly mail?: MailState;
  readonly installLink?: string;
};

export type UploadEvent =
  | { readonly kind: 'begin' }
  | { readonly kind: 'inspected' }
  | { readonly kind: 'chosen' }
  /** The whole file is verified. Its last bytes are sent only after this event is saved. */
  | { readonly kind: 'read-whole'; readonly sha256: string }
  /** The service created a resumable upload, or lost it (null). No byte is sent before this event is saved. */
  | { readonly kind: 'resumable'; readonly url: string | null; readonly recipeSize?: number | undefined }
  /** The service refused the recipe, so it has no part of the file. */
  | { readonly kind: 'recipe-refused' }
  /** The service has the beginning of the file, which is not sent again. */
  | { readonly kind: 'resumed'; readonly percent: number }
  /** The service has the same bytes, and everything requested is done. */
  | { readonly kind: 'known' }
  /** The service has the same bytes, but the version is still to be activated or sent. */
  | { readonly kind: 'adopted' }
  | { readonly kind: 'arrived' }
  /** The build did not arrive; at the `send` step, no recipient was notified. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'activated' }
  | { readonly kind: 'sent' }
  /** The send can be undone until this time. */
  | { readonly kind: 'hold'; readonly at: number }
  /** The file was moved or deleted, or left in place with a note. */
  | { readonly kind: 'cleaned' }
  /** The user has to decide on the upload or the send. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'declined' }
  /** The service does not yet list the build, or does not yet report it as sent. */
  | { readonly kind: 'lookup-later'; readonly at: number; readonly failure: Failure }
  | {
      readonly kind: 'retry-later';
      readonly at: number;
      readonly failure: Failure;
      readonly resumeAt: ResumableStep;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly resumeAt: ResumableStep }
  | { readonly kind: 'blocked'; readonly resumeAt: ResumableStep }
  | { readonly kind: 'due' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'version-changed'; readonly facts: VersionFacts }
  /** The journal was damaged, so later states may be lost. */
  | { readonly kind: 'journal-lost' }
  | ({ readonly kind: 'pause' } & PauseReason)
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' };

export function isFinished({ kind }: UploadPhase): boolean {
  return kind === 'done' || kind === 'failed' || kind === 'cancelled' || kind === 'already-there';
}

/** True if the upload may wait for the user for days, so it does not block other uploads. */
export function waitsForUser(state: UploadPhase): boolean {
  return state.kind === 'asking' || (state.kind === 'paused' && state.terminated === true);
}

export function stepOf(state: UploadPhase): UploadStep | null {
  return state.kind === 'done' || state.kind === 'already-there' ? null : state.step;
}

/** True while a delayed send can be undone. */
export function isHeld(state: UploadPhase): boolean {
  return state.kind === 'retrying' && state.failure === null;
}

/** True if an interrupted upload of the file may still be continued. */
export function mayResume(state: UploadPhase): boolean {
  const step = stepOf(state);
  return state.kind !== 'cancelled' && step !== null && !['activate', 'send', 'cleanup'].includes(step);
}

export function failureOf(state: UploadPhase): Failure | null {
  return 'failure' in state ? state.failure : null;
}

/** True for steps that need no account. */
export function isLocal(step: UploadStep): boolean {
  return step === 'inspect' || step === 'cleanup';
}
