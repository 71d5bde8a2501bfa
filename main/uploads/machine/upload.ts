/**
 * The state machine of one upload. Pure.
 *
 *             begin                inspected            chosen             arrived            activated           sent
 *   queued ─────────▶ working: inspect ──▶ (queued) choose ──▶ upload ───────────▶ activate ───────────▶ send ──▶ cleanup
 *     ▲ ▲                         ▲ │                 │ ▲        │    ▲   arrived      │ (steps the plan    cleaned │
 *     │ │ due, retry              │ │ (plan.ask)      │ │        │    └────────────┐   │  leaves out are           ▼
 *     │ └────── retrying ◀── retry-later, look-again ─┤ └missing─┼── confirm ──────┘   │  skipped)               done
 *     │ resume                    │ │                 │          └────▲ uncertain        │ vanished
 *     └──────── paused ◀── pause ─┼─┼─ any unfinished │ known                          ▼
 *                                 │ ▼                 ▼                              failed (at confirm)
 *                         changed │ asking (choose)  (cleanup) already-there
 *                                 └──┤  ├── agreed ──▶ queued at choose
 *                                       └── declined ──▶ cancelled
 *   choose, confirm ── ask ──▶ asking there ── agreed ──▶ queued at choose; declined ──▶ cancelled
 *   send ── ask ──▶ asking (send) ── agreed ──▶ queued at send
 *                       └─────────── declined ──▶ (queued at cleanup) done
 *
 *   failed ◀── failed ── working        cancelled ◀── cancel ── any unfinished; at cleanup: done, and the file stays
 *   interrupted: working ──▶ queued at the same step. blocked: the same, until its account can go on. Whoever leaves
 *   `upload` without an answer comes back at `confirm`, because the bytes may have arrived. changed: back to `inspect`.
 *   unfinished: inspect, choose or upload ──▶ retrying at `inspect`.
 *   retry: failed or cancelled ──▶ queued at the step it stopped at. What is sent again begins as queued at `activate`.
 */
import type { RestingStep, UploadEvent, UploadMachine, UploadPhase, UploadStep } from './upload-states.ts';

/** The state after an event; null when the event means nothing in this state. */
export function next(state: UploadMachine, event: UploadEvent): UploadMachine | null {
  const found = event.kind === 'known' || (state.found === true && event.kind !== 'changed');
  const before: UploadMachine = found ? { ...state, found } : state;
  const phase = nextPhase(before, event);
  if (!phase) return null;
  const unsent = event.kind === 'declined' && state.kind === 'asking' && state.step === 'send';
  const plan = unsent ? { ...state.plan, send: false } : state.plan;
  return { ...phase, plan, ...(found ? { found } : {}) };
}

