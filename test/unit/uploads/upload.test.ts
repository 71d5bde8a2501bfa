import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isFinished,
  next,
  type RestingStep,
  type UploadEvent,
  type UploadMachine,
  type UploadPlan,
  uploadSteps,
} from '../../../main/uploads/upload.ts';

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

const events: readonly UploadEvent[] = [
  ...plain.map((kind): UploadEvent => ({ kind })),
  { kind: 'vanished', failure },
  { kind: 'failed', failure },
  { kind: 'doubted', at: 9, failure },
  { kind: 'look-again', at: 9, failure },
  { kind: 'retry-later', at: 9, failure },
];

const plans: readonly UploadPlan[] = [
  { activate: false, send: false },
  { activate: true, send: false },
  { activate: true, send: true },
];

const start = (plan: UploadPlan): UploadMachine => ({ kind: 'queued', step: 'inspect', plan });

const nothing = { mayBeThere: false, isThere: false, active: false, sent: false };

/** What is true on the service, followed beside the machine. */
function follow(
  facts: typeof nothing,
  before: UploadMachine,
  event: UploadEvent,
  after: UploadMachine,
): typeof nothing {
  const working = before.kind === 'working' ? before.step : null;
  if (event.kind === 'changed' || event.kind === 'vanished') return nothing;
  if (after.kind === 'working' && after.step === 'upload') return { ...facts, mayBeThere: true };
  if (event.kind === 'arrived' || event.kind === 'adopted' || event.kind === 'known') {
    return { ...facts, mayBeThere: true, isThere: true };
  }
  if (event.kind === 'missing') return working === 'send' ? facts : nothing;
  if (working === 'upload' && (event.kind === 'failed' || event.kind === 'retry-later')) return nothing;
  if (event.kind === 'activated') return { ...facts, active: true };
  return event.kind === 'sent' ? { ...facts, sent: true } : facts;
}

function mustHold(machine: UploadMachine, facts: typeof nothing): void {
  const step = 'step' in machine ? machine.step : null;
  if (step === 'activate' || step === 'send') expect(facts.isThere).toBe(true);
  if (step === 'activate') expect(machine.plan.activate).toBe(true);
  if (step === 'send') expect(machine.plan.send && facts.active).toBe(true);
  if (machine.kind === 'done') {
    expect(facts.isThere).toBe(true);
    expect(facts.active).toBe(machine.plan.activate);
    expect(facts.sent).toBe(machine.plan.send);
  }
  if (machine.kind !== 'working') expect(step).not.toBe('upload');
  // Sending begins from `choose` only, and nobody is at `choose` while the bytes may be there.
  if (step === 'choose' || step === 'inspect') expect(facts.mayBeThere).toBe(false);
}

test('no sequence of events reaches an impossible state', () => {
  const sequences = fc.array(fc.constantFrom(...events), { maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(...plans), sequences, (plan, sequence) => {
      let machine = start(plan);
      let facts = nothing;
      for (const event of sequence) {
        const after = next(machine, event);
        if (!after) continue;
        expect(after.plan).toEqual(event.kind === 'declined' ? { ...plan, send: false } : plan);
        facts = follow(facts, machine, event, after);
        machine = after;
        mustHold(machine, facts);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('every state that can be reached is one of the few that are meant, and each can still end', () => {
  for (const plan of plans) {
    const reached = explore(plan);
    const shown = [...reached.values()].map((machine) =>
      'step' in machine ? `${machine.kind} ${machine.step}` : machine.kind,
    );
    const steps = uploadSteps.filter(
      (step) => (step !== 'activate' || plan.activate) && (step !== 'send' || plan.send),
    );
    const resting = steps.filter((step): step is RestingStep => step !== 'upload');
    const expected = [
      ...steps.map((step) => `working ${step}`),
      ...['queued', 'retrying', 'paused', 'failed', 'cancelled'].flatMap((kind) =>
        resting.map((step) => `${kind} ${step}`),
      ),
      'done',
      ...(plan.send ? ['asking send'] : []),
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
      const after = next(machine, event);
      if (after) open.push(after);
    }
  }
  return reached;
}

function canFinish(machine: UploadMachine): boolean {
  return isFinished(machine) || next(machine, { kind: 'cancel' })?.kind === 'cancelled';
}

test('finished states stay as they are, whatever comes late', () => {
  const plan = { activate: true, send: true };
  for (const kind of ['done', 'already-there'] as const) {
    for (const event of events) expect(next({ kind, plan }, event)).toBeNull();
  }
});

test('whoever leaves the sending without an answer looks before sending again', () => {
  const machine: UploadMachine = { kind: 'working', step: 'upload', plan: { activate: true, send: false } };
  for (const kind of ['interrupted', 'pause', 'cancel'] as const) {
    expect(next(machine, { kind })).toMatchObject({ step: 'confirm' });
  }
  expect(next(machine, { kind: 'doubted', at: 1, failure })).toMatchObject({
    kind: 'retrying',
    step: 'confirm',
  });
  expect(next(machine, { kind: 'failed', failure })).toMatchObject({ kind: 'failed', step: 'choose' });
});

test('a failed activation is repeated without a second upload', () => {
  const machine: UploadMachine = { kind: 'working', step: 'activate', plan: { activate: true, send: true } };
  const failed = next(machine, { kind: 'failed', failure });
  expect(failed).toMatchObject({ kind: 'failed', step: 'activate' });
  expect(failed && next(failed, { kind: 'retry' })).toMatchObject({ kind: 'queued', step: 'activate' });
});

test('what an aborted upload still finds out moves the step, never the state', () => {
  const plan = { activate: true, send: false };
  const cancelled: UploadMachine = { kind: 'cancelled', step: 'confirm', plan };
  expect(next(cancelled, { kind: 'missing' })).toMatchObject({ kind: 'cancelled', step: 'choose' });
  expect(next(cancelled, { kind: 'arrived' })).toMatchObject({ kind: 'cancelled', step: 'activate' });
  const paused: UploadMachine = { kind: 'paused', step: 'confirm', plan: { activate: false, send: false } };
  expect(next(paused, { kind: 'arrived' })).toMatchObject({ kind: 'done' });
});
