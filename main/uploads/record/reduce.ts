/**
 * Applies an event to an upload record: state, other fields and timeline. Pure.
 *
 *             begin                inspected            chosen             arrived            activated           sent
 *   queued ─────────▶ working: inspect ──▶ (queued) choose ──▶ upload ───────────▶ activate ───────────▶ send ──▶ cleanup
 *     ▲ ▲                         ▲ │                 │ ▲        │    ▲   arrived      │ (steps the plan    cleaned │
 *     │ │ due, retry              │ │ (plan.ask)      │ │        │    └────────────┐   │  leaves out are           ▼
 *     │ └──── retrying ◀── retry-later, lookup-later ─┤ └missing─┼── confirm ──────┘   │  skipped)               done
 *     │ resume                    │ │                 │          └────▲ retry-later      │ failed
 *     └──────── paused ◀── pause ─┼─┼─ any unfinished │ known                          ▼
 *                                 │ ▼                 ▼                              failed (at confirm)
 *                         changed │ asking (choose)  (cleanup) already-there
 *                                 └──┤  ├── agreed ──▶ queued at choose
 *                                       └── declined ──▶ cancelled
 *   choose, confirm ── ask ──▶ asking there ── agreed ──▶ queued at choose; declined ──▶ cancelled
 *   send ── ask ──▶ asking (send) ── agreed ──▶ queued at send
 *                       └─────────── declined ──▶ (queued at cleanup) done
 *   send ── hold ──▶ retrying (send, without a failure) ── due ──▶ queued at send; declined ──▶ as above
 *
 *   failed ◀── failed ── working        cancelled ◀── cancel ── any unfinished; at cleanup: done, and the file stays
 *   interrupted: working ──▶ queued at the first step in `resumption`. blocked, retry-later, failed: at `resumeAt`.
 *   changed: back to `inspect`. journal-lost: back to `choose`, which searches the service.
 *   retry: failed or cancelled ──▶ queued at the step it stopped at. `sendAgain` queues a new record at `activate`.
 */
import type { TimelineEntry } from '../upload-view.ts';
import {
  newOutcomeSearch,
  type RecordChanges,
  type UploadRecord,
  wasSentWhole,
  withoutSeenIds,
} from './record.ts';
import {
  isFinished,
  isHeld,
  mayResume,
  type ResumableStep,
  resumption,
  stepOf,
  type UploadEvent,
  type UploadMachine,
  type UploadPhase,
  type UploadStep,
  type VersionFacts,
} from './states.ts';
import { limitTimeline, timelineEvent } from './timeline.ts';

/** Applies an event and the changes of a step; null if the state does not allow the event. */
export function reduce(
  record: UploadRecord,
  event: UploadEvent,
  now: number,
  changes: RecordChanges = {},
): UploadRecord | null {
  if (event.kind === 'read-whole') return { ...record, sha256: event.sha256, verified: true };
  if (event.kind === 'resumable')
    return record.machine.kind === 'working'
      ? { ...record, resumeUrl: event.url, recipeSize: event.url === null ? undefined : event.recipeSize }
      : null;
  if (event.kind === 'recipe-refused') return { ...record, ...nothingSent };
  if (event.kind === 'resumed') {
    const entry: TimelineEntry = { event: 'resumed', at: now, percent: event.percent };
    return { ...record, timeline: limitTimeline([...record.timeline, entry]) };
  }
  if (event.kind === 'version-changed') return withVersionFacts(record, event.facts);
  const before = searchBeforeResend(record, event);
  const machine = transition(before, event);
  if (!machine) return null;
  // A file left in place adds a note, not a timeline entry.
  const isLeft = event.kind === 'cleaned' && changes.notes !== undefined;
  const name = isLeft ? null : timelineEvent(record.machine, machine, event);
  const wasFinished = isFinished(record.machine);
  return {
    ...record,
    ...consequences(record, machine, event),
    ...(before === record.machine
      ? {}
      : { outcomeSearch: { ...newOutcomeSearch, lookups: 1, arrivalDeadline: now } }),
    ...changes,
    ...(mayResume(machine) ? {} : { resumeUrl: null }),
    machine,
    timeline: name ? limitTimeline([...record.timeline, { event: name, at: now }]) : record.timeline,
    finishedAt: isFinished(machine) ? (wasFinished ? record.finishedAt : now) : null,
  };
}