function nextPhase(state: UploadMachine, event: UploadEvent): UploadPhase | null {
  switch (state.kind) {
    case 'queued':
      return waiting(state, event) ?? (event.kind === 'begin' ? { kind: 'working', step: state.step } : null);
    case 'retrying':
      return waiting(state, event);
    case 'working':
      return working(state, state.step, event);
    case 'paused':
      return paused(state, event);
    case 'asking':
      return asking(state, state.step, event);
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
      return pausedAt(state.step, event);
    case 'cancel':
      return cancelled(state, state.step);
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
  const { step } = state;
  switch (event.kind) {
    case 'resume':
    case 'retry':
      return { kind: 'queued', step };
    case 'pause':
      return event.alone && !state.alone ? pausedAt(step, event) : null;
    case 'cancel':
      return cancelled(state, step);
    case 'changed':
      return mayRestart(step) ? pausedAt('inspect', state) : null;
    default:
      return learned(state, event);
  }
}

function pausedAt(
  step: RestingStep,
  { alone, terminated }: { readonly alone?: boolean; readonly terminated?: boolean },
): UploadPhase {
  return { kind: 'paused', step, ...(alone ? { alone } : {}), ...(terminated ? { terminated } : {}) };
}

/** At `cleanup` everything that was asked for has been done already; the file is left. */
function cancelled(state: UploadMachine, step: RestingStep): UploadPhase {
  return step === 'cleanup' ? ended(state) : { kind: 'cancelled', step };
}

function asking(
  state: UploadMachine,
  step: 'choose' | 'confirm' | 'send',
  event: UploadEvent,
): UploadPhase | null {
  switch (event.kind) {
    case 'agreed':
      return { kind: 'queued', step: step === 'confirm' ? 'choose' : step };
    case 'declined':
      if (step !== 'send') return { kind: 'cancelled', step };
      return state.plan.cleanup ? { kind: 'queued', step: 'cleanup' } : ended(state);
    case 'cancel':
      return { kind: 'cancelled', step };
    case 'changed':
      return mayRestart(step) ? { kind: 'queued', step: 'inspect' } : null;
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
  const at = (step: RestingStep): UploadPhase =>
    state.kind === 'paused' ? pausedAt(step, state) : { kind: state.kind, step };
  if (event.kind === 'missing') return at('choose');
  if (event.kind !== 'arrived') return null;
  if (state.plan.activate) return at('activate');
  if (state.kind === 'cancelled') return at('confirm');
  return state.plan.cleanup ? { kind: 'queued', step: 'cleanup' } : ended(state);
}

/** The resting step of an upload that leaves `working` without an answer. */
export function restingStep(step: UploadStep): RestingStep {
  return step === 'upload' ? 'confirm' : step;
}

function working(state: UploadMachine, step: UploadStep, event: UploadEvent): UploadPhase | null {
  switch (event.kind) {
    case 'interrupted':
      return { kind: 'queued', step: restingStep(step) };
    case 'blocked':
      return { kind: 'queued', step: event.stored === 'nothing' ? answeredStep(step) : restingStep(step) };
    case 'pause':
      return pausedAt(restingStep(step), event);
    case 'cancel':
      return cancelled(state, restingStep(step));
    case 'failed':
      return step === 'cleanup'
        ? ended(state)
        : { kind: 'failed', step: answeredStep(step), failure: event.failure };
    case 'unfinished':
      return mayRestart(answeredStep(step))
        ? { kind: 'retrying', step: 'inspect', at: event.at, failure: event.failure }
        : null;
    case 'retry-later':
      return { kind: 'retrying', step: answeredStep(step), at: event.at, failure: event.failure };
    default:
      return advanced(state, step, event);
  }
}

/** Where to go on after an error that says for certain that nothing arrived. */
function answeredStep(step: UploadStep): RestingStep {
  return step === 'upload' ? 'choose' : step;
}

function advanced(state: UploadMachine, step: UploadStep, event: UploadEvent): UploadPhase | null {
  const { plan } = state;
  switch (step) {
    case 'inspect':
      if (event.kind !== 'inspected') return null;
      return { kind: plan.ask ? 'asking' : 'queued', step: 'choose' };
    case 'choose':
      if (event.kind === 'chosen') return { kind: 'working', step: 'upload' };
      if (event.kind === 'known') return cleaned(state);
      if (event.kind === 'ask') return { kind: 'asking', step };
      return delivered(state, event.kind === 'adopted' ? { kind: 'arrived' } : event);
    case 'upload':
      if (event.kind === 'uncertain') {
        return { kind: 'retrying', step: 'confirm', at: event.at, failure: event.failure };
      }
      return delivered(state, event);
    case 'confirm':
      if (event.kind === 'look-again')
        return { kind: 'retrying', step, at: event.at, failure: event.failure };
      if (event.kind === 'ask') return { kind: 'asking', step };
      return event.kind === 'missing' ? { kind: 'queued', step: 'choose' } : delivered(state, event);
    case 'activate':
      if (event.kind === 'activated') return plan.send ? { kind: 'working', step: 'send' } : cleaned(state);
      return vanished(event);
    case 'send':
      if (event.kind === 'look-again')
        return { kind: 'retrying', step, at: event.at, failure: event.failure };
      if (event.kind === 'missing') return { kind: 'queued', step };
      if (event.kind === 'ask') return { kind: 'asking', step };
      return event.kind === 'sent' ? cleaned(state) : vanished(event);
    case 'cleanup':
      return event.kind === 'cleaned' ? ended(state) : null;
  }
}

function delivered(state: UploadMachine, event: UploadEvent): UploadPhase | null {
  if (event.kind === 'changed') return { kind: 'queued', step: 'inspect' };
  if (event.kind !== 'arrived') return null;
  return state.plan.activate ? { kind: 'working', step: 'activate' } : cleaned(state);
}

/** Everything that was asked of the service has been done; what is left is the file. */
function cleaned(state: UploadMachine): UploadPhase {
  return state.plan.cleanup ? { kind: 'working', step: 'cleanup' } : ended(state);
}

function ended(state: UploadMachine): UploadPhase {
  return { kind: state.found ? 'already-there' : 'done' };
}

function vanished(event: UploadEvent): UploadPhase | null {
  return event.kind === 'vanished' ? { kind: 'failed', step: 'confirm', failure: event.failure } : null;
}
