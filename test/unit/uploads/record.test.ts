import { expect, test } from 'vitest';
import { type Message, messageOf } from '../../../main/messages/message.ts';
import { installability } from '../../../main/packages/installability.ts';
import { newOutcomeSearch, notesOfRequest, planOf } from '../../../main/uploads/record/record.ts';
import { reduce } from '../../../main/uploads/record/reduce.ts';
import { notInstallableLabel, sendWarningLabel } from '../../../main/uploads/record/view.ts';
import { fulfils } from '../../../main/uploads/target/duplicate-check.ts';
import { inEnglish } from '../../english.ts';
import { sampleInfo, sampleRecord, sampleRequest } from './samples.ts';

const noRecipients = { teamIds: [], memberIds: [], emails: [] };
const failure = { code: 'api/serverError', message: 'Broken.', remedy: 'retry' } as const;
const plan = { activate: true, send: true };
const target = {
  applicationId: 1,
  versionId: 2,
  applicationName: 'Shop',
  uniqueName: 'shop',
  installLink: null,
};

test('the plan omits steps that are not requested or not possible', () => {
  expect(planOf(sampleRequest())).toEqual({ activate: true, send: true });
  expect(planOf(sampleRequest({ recipients: noRecipients }))).toEqual({ activate: true, send: false });
  expect(planOf(sampleRequest({ activate: false }))).toEqual({ activate: false, send: false });
  expect(planOf(sampleRequest({ area: 'appstore' }))).toEqual({ activate: false, send: false });
});

test('recipients who are not notified are listed in a note', () => {
  expect(notesOfRequest(sampleRequest())).toEqual([]);
  expect(notesOfRequest(sampleRequest({ activate: false, recipients: noRecipients }))).toEqual([]);
  expect(notesOfRequest(sampleRequest({ activate: false }))).toHaveLength(1);
  expect(notesOfRequest(sampleRequest({ area: 'appstore' }))).toHaveLength(1);
});

test('an event that is invalid in the current state is ignored', () => {
  expect(reduce(sampleRecord(), { kind: 'sent' }, 5)).toBeNull();
});

test('the timeline records each event, and a retry clears finishedAt', () => {
  const working = sampleRecord({ machine: { kind: 'working', step: 'send', plan } });
  const done = reduce(working, { kind: 'sent' }, 77);
  expect(done?.timeline.at(-1)).toEqual({ event: 'sent', at: 77 });
  expect(done?.finishedAt).toBe(77);
  const again = reduce(
    sampleRecord({ machine: { kind: 'failed', step: 'send', failure, plan }, finishedAt: 5 }),
    { kind: 'retry' },
    9,
  );
  expect(again).toMatchObject({ finishedAt: null, attempts: {}, outcomeSearch: newOutcomeSearch });
});

test('a replaced file clears the data of the earlier file', () => {
  const record = sampleRecord({
    package: sampleInfo(),
    machine: { kind: 'working', step: 'upload', plan },
    route: { kind: 'existing', applicationId: 1, versions: [1, 2] },
    attempts: { upload: 2 },
    maxSentBytes: 50,
    target,
    sha256: 'ab',
  });
  expect(reduce(record, { kind: 'changed' }, 9, { stamp: { size: 3, mtimeMs: 4 } })).toMatchObject({
    stamp: { size: 3, mtimeMs: 4 },
    package: null,
    route: null,
    target: null,
    sha256: null,
    attempts: {},
    maxSentBytes: 0,
  });
});

test('an interrupted or retried send step keeps sendStarted set', () => {
  const sending = sampleRecord({ machine: { kind: 'working', step: 'send', plan }, target });
  expect(reduce(sending, { kind: 'interrupted' }, 9)?.sendStarted).toBe(true);
  expect(reduce(sending, { kind: 'retry-later', at: 10, failure, resumeAt: 'send' }, 9)?.sendStarted).toBe(
    true,
  );
  const activating = sampleRecord({ machine: { kind: 'working', step: 'activate', plan }, target });
  expect(reduce(activating, { kind: 'activated' }, 9)?.sendStarted).toBe(false);
});

test('an earlier upload fulfils a request only if it completed every step', () => {
  const done = (changes = {}) => sampleRecord({ ...changes, machine: { kind: 'done', plan } });
  const requested = sampleRecord();
  expect(fulfils(done(), requested)).toBe(true);
  expect(
    fulfils(sampleRecord({ machine: { kind: 'done', plan: { activate: false, send: false } } }), requested),
  ).toBe(false);
  expect(fulfils(sampleRecord({ machine: { kind: 'failed', step: 'send', failure, plan } }), requested)).toBe(
    false,
  );
  expect(fulfils(done({ recipients: { ...noRecipients, teamIds: [2] } }), requested)).toBe(false);
  const mail = (email: string) => ({ recipients: { ...noRecipients, emails: [email] } });
  expect(fulfils(done(mail('A@example.org ')), sampleRecord(mail('a@example.org')))).toBe(true);
});

test('a lookup without a match resets lookup attempts, not upload attempts', () => {
  const confirming = sampleRecord({
    machine: { kind: 'working', step: 'confirm', plan },
    attempts: { upload: 3, confirm: 2 },
  });
  expect(reduce(confirming, { kind: 'lookup-later', at: 9, failure }, 5)?.attempts).toEqual({ upload: 3 });
});