function withVersionFacts(record: UploadRecord, { active, mail, installLink }: VersionFacts): UploadRecord {
  const { target } = record;
  const isSent = record.timeline.some(({ event }) => event === 'sent');
  return {
    ...record,
    ...(active === undefined ? {} : { active }),
    ...(target === null || installLink === undefined ? {} : { target: { ...target, installLink } }),
    ...(mail === undefined || !isSent ? {} : { mail }),
  };
}

/** Looks up the build before resending a file that was once sent whole, even if it was refused. */
function searchBeforeResend(record: UploadRecord, { kind }: UploadEvent): UploadMachine {
  const { machine } = record;
  if ((kind !== 'retry' && kind !== 'due') || !('step' in machine) || machine.step !== 'choose')
    return machine;
  return record.route !== null && wasSentWhole(record) ? { ...machine, step: 'confirm' } : machine;
}

/** Returns the state after an event; null if the event is not allowed in this state. */
export function transition(state: UploadMachine, event: UploadEvent): UploadMachine | null {
  const found = event.kind === 'known' || (state.found === true && event.kind !== 'changed');
  const phase = nextPhase(found ? { ...state, found } : state, event);
  if (!phase) return null;
  const unsent = event.kind === 'declined' && stepOf(state) === 'send';
  const plan = unsent ? { ...state.plan, send: false } : state.plan;
  return { ...phase, plan, ...(found ? { found } : {}) };
}

function nextPhase(state: UploadMachine, event: UploadEvent): UploadPhase | null {
  if (event.kind === 'journal-lost') return afterJournalLoss(state);
  switch (state.kind) {
    case 'queued':
    case 'retrying':
      return reduceWaiting(state, event);
    case 'working':
      return reduceWorking(state, state.step, event);
    case 'paused':
      return reducePaused(state, event);
    case 'asking':
      return reduceAsking(state, state.step, event);
    case 'failed':
      if (event.kind === 'changed') return { kind: 'queued', step: 'inspect' };
      return event.kind === 'retry' ? { kind: 'queued', step: state.step } : null;
    case 'cancelled':
      return event.kind === 'retry' ? { kind: 'queued', step: state.step } : reduceLateResult(state, event);
    case 'done':
    case 'already-there':
      return null;
  }
}

/** Returns to `choose`, which searches the service, because the recovered record may be outdated. */
function afterJournalLoss(state: UploadMachine): UploadPhase | null {
  const step = stepOf(state);
  const mayBeThere = step === 'upload' || step === 'confirm' || step === 'activate' || step === 'send';
  if (!mayBeThere || isFinished(state) || state.kind === 'asking') return null;
  return state.kind === 'paused' ? pausedAt('choose', state) : { kind: 'queued', step: 'choose' };
}

function reduceWaiting(
  state: UploadMachine & { readonly kind: 'queued' | 'retrying' },
  event: UploadEvent,
): UploadPhase | null {
  const { step } = state;
  switch (event.kind) {
    case 'begin':
      return state.kind === 'queued' ? { kind: 'working', step } : null;
    case 'pause':
      return pausedAt(step, event);
    case 'cancel':
      return cancelled(state, step);
    case 'changed':
      return canRestart(step) ? { kind: 'queued', step: 'inspect' } : null;
    case 'declined':
      return isHeld(state) ? afterSend(state) : null;
    case 'due':
    case 'retry':
      return state.kind === 'retrying' ? { kind: 'queued', step } : null;
    default:
      return state.kind === 'queued' ? reduceLateResult({ ...state, kind: 'queued' }, event) : null;
  }
}

function reducePaused(
  state: UploadMachine & { readonly kind: 'paused' },
  event: UploadEvent,
): UploadPhase | null {
  const { step } = state;
  switch (event.kind) {
    case 'resume':
    case 'retry':
      return { kind: 'queued', step };
    case 'pause':
      return event.individually && !state.individually ? pausedAt(step, event) : null;
    case 'cancel':
      return cancelled(state, step);
    case 'changed':
      return canRestart(step) ? pausedAt('inspect', state) : null;
    default:
      return reduceLateResult(state, event);
  }
}

