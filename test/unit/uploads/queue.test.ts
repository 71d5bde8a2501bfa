import { expect, test } from 'vitest';
import { pickNext } from '../../../main/uploads/queue/queue.ts';
import { byOrder, type UploadRecord } from '../../../main/uploads/record/record.ts';
import type { UploadPhase } from '../../../main/uploads/record/states.ts';
import { sampleInfo, sampleRecord } from './samples.ts';

const existing = { kind: 'existing', applicationId: 1, versions: [] } as const;
const plan = { activate: true, send: false };
const failure = { code: 'api/busy', message: '', remedy: 'wait' } as const;

function upload(id: string, phase: UploadPhase, changes: Partial<UploadRecord> = {}): UploadRecord {
  const position = id.charCodeAt(0);
  const info = sampleInfo({ id: `org.example.${id}`, name: id, versionName: id });
  const machine = { ...phase, plan };
  return sampleRecord({ id, position, path: `/builds/${id}.apk`, package: info, machine, ...changes });
}

const ready = { kind: 'queued', step: 'choose' } as const;
const sending = { kind: 'working', step: 'upload' } as const;

test('uploads start in queue order, up to the limit of each account', () => {
  const records = [upload('a', sending), upload('b', ready), upload('c', ready)];
  expect(pickNext(records, new Set(['a']), () => 2)?.id).toBe('b');
  expect(pickNext(records, new Set(['a']), () => 1)).toBeNull();
  const elsewhere = upload('d', ready, { accountId: 'other' });
  expect(pickNext([...records, elsewhere], new Set(['a']), () => 1)?.id).toBe('d');
});

test('inspections and uploads have separate concurrency limits', () => {
  const unread = { kind: 'queued', step: 'inspect' } as const;
  const reading = { kind: 'working', step: 'inspect' } as const;
  expect(pickNext([upload('a', sending), upload('b', unread)], new Set(['a']), () => 1)?.id).toBe('b');
  expect(
    pickNext([upload('a', reading), upload('b', reading), upload('c', unread)], new Set(['a', 'b']), () => 9),
  ).toBeNull();
  expect(pickNext([upload('a', reading), upload('b', ready)], new Set(['a']), () => 1)?.id).toBe('b');
});

test('a blocked account starts only inspections', () => {
  const unread = { kind: 'queued', step: 'inspect' } as const;
  const records = [upload('a', ready), upload('b', ready, { accountId: 'other' }), upload('c', unread)];
  const slots = (accountId: string): number => (accountId === 'other' ? 1 : 0);
  expect(pickNext(records, new Set(), slots)?.id).toBe('b');
  expect(pickNext(records, new Set(['b']), slots)?.id).toBe('c');
  expect(pickNext(records, new Set(['b', 'c']), slots)).toBeNull();
});

test('an upload that is still running is not started again', () => {
  expect(pickNext([upload('a', ready)], new Set(['a']), () => 2)).toBeNull();
});

test('paused and retrying uploads are not started', () => {
  const failure = { code: 'a/b', message: '', remedy: 'retry' } as const;
  const resting = [
    upload('a', { kind: 'paused', step: 'choose' }),
    upload('b', { kind: 'retrying', step: 'choose', at: 5, failure }),
  ];
  expect(pickNext(resting, new Set(), () => 2)).toBeNull();
});

test('a second build waits until its application has been created', () => {
  const route = { kind: 'new', applications: [1, 2, 3], versions: [1, 2, 3, 4, 5, 6, 7, 8, 9] } as const;
  const creating = upload('a', sending, { route });
  const info = sampleInfo({ id: 'org.example.a', name: 'a', versionName: '2.0' });
  const second = upload('b', ready, { package: info });
  expect(pickNext([creating, second], new Set(['a']), () => 2)).toBeNull();
  expect(pickNext([{ ...creating, route: existing }, second], new Set(['a']), () => 2)?.id).toBe('b');
  const elsewhere = { ...second, area: 'appstore' as const };
  expect(pickNext([creating, elsewhere], new Set(['a']), () => 2)?.id).toBe('b');
});

test('indistinguishable builds are uploaded one at a time', () => {
  const failure = { code: 'a/b', message: '', remedy: 'retry' } as const;
  const uncertain = upload('a', { kind: 'retrying', step: 'confirm', at: 5, failure }, { route: existing });
  const alike = upload('b', ready, { package: sampleInfo({ id: 'org.other', name: 'b', versionName: 'a' }) });
  expect(pickNext([uncertain, alike], new Set(), () => 2)).toBeNull();
  expect(pickNext([uncertain, { ...alike, stamp: { size: 101, mtimeMs: 1 } }], new Set(), () => 2)?.id).toBe(
    'b',
  );
});

