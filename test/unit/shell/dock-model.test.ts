import { expect, test } from 'vitest';
import { dockModel, nextBatch } from '../../../main/shell/tray/dock-model.ts';
import { uploadExample } from './upload-example.ts';

const done = uploadExample({ id: 'done', sentBytes: 100, totalBytes: 100 });
const half = uploadExample({ id: 'half', state: 'uploading', sentBytes: 50, totalBytes: 100 });
const queued = uploadExample({ id: 'queued', state: 'queued', sentBytes: 0, totalBytes: 200 });
const failed = uploadExample({ id: 'failed', state: 'failed', sentBytes: 10, totalBytes: 100 });

const none: ReadonlySet<string> = new Set();

test('the dock shows no progress while no upload is active', () => {
  expect(dockModel([done], none, false, [])).toEqual({ failures: 0, progress: null, busy: false });
  expect(nextBatch(new Set(['done']), [done])).toEqual(none);
});

test('the dock shows the combined progress of all active uploads', () => {
  const uploads = [half, queued];
  const batch = nextBatch(none, uploads);
  expect(dockModel(uploads, batch, false, [])).toEqual({
    failures: 0,
    progress: { value: 0.16, mode: 'normal' },
    busy: true,
  });
});

test('the dock progress does not decrease when an upload finishes or fails', () => {
  const batch = nextBatch(none, [half, queued]);
  const finished = uploadExample({ id: 'half', sentBytes: 100, totalBytes: 100 });
  const after = [finished, queued];
  const updated = nextBatch(batch, after);
  expect([...updated]).toEqual(['half', 'queued']);
  expect(dockModel(after, updated, false, []).progress).toEqual({ value: 0.33, mode: 'normal' });
  const broken = [uploadExample({ ...half, state: 'failed' }), queued];
  expect(dockModel(broken, nextBatch(batch, broken), false, [])).toEqual({
    failures: 1,
    progress: { value: 0.33, mode: 'error' },
    busy: false,
  });
});

test('uploads that finished before the batch began are not counted', () => {
  const batch = nextBatch(none, [done, failed, half]);
  expect([...batch]).toEqual(['half']);
  expect(dockModel([done, failed, half], batch, false, []).progress).toEqual({ value: 0.5, mode: 'normal' });
});

test('the dock counts failed uploads', () => {
  expect(dockModel([failed, done, { ...failed, id: 'another' }], none, false, []).failures).toBe(2);
});

test('the dock progress is paused when every active upload is paused', () => {
  const batch = new Set(['half', 'alone']);
  expect(dockModel([half], batch, true, []).progress?.mode).toBe('paused');
  const alone = uploadExample({ id: 'alone', state: 'paused', sentBytes: 5, totalBytes: 10 });
  expect(dockModel([alone], batch, false, []).progress).toEqual({ value: 0.5, mode: 'paused' });
  expect(dockModel([alone, half], batch, false, []).progress?.mode).toBe('normal');
});

test('a blocked account is an error while uploads wait for it', () => {
  const failure = { code: 'api/storageFull', message: 'No room.', remedy: 'free-space' } as const;
  const blocks = [{ accountId: 'work', failure, until: null }];
  expect(dockModel([queued], new Set(['queued']), false, blocks).progress?.mode).toBe('error');
  expect(dockModel([done], none, false, blocks).progress).toBeNull();
});

test('the dock progress is indeterminate without known sizes', () => {
  const unknown = uploadExample({ id: 'u', state: 'queued', sentBytes: 0, totalBytes: 0 });
  expect(dockModel([unknown], new Set(['u']), false, []).progress).toEqual({ value: null, mode: 'normal' });
});

test('only a running upload keeps the computer awake', () => {
  const states = ['uploading', 'confirming', 'activating', 'sending', 'cleaning'] as const;
  for (const state of states) expect(dockModel([{ ...half, state }], none, false, []).busy, state).toBe(true);
  for (const state of ['queued', 'retrying', 'paused', 'asking', 'ready', 'done', 'failed'] as const) {
    expect(dockModel([{ ...half, state }], none, false, []).busy, state).toBe(false);
  }
});