function pausedAt(
  step: ResumableStep,
  { individually, terminated }: { readonly individually?: boolean; readonly terminated?: boolean },
): UploadPhase {
  return {
    kind: 'paused',
    step,
    ...(individually ? { individually } : {}),
    ...(terminated ? { terminated } : {}),
  };
}

/** At `cleanup`, everything on the service is done, so cancelling only leaves the file in place. */
function cancelled(state: UploadMachine, step: ResumableStep): UploadPhase {
  return step === 'cleanup' ? finished(state) : { kind: 'cancelled', step };
}

function reduceAsking(
  state: UploadMachine,
  step: 'choose' | 'confirm' | 'send',
  event: UploadEvent,
): UploadPhase | null {
  switch (event.kind) {
    case 'agreed':
      return { kind: 'queued', step: step === 'confirm' ? 'choose' : step };
    case 'declined':
      return step === 'send' ? afterSend(state) : { kind: 'cancelled', step };
    case 'cancel':
      return { kind: 'cancelled', step };
    case 'changed':
      return canRestart(step) ? { kind: 'queued', step: 'inspect' } : null;
    default:
      return null;
  }
}

function afterSend(state: UploadMachine): UploadPhase {
  return state.plan.cleanup ? { kind: 'queued', step: 'cleanup' } : finished(state);
}

/** Returns true for steps before the transfer, at which a replaced file can simply be inspected again. */
function canRestart(step: ResumableStep): boolean {
  return step === 'inspect' || step === 'choose';
}

/** Applies the late result of an aborted upload whose state has already changed; null if it has no effect. */
function reduceLateResult(
  state: UploadMachine & { readonly kind: 'queued' | 'paused' | 'cancelled' },
  event: UploadEvent,
): UploadPhase | null {
  if (state.step !== 'confirm') return null;
  const at = (step: ResumableStep): UploadPhase =>
    state.kind === 'paused' ? pausedAt(step, state) : { kind: state.kind, step };
  if (event.kind === 'missing') return at('choose');
  if (event.kind !== 'arrived') return null;
  if (state.plan.activate) return at('activate');
  if (state.kind === 'cancelled') return at('confirm');
  return state.plan.cleanup ? { kind: 'queued', step: 'cleanup' } : finished(state);
}

function reduceWorking(state: UploadMachine, step: UploadStep, event: UploadEvent): UploadPhase | null {
  const resting = resumption[step][0];
  if ('resumeAt' in event && !resumption[step].includes(event.resumeAt)) return null;
  switch (event.kind) {
    case 'interrupted':
      return { kind: 'queued', step: resting };
    case 'blocked':
      return { kind: 'queued', step: event.resumeAt };
    case 'pause':
      return pausedAt(resting, event);
    case 'cancel':
      return cancelled(state, resting);
    case 'failed':
      if (step === 'cleanup') return finished(state);
      return { kind: 'failed', step: event.resumeAt, failure: event.failure };
    case 'retry-later':
      return { kind: 'retrying', step: event.resumeAt, at: event.at, failure: event.failure };
    default:
      return reduceStepResult(state, step, event);
  }
}