test('a lookup after the send step does not reset the send attempt count', () => {
  const sending = sampleRecord({
    machine: { kind: 'working', step: 'send', plan },
    attempts: { send: 3 },
    sendStarted: true,
  });
  expect(reduce(sending, { kind: 'lookup-later', at: 9, failure }, 5)?.attempts).toMatchObject({ send: 3 });
  expect(reduce(sending, { kind: 'missing' }, 5)).toMatchObject({
    attempts: { send: 3 },
    sendStarted: false,
  });
});

test('a long timeline keeps its first event and the latest attempts', () => {
  let record = sampleRecord({ timeline: [{ event: 'queued', at: 0 }] });
  for (let at = 1; at <= 200; at += 1) {
    const machine = { kind: 'working', step: 'choose', plan: record.machine.plan } as const;
    const tried = reduce(
      { ...record, machine },
      { kind: 'retry-later', at, failure, resumeAt: 'choose' },
      at,
    );
    if (!tried) throw new Error('the event had no effect');
    record = tried;
  }
  expect(record.timeline).toHaveLength(60);
  expect([record.timeline[0]?.event, record.timeline[1]?.at, record.timeline.at(-1)?.at]).toEqual([
    'queued',
    142,
    200,
  ]);
});

test('an answer to a send confirmation is in the timeline, not in the notes', () => {
  const asking = sampleRecord({ machine: { kind: 'asking', step: 'send', plan }, notes: [] });
  const declined = reduce(asking, { kind: 'declined' }, 77);
  expect(declined?.timeline.at(-1)).toEqual({ event: 'send-declined', at: 77 });
  expect(declined?.notes).toEqual([]);
  const agreed = reduce(asking, { kind: 'agreed' }, 77);
  expect(agreed?.timeline.at(-1)).toEqual({ event: 'send-confirmed', at: 77 });
});

test('the label of a build that no device can install contains the reason', () => {
  const label = (...warnings: readonly Message[]) =>
    notInstallableLabel({ ...sampleInfo(), installability: installability(warnings) });
  const adhoc = messageOf('warning/adhoc', { count: 3 });
  const expired = messageOf('warning/expired', { day: '2026-07-30' });
  expect(inEnglish(label(adhoc, expired))).toBe('Not installable: profile expired');
  expect(inEnglish(label(messageOf('warning/noCode')))).toBe('Not installable: devices refuse it');
  expect(label(adhoc)).toBeNull();
  expect(notInstallableLabel(null)).toBeNull();
});

test('the label contains a short form of the first send warning', () => {
  const expired = messageOf('warning/expired', { day: '2026-07-30' });
  const link = messageOf('note/linkOnlyHere', { address: 'http://127.0.0.1:1' });
  expect(inEnglish(sendWarningLabel([expired, link]))).toBe('Profile expired.');
  expect(inEnglish(sendWarningLabel([messageOf('warning/testOnly')]))).toBe('Devices refuse it.');
  expect(sendWarningLabel([])).toBeNull();
});

const resumeUrl = 'https://service.example/uploads/1';
const working = { kind: 'working', step: 'upload', plan } as const;

test.each([
  ['retry-later', { kind: 'retry-later', at: 9, failure, resumeAt: 'choose' }, resumeUrl],
  ['failed', { kind: 'failed', failure, resumeAt: 'confirm' }, resumeUrl],
  ['interrupted', { kind: 'interrupted' }, resumeUrl],
  ['pause', { kind: 'pause' }, resumeUrl],
  ['arrived', { kind: 'arrived' }, null],
  ['changed', { kind: 'changed' }, null],
  ['cancel', { kind: 'cancel' }, null],
  ['journal-lost', { kind: 'journal-lost' }, null],
] as const)('after “%s”, the address of a resumable upload is %s', (_, event, expected) => {
  const record = sampleRecord({ machine: working, resumeUrl });
  expect(reduce(record, event, 5)?.resumeUrl).toBe(expected);
});

test('the address of a resumable upload is saved only while a step runs', () => {
  const event = { kind: 'resumable', url: resumeUrl } as const;
  expect(reduce(sampleRecord({ machine: working }), event, 5)).toMatchObject({ machine: working, resumeUrl });
  expect(
    reduce(sampleRecord({ machine: { kind: 'cancelled', step: 'confirm', plan } }), event, 5),
  ).toBeNull();
});

test('a full timeline drops whole attempts, including resumed entries', () => {
  let record = sampleRecord({ machine: working });
  for (let at = 0; at < 100; at += 1) {
    const retrying = reduce(record, { kind: 'retry-later', at, failure, resumeAt: 'choose' }, at);
    const choosing = retrying && { ...retrying, machine: { kind: 'working', step: 'choose', plan } as const };
    const again = choosing && reduce(choosing, { kind: 'chosen' }, at);
    record = (again && reduce(again, { kind: 'resumed', percent: at }, at)) ?? expect.fail('no record');
  }
  expect(record.timeline.length).toBeLessThanOrEqual(60);
  expect(record.timeline.slice(-3)).toEqual([
    { event: 'retry', at: 99 },
    { event: 'uploading', at: 99 },
    { event: 'resumed', at: 99, percent: 99 },
  ]);
  const [first, second, third] = record.timeline.slice(1);
  expect([first?.event, second?.event, third?.event]).toEqual(['retry', 'uploading', 'resumed']);
});
