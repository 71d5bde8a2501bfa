import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transition } from '../../../main/uploads/record/reduce.ts';
import {
  isFinished,
  type ResumableStep,
  type UploadEvent,
  type UploadMachine,
  type UploadPlan,
  uploadSteps,
} from '../../../main/uploads/record/states.ts';

const failure = {
  code: 'api/unreachable',
  message: 'The service is not there.',
  remedy: 'check-network',
} as const;

const plain = [
  'begin',
  'inspected',
  'chosen',
  'known',
  'adopted',
  'arrived',
  'missing',
  'changed',
  'activated',
  'sent',
  'cleaned',
  'ask',
  'agreed',
  'declined',
  'due',
  'interrupted',
  'pause',
  'resume',
  'cancel',
  'retry',
] as const;

const resumableSteps = uploadSteps.filter((step): step is ResumableStep => step !== 'upload');

const events: readonly UploadEvent[] = [
  ...plain.map((kind): UploadEvent => ({ kind })),
  ...resumableSteps.flatMap((resumeAt): UploadEvent[] => [
    { kind: 'failed', failure, resumeAt },
    { kind: 'retry-later', at: 9, failure, resumeAt },
    { kind: 'blocked', resumeAt },
  ]),
  { kind: 'lookup-later', at: 9, failure },
  { kind: 'hold', at: 9 },
  { kind: 'journal-lost' },
  { kind: 'pause', individually: true },
];

const asks: readonly UploadPlan[] = [
  { activate: false, send: false },
  { activate: true, send: false },
  { activate: true, send: true },
];
const plans = asks.flatMap((plan) => [
  plan,
  { ...plan, cleanup: true },
  { ...plan, ask: true },
  { ...plan, ask: true, cleanup: true },
]);

const start = (plan: UploadPlan): UploadMachine => ({ kind: 'queued', step: 'inspect', plan });

const nothing = {
  mayBeThere: false,
  isThere: false,
  active: false,
  sent: false,
  /** True if the service already had a version that matches the plan. */
  known: false,
  /** Number of times the file was cleaned up. */
  cleaned: 0,
  agreed: false,
};

/** Returns the state of the service after the event, from its state before. */
function follow(
  facts: typeof nothing,
  before: UploadMachine,
  event: UploadEvent,
  after: UploadMachine,
): typeof nothing {
  const working = before.kind === 'working' ? before.step : null;
  if (event.kind === 'changed') return nothing;
  // Without its journal, the upload searches the service again at the step `choose`.
  if (event.kind === 'journal-lost') return { ...nothing, agreed: facts.agreed };
  // The user confirmed that the version is missing.
  if (event.kind === 'agreed' && isAsking(before, 'confirm')) return { ...nothing, agreed: true };
  if (event.kind === 'agreed' || (event.kind === 'retry' && before.kind === 'cancelled')) {
    return { ...facts, agreed: true };
  }
  if (event.kind === 'cleaned') return { ...facts, cleaned: facts.cleaned + 1 };
  if (after.kind === 'working' && after.step === 'upload') return { ...facts, mayBeThere: true };
  if (event.kind === 'arrived' || event.kind === 'adopted' || event.kind === 'known') {
    return { ...facts, mayBeThere: true, isThere: true, known: event.kind === 'known' };
  }
  const absent = { ...nothing, agreed: facts.agreed };
  if (event.kind === 'missing') return working === 'send' ? facts : absent;
  if (working && 'resumeAt' in event) {
    if (working === 'upload') return event.resumeAt === 'confirm' ? facts : absent;
    const isGone = working !== 'confirm' && event.resumeAt === 'confirm';
    return isGone ? { ...absent, mayBeThere: true } : facts;
  }
  if (event.kind === 'activated') return { ...facts, active: true };
  return event.kind === 'sent' ? { ...facts, sent: true } : facts;
}

function isAsking(machine: UploadMachine, step: ResumableStep): boolean {
  return machine.kind === 'asking' && machine.step === step;
}