function reduceStepResult(state: UploadMachine, step: UploadStep, event: UploadEvent): UploadPhase | null {
  const { plan } = state;
  switch (step) {
    case 'inspect':
      return event.kind === 'inspected' ? { kind: plan.ask ? 'asking' : 'queued', step: 'choose' } : null;
    case 'choose':
      if (event.kind === 'chosen') return { kind: 'working', step: 'upload' };
      if (event.kind === 'known') return delivered(state);
      if (event.kind === 'ask') return { kind: 'asking', step };
      return arrived(state, event.kind === 'adopted' ? { kind: 'arrived' } : event);
    case 'upload':
      return arrived(state, event);
    case 'confirm':
      if (event.kind === 'ask') return { kind: 'asking', step };
      if (event.kind === 'missing') return { kind: 'queued', step: 'choose' };
      return lookupRetry(step, event) ?? arrived(state, event);
    case 'activate':
      if (event.kind !== 'activated') return null;
      return plan.send ? { kind: 'working', step: 'send' } : delivered(state);
    case 'send':
      if (event.kind === 'ask') return { kind: 'asking', step };
      if (event.kind === 'missing') return { kind: 'queued', step };
      if (event.kind === 'hold') return { kind: 'retrying', step, at: event.at, failure: null };
      return event.kind === 'sent' ? delivered(state) : lookupRetry(step, event);
    case 'cleanup':
      return event.kind === 'cleaned' ? finished(state) : null;
  }
}

function lookupRetry(step: ResumableStep, event: UploadEvent): UploadPhase | null {
  return event.kind === 'lookup-later'
    ? { kind: 'retrying', step, at: event.at, failure: event.failure }
    : null;
}

function arrived(state: UploadMachine, event: UploadEvent): UploadPhase | null {
  if (event.kind === 'changed') return { kind: 'queued', step: 'inspect' };
  if (event.kind !== 'arrived') return null;
  return state.plan.activate ? { kind: 'working', step: 'activate' } : delivered(state);
}

/** Finishes the upload, or first cleans up the file if planned. */
function delivered(state: UploadMachine): UploadPhase {
  return state.plan.cleanup ? { kind: 'working', step: 'cleanup' } : finished(state);
}

function finished(state: UploadMachine): UploadPhase {
  return { kind: state.found ? 'already-there' : 'done' };
}

/** Fields of an upload of which the service has no byte. */
export const nothingSent = {
  resumeUrl: null,
  recipeSize: undefined,
  sha256: null,
  verified: false,
  maxSentBytes: 0,
} as const satisfies RecordChanges;

const resetFields: RecordChanges = {
  package: null,
  icon: null,
  fingerprint: null,
  identity: null,
  sha256: null,
  sentInMs: null,
  verified: false,
  route: null,
  target: null,
  resumeUrl: null,
  recipeSize: undefined,
  candidateVersionIds: [],
  attempts: {},
  maxSentBytes: 0,
};

function consequences(record: UploadRecord, machine: UploadMachine, event: UploadEvent): RecordChanges {
  const isSending = record.machine.kind === 'working' && record.machine.step === 'send';
  if (event.kind === 'changed') return resetFields;
  if (event.kind === 'journal-lost') return { sendStarted: false, resumeUrl: null };
  if (event.kind === 'hold') return {};
  if (record.machine.kind === 'asking') return answerConsequences(record, event);
  if (event.kind === 'chosen') return { target: null, sentInMs: null, outcomeSearch: newOutcomeSearch };
  if (event.kind === 'arrived' || event.kind === 'adopted' || event.kind === 'activated') {
    const route = record.route && withoutSeenIds(record.route);
    return {
      attempts: {},
      sendStarted: false,
      outcomeSearch: newOutcomeSearch,
      route,
      candidateVersionIds: [],
    };
  }
  if (event.kind === 'retry')
    return { attempts: {}, outcomeSearch: { ...record.outcomeSearch, resend: true } };
  if (event.kind === 'lookup-later') {
    // Keeps the attempts of the step whose outcome is unknown, so that its retries stay limited.
    const { upload = 0, send = 0 } = record.attempts;
    return isSending ? { attempts: { upload, send }, sendStarted: true } : { attempts: { upload } };
  }
  if (!isSending || machine.kind === 'working' || machine.kind === 'asking') return {};
  return event.kind === 'missing'
    ? { sendStarted: false, outcomeSearch: newOutcomeSearch }
    : { sendStarted: true };
}

/** Consent to the send is permanent; consent to the upload applies to the current file only. */
function answerConsequences(record: UploadRecord, event: UploadEvent): RecordChanges {
  if (stepOf(record.machine) !== 'send') return event.kind === 'agreed' ? {} : { candidateVersionIds: [] };
  return event.kind === 'agreed' ? { sendAnyway: true } : {};
}
