/** The states of one upload, and what can happen to it; `upload.ts` says what leads where. Pure types. */
import type { Failure } from '../../base/failure.ts';

export const uploadSteps = ['inspect', 'choose', 'upload', 'confirm', 'activate', 'send', 'cleanup'] as const;

export type UploadStep = (typeof uploadSteps)[number];

/** What belongs to the upload besides the bytes. */
export type UploadPlan = {
  /** A version that is not active cannot be sent, so `send` implies `activate`. */
  readonly activate: boolean;
  readonly send: boolean;
  /** A person is asked before it is uploaded. */
  readonly ask?: boolean;
  /** The file is moved or deleted once everything else is done. */
  readonly cleanup?: boolean;
};

/** Steps an upload can rest at: never `upload`, whose outcome would be unknown. */
export type RestingStep = Exclude<UploadStep, 'upload'>;

type PauseReason = { readonly alone?: boolean; readonly terminated?: boolean };

export type UploadPhase =
  | { readonly kind: 'queued'; readonly step: RestingStep }
  | { readonly kind: 'working'; readonly step: UploadStep }
  | { readonly kind: 'retrying'; readonly step: RestingStep; readonly at: number; readonly failure: Failure }
  /**
   * `alone`: it was paused on its own, and stays so when all are resumed. `terminated`: by the end of the command that
   * asked for it; perhaps nobody resumes it, so it blocks no other.
   */
  | ({ readonly kind: 'paused'; readonly step: RestingStep } & PauseReason)
  /** Never at `cleanup`: a file that cannot be moved or deleted is only mentioned. */
  | { readonly kind: 'failed'; readonly step: RestingStep; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly step: RestingStep }
  /** At `choose` nothing is uploaded before a person agrees, at `confirm` nothing once more, at `send` nobody is told. */
  | { readonly kind: 'asking'; readonly step: 'choose' | 'confirm' | 'send' }
  | { readonly kind: 'done' }
  | { readonly kind: 'already-there' };

export type UploadMachine = UploadPhase & {
  readonly plan: UploadPlan;
  /** The same bytes were there with everything that is asked for: it ends as already there. */
  readonly found?: boolean;
};

export type UploadEvent =
  | { readonly kind: 'begin' }
  /** The file was read. */
  | { readonly kind: 'inspected' }
  /** It is known where the build goes. */
  | { readonly kind: 'chosen' }
  /** The same bytes are there and everything that was asked for has been done. */
  | { readonly kind: 'known' }
  /** The same bytes are there, but not everything that is asked for now has been done. */
  | { readonly kind: 'adopted' }
  /** The build is on the service. */
  | { readonly kind: 'arrived' }
  /** It is certain that the build did not arrive; at `send`, that nobody was told. */
  | { readonly kind: 'missing' }
  /** The file is another one than before. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'activated' }
  | { readonly kind: 'sent' }
  /** The file was moved or deleted, or left for a reason that is noted. */
  | { readonly kind: 'cleaned' }
  /** It is uncertain whether to tell people of this build, or whether it is on the service already. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'declined' }
  /** The service does not have the version any more, or still does not show it. */
  | { readonly kind: 'vanished'; readonly failure: Failure }
  /** The sending ended without an answer; look before sending again. */
  | { readonly kind: 'uncertain'; readonly at: number; readonly failure: Failure }
  /** It is not there yet. */
  | { readonly kind: 'look-again'; readonly at: number; readonly failure: Failure }
  /** The contents of a watched file do not match their checksums (yet); nothing of it is on the service. */
  | { readonly kind: 'unfinished'; readonly at: number; readonly failure: Failure }
  | { readonly kind: 'retry-later'; readonly at: number; readonly failure: Failure }
  /** Nothing of its account can go on now. `stored`: part of a sending that may have arrived. */
  | { readonly kind: 'blocked'; readonly stored: 'nothing' | 'unknown' }
  /** Never at `cleanup`: a file that cannot be moved or deleted is only mentioned. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'due' }
  | { readonly kind: 'interrupted' }
  | ({ readonly kind: 'pause' } & PauseReason)
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' };

export function isFinished(state: UploadPhase): boolean {
  return (
    state.kind === 'done' ||
    state.kind === 'failed' ||
    state.kind === 'cancelled' ||
    state.kind === 'already-there'
  );
}

/** True if it waits for a user, perhaps for days, and blocks no other meanwhile. */
export function waitsForUser(state: UploadPhase): boolean {
  return state.kind === 'asking' || (state.kind === 'paused' && state.terminated === true);
}

/** The step a state stands at; null once everything is over. */
export function stepOf(state: UploadPhase): UploadStep | null {
  return state.kind === 'done' || state.kind === 'already-there' ? null : state.step;
}
