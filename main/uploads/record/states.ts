/** The states and events of one upload; `reduce.ts` contains the transitions. Pure types and tables. */
import type { SendBody } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';

export const uploadSteps = ['inspect', 'choose', 'upload', 'confirm', 'activate', 'send', 'cleanup'] as const;

export type UploadStep = (typeof uploadSteps)[number];

/** Steps at which an upload can rest: never `upload`, whose outcome would be unknown. */
export type RestingStep = Exclude<UploadStep, 'upload'>;

/**
 * The steps at which each step may resume. The first applies if it ended without an answer: bytes may have arrived, so an
 * upload resumes at `confirm`.
 */
export const resumption: { readonly [Step in UploadStep]: readonly [RestingStep, ...RestingStep[]] } = {
  inspect: ['inspect'],
  choose: ['choose', 'inspect'],
  upload: ['confirm', 'choose', 'inspect'],
  confirm: ['confirm'],
  activate: ['activate', 'confirm'],
  send: ['send', 'confirm'],
  cleanup: ['cleanup'],
};

export type UploadPlan = {
  /** A version that is not active cannot be sent, so `send` implies `activate`. */
  readonly activate: boolean;
  readonly send: boolean;
  /** Ask the user before it is uploaded. */
  readonly ask?: boolean;
  /** Move or delete the file after everything else. */
  readonly cleanup?: boolean;
};

type PauseReason = { readonly alone?: boolean; readonly terminated?: boolean };

export type UploadPhase =
  | { readonly kind: 'queued'; readonly step: RestingStep }
  | { readonly kind: 'working'; readonly step: UploadStep }
  | { readonly kind: 'retrying'; readonly step: RestingStep; readonly at: number; readonly failure: Failure }
  /**
   * `alone`: paused on its own, and stays paused when all are resumed. `terminated`: paused because its command ended; it
   * may never be resumed, so it blocks no other.
   */
  | ({ readonly kind: 'paused'; readonly step: RestingStep } & PauseReason)
  /** Never at `cleanup`: a file that cannot be moved or deleted is only noted. */
  | { readonly kind: 'failed'; readonly step: RestingStep; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly step: RestingStep }
  /** Waits for the user: before the file is uploaded (`choose`), uploaded again (`confirm`), or recipients are notified (`send`). */
  | { readonly kind: 'asking'; readonly step: 'choose' | 'confirm' | 'send' }
  | { readonly kind: 'done' }
  | { readonly kind: 'already-there' };

export type UploadMachine = UploadPhase & {
  readonly plan: UploadPlan;
  /** The service had the same bytes with everything requested: the upload finishes as already there. */
  readonly found?: boolean;
};

/** A version as Slipway left it after its upload finished. */
export type VersionFacts = {
  readonly active?: boolean;
  /** Recipients who have been mailed about it. */
  readonly mailedTo?: SendBody;
  /** When a mail that went only to the outbox folder was queued, milliseconds since 1970 UTC. */
  readonly writtenOf?: number;
};

export type UploadEvent =
  | { readonly kind: 'begin' }
  /** The file was read. */
  | { readonly kind: 'inspected' }
  /** Its target is known. */
  | { readonly kind: 'chosen' }
  /** The whole file was read and verified; its last bytes are handed over from now on. */
  | { readonly kind: 'read-whole'; readonly sha256: string }
  /** The service has the same bytes, and everything requested is done. */
  | { readonly kind: 'known' }
  /** The service has the same bytes, but they are still to be activated or sent. */
  | { readonly kind: 'adopted' }
  | { readonly kind: 'arrived' }
  /** It is certain that the build did not arrive; at `send`, that no recipient was notified. */
  | { readonly kind: 'missing' }
  /** The file is another one than before. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'activated' }
  | { readonly kind: 'sent' }
  /** The file was moved or deleted, or left for a reason that is noted. */
  | { readonly kind: 'cleaned' }
  /** The user has to decide whether to upload the build or to notify recipients. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'declined' }
  /** It is not there yet. */
  | { readonly kind: 'look-again'; readonly at: number; readonly failure: Failure }
  | {
      readonly kind: 'retry-later';
      readonly at: number;
      readonly failure: Failure;
      readonly resumeAt: RestingStep;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly resumeAt: RestingStep }
  /** Its account is blocked. */
  | { readonly kind: 'blocked'; readonly resumeAt: RestingStep }
  | { readonly kind: 'due' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'version-changed'; readonly facts: VersionFacts }
  /** The journal was damaged, and later states may be lost. */
  | { readonly kind: 'journal-lost' }
  | ({ readonly kind: 'pause' } & PauseReason)
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' };

export function isFinished({ kind }: UploadPhase): boolean {
  return kind === 'done' || kind === 'failed' || kind === 'cancelled' || kind === 'already-there';
}

/** True if it waits for a user, perhaps for days, and blocks no other upload. */
export function waitsForUser(state: UploadPhase): boolean {
  return state.kind === 'asking' || (state.kind === 'paused' && state.terminated === true);
}

/** Returns the current step; null if everything requested is done. */
export function stepOf(state: UploadPhase): UploadStep | null {
  return state.kind === 'done' || state.kind === 'already-there' ? null : state.step;
}

/** True for steps that need this computer only, regardless of the account. */
export function isLocal(step: UploadStep): boolean {
  return step === 'inspect' || step === 'cleanup';
}
