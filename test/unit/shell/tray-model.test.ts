import { expect, test } from 'vitest';
import { translatorOf } from '../../../main/messages/translator.ts';
import { serviceLine, trayModel } from '../../../main/shell/tray/tray-model.ts';
import { uploadExample } from './upload-example.ts';

test('the tray is idle without builds or when all uploads are finished', () => {
  expect(trayModel([], false)).toEqual({
    icon: 'idle',
    status: 'Waiting for builds',
    detail: 'Waiting for builds',
    builds: [],
    paused: false,
  });
  expect(trayModel([uploadExample()], false)).toMatchObject({ icon: 'idle', status: 'All builds are out' });
});

test('the tray shows the combined progress, rounded down', () => {
  const uploads = [
    uploadExample({ id: 'a', state: 'uploading', sentBytes: 99, totalBytes: 100 }),
    uploadExample({ id: 'b', state: 'queued', sentBytes: 0, totalBytes: 50 }),
  ];
  expect(trayModel(uploads, false)).toMatchObject({
    icon: 'working',
    status: 'Uploading 2 builds',
    detail: 'Uploading 2 builds · 66 %',
  });
});

test('the tray shows the reason, not the progress, if all uploads stall', () => {
  const answer = {
    ...uploadExample({ id: 'a', state: 'uploading', sentBytes: 100, totalBytes: 100 }),
    stateLabel: 'The service is processing it',
    stall: { reason: 'response', seconds: 35 } as const,
  };
  const model = trayModel([answer], false);
  expect(model.detail).toBe('Uploading 1 build · The service is processing it');
  expect(model.builds[0]?.label).toBe('Field Notes 2.4.1: The service is processing it');
  const moving = uploadExample({ id: 'b', state: 'uploading', sentBytes: 0, totalBytes: 100 });
  expect(trayModel([answer, moving], false).detail).toBe('Uploading 2 builds · 50 %');
});

test('a failed build requires attention while other uploads run', () => {
  const uploads = [
    uploadExample({ id: 'a', state: 'failed' }),
    uploadExample({ id: 'b', state: 'uploading', sentBytes: 1, totalBytes: 2 }),
  ];
  expect(trayModel(uploads, false)).toMatchObject({
    icon: 'attention',
    status: '1 build not uploaded · Uploading 1 build',
    detail: '1 build not uploaded · Uploading 1 build · 50 %',
  });
});

test.each([
  ['asking', 'Waiting for your answer'],
  ['ready', 'Ready'],
] as const)('a build in state %s requires attention', (state, text) => {
  expect(trayModel([uploadExample({ state })], false)).toMatchObject({
    icon: 'attention',
    status: '1 build is waiting for your answer',
    builds: [{ label: `Field Notes 2.4.1: ${text}` }],
  });
});

test('the tray of a paused queue shows how many builds wait', () => {
  expect(trayModel([], true)).toMatchObject({ icon: 'paused', status: 'Paused', paused: true });
  expect(trayModel([uploadExample({ state: 'paused' })], true).status).toBe('Paused with 1 build waiting');
});

test('the tray lists the last five builds, newest first, by name or file', () => {
  const uploads = [1, 2, 3, 4, 5, 6].map((number) =>
    uploadExample({ id: `${number}`, finishedAt: number * 1_000 }),
  );
  const unread = uploadExample({
    id: 'unread',
    package: null,
    state: 'uploading',
    sentBytes: 10,
    totalBytes: 40,
    addedAt: 9_000,
    finishedAt: null,
  });
  const { builds } = trayModel([...uploads, unread], false);
  expect(builds.map((build) => build.id)).toEqual(['unread', '6', '5', '4', '3']);
  expect(builds[0]?.label).toBe('field-notes.apk: Uploading');
  expect(builds[1]?.label).toBe('Field Notes 2.4.1: Uploaded');
});

test('a blocked account requires attention and is shown as waiting', () => {
  const failure = { code: 'api/storageFull', message: 'No room.', remedy: 'free-space' } as const;
  const blocks = [{ accountId: 'work', failure, until: 9 }];
  expect(trayModel([uploadExample({ state: 'queued' })], false, blocks)).toMatchObject({
    icon: 'attention',
    status: 'Uploads are waiting: the service is full',
  });
  const signIn = [{ accountId: 'work', failure: { ...failure, remedy: 'sign-in' as const }, until: null }];
  expect(trayModel([], false, signIn).status).toBe('Uploads are waiting for a sign-in');
});

test('the tray shows the address of the service, else its state', () => {
  const status = {
    running: true,
    state: 'running',
    url: 'http://192.168.1.5:8080',
    exposure: 'network',
    mail: 'outbox',
    authority: null,
    failure: null,
  } as const;
  const words = translatorOf('en');
  expect(serviceLine(status, words)).toBe('Built-in service: http://192.168.1.5:8080');
  expect(serviceLine({ ...status, state: 'stopped', url: null }, words)).toBe('Built-in service: stopped');
});

test('a build in the tray can be retried only after a failure', () => {
  const states = ['failed', 'retrying', 'done', 'uploading'] as const;
  const builds = states.map((state) => trayModel([uploadExample({ state })], false).builds[0]?.canRetry);
  expect(builds).toEqual([true, true, false, false]);
});