test('two uploads of one path never run at the same time', () => {
  const second = upload('b', ready, { path: '/builds/a.apk' });
  expect(pickNext([upload('a', sending, { route: existing }), second], new Set(['a']), () => 2)).toBeNull();
});

test('a copy waits until the first upload is sent to its recipients', () => {
  const info = sampleInfo();
  const first = upload(
    'a',
    { kind: 'retrying', step: 'send', at: 5, failure: { code: 'a/b', message: '', remedy: 'retry' } },
    { package: info },
  );
  const copy = upload('b', ready, { package: info });
  expect(pickNext([first, copy], new Set(), () => 2)).toBeNull();
  expect(
    pickNext([first, { ...copy, package: sampleInfo({ versionName: '9' }) }], new Set(), () => 2)?.id,
  ).toBe('b');
});

test('two queued copies do not wait for each other', () => {
  const resting = { kind: 'queued', step: 'confirm' } as const;
  const info = sampleInfo();
  const [first, second] = [upload('a', resting, { package: info }), upload('b', resting, { package: info })];
  expect(pickNext([first, second], new Set(), () => 2)?.id).toBe('a');
  expect(
    pickNext(
      [{ ...first, machine: { kind: 'working', step: 'confirm', plan } }, second],
      new Set(['a']),
      () => 2,
    ),
  ).toBeNull();
  const arrived = upload('c', { kind: 'queued', step: 'activate' }, { package: info });
  expect(
    pickNext([{ ...first, machine: { kind: 'paused', step: 'confirm', plan } }, arrived], new Set(), () => 2)
      ?.id,
  ).toBe('c');
});

test('a cleanup ignores the account limit and takes no upload slot', () => {
  const cleanup = upload('a', { kind: 'queued', step: 'cleanup' });
  expect(pickNext([cleanup], new Set(), () => 0)?.id).toBe('a');
  const cleaning = upload('a', { kind: 'working', step: 'cleanup' });
  expect(pickNext([cleaning, upload('b', ready)], new Set(['a']), () => 1)?.id).toBe('b');
});

test('the order set by the user takes precedence over the age', () => {
  const records = [upload('a', ready), upload('b', ready, { order: -1 })].sort(byOrder);
  expect(pickNext(records, new Set(), () => 1)?.id).toBe('b');
});

test('an upload that waits for confirmation does not block other uploads', () => {
  const asked = upload('a', { kind: 'asking', step: 'choose' });
  const same = upload('b', ready, { package: asked.package, path: asked.path });
  expect(pickNext([asked, same], new Set(), () => 2)?.id).toBe('b');
});

test('uploads of one version are sent to recipients one at a time', () => {
  const target = { applicationId: 1, versionId: 7, applicationName: '', uniqueName: '', installLink: null };
  const sendingFirst = upload('a', { kind: 'working', step: 'send' }, { target });
  const again = upload('b', { kind: 'queued', step: 'activate' }, { target });
  expect(pickNext([sendingFirst, again], new Set(['a']), () => 2)).toBeNull();
  const unsure = upload(
    'a',
    { kind: 'retrying', step: 'send', at: 9, failure },
    { target, sendStarted: true },
  );
  expect(pickNext([unsure, again], new Set(), () => 2)).toBeNull();
  const another = { ...again, target: { ...target, versionId: 8 } };
  expect(pickNext([unsure, another], new Set(), () => 2)?.id).toBe('b');
  const both = [
    upload('a', { kind: 'queued', step: 'send' }, { target, sendStarted: true }),
    { ...again, sendStarted: true },
  ];
  expect(pickNext(both, new Set(), () => 2)?.id).toBe('a');
});

test('an upload that waits for a user does not block a copy of its file', () => {
  const next = upload('b', ready, { path: '/builds/a.apk' });
  const phases: readonly UploadPhase[] = [
    { kind: 'paused', step: 'confirm', individually: true, terminated: true },
    { kind: 'asking', step: 'confirm' },
  ];
  for (const phase of phases) {
    expect(pickNext([upload('a', phase, { path: '/builds/a.apk' }), next], new Set(), () => 2)?.id).toBe('b');
  }
});

test('an excluded upload is not started and does not block other uploads', () => {
  const open = upload('a', { kind: 'queued', step: 'confirm' }, { path: '/builds/a.apk' });
  const next = upload('b', ready, { path: '/builds/a.apk' });
  expect(pickNext([open, next], new Set(), () => 2)?.id).toBe('a');
  expect(pickNext([open, next], new Set(), () => 2, new Set(['a']))?.id).toBe('b');
});
