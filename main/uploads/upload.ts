/**
 * The state machine of one upload. Pure.
 *
 *             begin                 inspected            chosen             arrived            activated
 *   queued ─────────▶ working:  inspect ──▶ (queued) choose ──▶ upload ───────────▶ activate ───────────▶ send ──▶ done
 *     ▲ ▲                          ▲                   │ ▲        │    ▲   arrived      │ (steps the plan leaves
 *     │ │ due, retry               └───── changed ─────┤ │        │    └────────────┐   │  out are skipped)
 *     │ └──────── retrying ◀── retry-later ── working  │ └missing─┼── confirm ──────┘   │ vanished
 *     │ resume                                         │          └────▲ doubted        ▼
 *     └────────── paused ◀──── pause ── any unfinished │ known                        failed (at choose)
 *                                                      ▼
 *   failed ◀── failed ── working          already-there        cancelled ◀── cancel ── any unfinished
 *
 *   send ── ask ──▶ asking ── agreed ──▶ queued at send
 *                     └────── declined ──▶ done
 *
 *   interrupted: working ──▶ queued at the same step. Whoever leaves `upload` without an answer comes back at `confirm`,
 *   because the bytes may have arrived. retry: failed or cancelled ──▶ queued at the step it stopped at.
 */
import type { Failure } from '../base/failure.ts';

export const uploadSteps = ['inspect', 'choose', 'upload', 'confirm', 'activate', 'send'] as const;

export type UploadStep = (typeof uploadSteps)[number];

/** What follows the upload. A version that is not switched on cannot be sent, so `send` implies `activate`. */
export type UploadPlan = { readonly activate: boolean; readonly send: boolean };

/** Steps an upload can rest at: never `upload`, whose outcome would be unknown. */
export type RestingStep = Exclude<UploadStep, 'upload'>;

export type UploadPhase =
  | { readonly kind: 'queued'; readonly step: RestingStep }
  | { readonly kind: 'working'; readonly step: UploadStep }
  | { readonly kind: 'retrying'; readonly step: RestingStep; readonly at: number; readonly failure: Failure }
  | { readonly kind: 'paused'; readonly step: RestingStep }
  | { readonly kind: 'failed'; readonly step: RestingStep; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly step: RestingStep }
  /** Nobody is told before a person agrees. */
  | { readonly kind: 'asking'; readonly step: 'send' }
  | { readonly kind: 'done' }
  | { readonly kind: 'already-there' };