function expectInvariants(machine: UploadMachine, facts: typeof nothing): void {
  const { plan } = machine;
  const step = 'step' in machine ? machine.step : null;
  const isDone =
    facts.isThere && (facts.known || (facts.active === plan.activate && facts.sent === plan.send));
  if (step === 'activate' || step === 'send') expect(facts.isThere).toBe(true);
  if (step === 'activate') expect(plan.activate).toBe(true);
  if (step === 'send') expect(plan.send && facts.active).toBe(true);
  if (step === 'cleanup') expect([plan.cleanup, isDone, facts.cleaned]).toEqual([true, true, 0]);
  if (machine.kind === 'done') expect([isDone, facts.known]).toEqual([true, false]);
  if (machine.kind === 'already-there') expect(facts.known).toBe(true);
  if (machine.kind === 'failed' || machine.kind === 'cancelled') expect(step).not.toBe('cleanup');
  expect(facts.cleaned).toBeLessThanOrEqual(plan.cleanup && isFinished(machine) ? 1 : 0);
  if (machine.kind !== 'working') expect(step).not.toBe('upload');
  // Sending the file again from these steps would duplicate the build if its bytes had already arrived.
  if (step === 'choose' || step === 'inspect') expect(facts.mayBeThere).toBe(false);
  if (plan.ask && step !== 'inspect' && machine.kind === 'working') expect(facts.agreed).toBe(true);
}

test('no sequence of events reaches an invalid state', () => {
  const sequences = fc.array(fc.constantFrom(...events), { maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(...plans), sequences, (plan, sequence) => {
      let machine = start(plan);
      let facts = nothing;
      for (const event of sequence) {
        const after = transition(machine, event);
        if (!after) continue;
        const unsent = event.kind === 'declined' && after.kind !== 'cancelled';
        if (unsent) expect(after.plan).toEqual({ ...plan, send: false });
        else expect(after.plan).toEqual(machine.plan);
        expect(after.kind === 'paused' ? after.individually === true : false).toBe(
          isPausedIndividually(machine, event, after),
        );
        facts = follow(facts, machine, event, after);
        machine = after;
        expectInvariants(machine, facts);
      }
    }),
    { numRuns: 500 },
  );
});

/** Returns true if the upload was paused individually. Only the user can end such a pause. */
function isPausedIndividually(before: UploadMachine, event: UploadEvent, after: UploadMachine): boolean {
  if (after.kind !== 'paused') return false;
  return (
    (event.kind === 'pause' && event.individually === true) ||
    (before.kind === 'paused' && before.individually === true)
  );
}

test('only the listed states are reachable, and each of them can finish', () => {
  for (const plan of plans) {
    const reached = explore(plan);
    const shown = [...reached.values()].map((machine) =>
      'step' in machine ? `${machine.kind} ${machine.step}` : machine.kind,
    );
    const steps = uploadSteps.filter(
      (step) =>
        (step !== 'activate' || plan.activate) &&
        (step !== 'send' || plan.send) &&
        (step !== 'cleanup' || plan.cleanup),
    );
    const resting = steps.filter((step): step is ResumableStep => step !== 'upload');
    const ending = resting.filter((step) => step !== 'cleanup');
    const expected = [
      ...steps.map((step) => `working ${step}`),
      ...['queued', 'retrying', 'paused'].flatMap((kind) => resting.map((step) => `${kind} ${step}`)),
      ...['failed', 'cancelled'].flatMap((kind) => ending.map((step) => `${kind} ${step}`)),
      'done',
      ...(plan.send ? ['asking send'] : []),
      'asking choose',
      'asking confirm',
      'already-there',
    ];
    expect([...new Set(shown)].sort()).toEqual(expected.filter((name) => shown.includes(name)).sort());
    for (const machine of reached.values()) expect(canFinish(machine)).toBe(true);
  }
});

function explore(plan: UploadPlan): Map<string, UploadMachine> {
  const reached = new Map<string, UploadMachine>();
  const open = [start(plan)];
  for (let machine = open.pop(); machine; machine = open.pop()) {
    const key = JSON.stringify(machine);
    if (reached.has(key)) continue;
    reached.set(key, machine);
    for (const event of events) {
      const after = transition(machine, event);
      if (after) open.push(after);
    }
  }
  return reached;
}

function canFinish(machine: UploadMachine): boolean {
  const after = isFinished(machine) ? machine : transition(machine, { kind: 'cancel' });
  return after !== null && isFinished(after);
}

test('finished states ignore late events', () => {
  const plan = { activate: true, send: true };
  for (const kind of ['done', 'already-there'] as const) {
    for (const event of events) expect(transition({ kind, plan }, event)).toBeNull();
  }
});

test('late results advance cancelled uploads and complete paused uploads', () => {
  const plan = { activate: true, send: false };
  const cancelled: UploadMachine = { kind: 'cancelled', step: 'confirm', plan };
  expect(transition(cancelled, { kind: 'missing' })).toMatchObject({ kind: 'cancelled', step: 'choose' });
  expect(transition(cancelled, { kind: 'arrived' })).toMatchObject({ kind: 'cancelled', step: 'activate' });
  const paused: UploadMachine = { kind: 'paused', step: 'confirm', plan: { activate: false, send: false } };
  expect(transition(paused, { kind: 'arrived' })).toMatchObject({ kind: 'done' });
});