export type UploadMachine = UploadPhase & { readonly plan: UploadPlan };

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
  /** There are doubts whether people should be told of this build. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'declined' }
  /** The version was deleted on the service meanwhile. */
  | { readonly kind: 'vanished'; readonly failure: Failure }
  /** The sending ended without an answer; look before sending again. */
  | { readonly kind: 'doubted'; readonly at: number; readonly failure: Failure }
  /** It is not there yet. */
  | { readonly kind: 'look-again'; readonly at: number; readonly failure: Failure }
  | { readonly kind: 'retry-later'; readonly at: number; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'due' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' };

/** The state after an event; null when the event means nothing in this state. */
export function next(state: UploadMachine, event: UploadEvent): UploadMachine | null {
  const phase = nextPhase(state, event);
  if (!phase) return null;
  return { ...phase, plan: event.kind === 'declined' ? { ...state.plan, send: false } : state.plan };
}

export function isFinished(state: UploadPhase): boolean {
  return (
    state.kind === 'done' ||
    state.kind === 'failed' ||
    state.kind === 'cancelled' ||
    state.kind === 'already-there'
  );
}

/** The step a state stands at; null once everything is over. */
export function stepOf(state: UploadPhase): UploadStep | null {
  return state.kind === 'done' || state.kind === 'already-there' ? null : state.step;
}

function nextPhase(state: UploadMachine, event: UploadEvent): UploadPhase | null {
  switch (state.kind) {
    case 'queued':
      return waiting(state, event) ?? (event.kind === 'begin' ? { kind: 'working', step: state.step } : null);
    case 'retrying':
      return waiting(state, event);
    case 'working':
      return working(state.step, state.plan, event);
    case 'paused':
      return paused(state, event);
    case 'asking':
      return asking(event);
    case 'failed':
      return event.kind === 'retry' || event.kind === 'changed' ? resting(state.step, event) : null;
    case 'cancelled':
      return event.kind === 'retry' ? resting(state.step, event) : learned(state, event);
    case 'done':
    case 'already-there':
      return null;
  }
}

function resting(step: RestingStep, event: UploadEvent): UploadPhase {
  return { kind: 'queued', step: event.kind === 'changed' ? 'inspect' : step };
}

type Waiting = UploadMachine & { readonly kind: 'queued' | 'retrying' };

function waiting(state: Waiting, event: UploadEvent): UploadPhase | null {
  switch (event.kind) {
    case 'pause':
      return { kind: 'paused', step: state.step };
    case 'cancel':
      return { kind: 'cancelled', step: state.step };
    case 'changed':
      return mayRestart(state.step) ? { kind: 'queued', step: 'inspect' } : null;
    case 'due':
    case 'retry':
      return state.kind === 'retrying' ? { kind: 'queued', step: state.step } : null;
    default:
      return state.kind === 'queued' ? learned({ ...state, kind: 'queued' }, event) : null;
  }
}

function paused(state: UploadMachine & { readonly kind: 'paused' }, event: UploadEvent): UploadPhase | null {
  switch (event.kind) {
    case 'resume':
    case 'retry':
      return { kind: 'queued', step: state.step };
    case 'cancel':
      return { kind: 'cancelled', step: state.step };
    case 'changed':
      return mayRestart(state.step) ? { kind: 'paused', step: 'inspect' } : null;
    default:
      return learned(state, event);
  }
}

function asking(event: UploadEvent): UploadPhase | null {
  switch (event.kind) {
    case 'agreed':
      return { kind: 'queued', step: 'send' };
    case 'declined':
      return { kind: 'done' };
    case 'cancel':
      return { kind: 'cancelled', step: 'send' };
    default:
      return null;
  }
}

/** Before anything was sent a replaced file simply takes the place of the old one. */
function mayRestart(step: RestingStep): boolean {
  return step === 'inspect' || step === 'choose';
}

type Knowing = UploadMachine & { readonly kind: 'queued' | 'paused' | 'cancelled' };

/** What an aborted upload still found out after its state had moved on: whether the bytes arrived. */
function learned(state: Knowing, event: UploadEvent): UploadPhase | null {
  if (state.step !== 'confirm') return null;
  if (event.kind === 'missing') return { kind: state.kind, step: 'choose' };
  if (event.kind !== 'arrived') return null;
  if (state.plan.activate) return { kind: state.kind, step: 'activate' };
  return state.kind === 'cancelled' ? { kind: 'cancelled', step: 'confirm' } : { kind: 'done' };
}

/** The resting step of an upload that leaves `working` without an answer. */
export function restingStep(step: UploadStep): RestingStep {
  return step === 'upload' ? 'confirm' : step;
}

function working(step: UploadStep, plan: UploadPlan, event: UploadEvent): UploadPhase | null {
  switch (event.kind) {
    case 'interrupted':
      return { kind: 'queued', step: restingStep(step) };
    case 'pause':
      return { kind: 'paused', step: restingStep(step) };
    case 'cancel':
      return { kind: 'cancelled', step: restingStep(step) };
    case 'failed':
      return { kind: 'failed', step: answeredStep(step), failure: event.failure };
    case 'retry-later':
      return { kind: 'retrying', step: answeredStep(step), at: event.at, failure: event.failure };
    default:
      return advanced(step, plan, event);
  }
}

/** Where to go on after an error that says for certain that nothing arrived. */
function answeredStep(step: UploadStep): RestingStep {
  return step === 'upload' ? 'choose' : step;
}

function advanced(step: UploadStep, plan: UploadPlan, event: UploadEvent): UploadPhase | null {
  switch (step) {
    case 'inspect':
      return event.kind === 'inspected' ? { kind: 'queued', step: 'choose' } : null;
    case 'choose':
      if (event.kind === 'chosen') return { kind: 'working', step: 'upload' };
      if (event.kind === 'known') return { kind: 'already-there' };
      return delivered(plan, event.kind === 'adopted' ? { kind: 'arrived' } : event);
    case 'upload':
      if (event.kind === 'doubted') {
        return { kind: 'retrying', step: 'confirm', at: event.at, failure: event.failure };
      }
      return delivered(plan, event);
    case 'confirm':
      if (event.kind === 'look-again')
        return { kind: 'retrying', step, at: event.at, failure: event.failure };
      return event.kind === 'missing' ? { kind: 'queued', step: 'choose' } : delivered(plan, event);
    case 'activate':
      if (event.kind === 'activated') {
        return plan.send ? { kind: 'working', step: 'send' } : { kind: 'done' };
      }
      return vanished(event);
    case 'send':
      if (event.kind === 'look-again')
        return { kind: 'retrying', step, at: event.at, failure: event.failure };
      if (event.kind === 'missing') return { kind: 'queued', step };
      if (event.kind === 'ask') return { kind: 'asking', step };
      return event.kind === 'sent' ? { kind: 'done' } : vanished(event);
  }
}

function delivered(plan: UploadPlan, event: UploadEvent): UploadPhase | null {
  if (event.kind === 'changed') return { kind: 'queued', step: 'inspect' };
  if (event.kind !== 'arrived') return null;
  return plan.activate ? { kind: 'working', step: 'activate' } : { kind: 'done' };
}

function vanished(event: UploadEvent): UploadPhase | null {
  return event.kind === 'vanished' ? { kind: 'failed', step: 'choose', failure: event.failure } : null;
}
