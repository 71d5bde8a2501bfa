import { expect, test } from 'vitest';
import type { UploadView } from '../../../preload/page.ts';
import { createUploadsStore } from '../../../renderer/state/data/uploads-store.ts';

const upload = (id: string, more: Partial<UploadView> = {}): UploadView =>
  ({ id, state: 'uploading', sentBytes: 0, totalBytes: 100, ...more }) as UploadView;

const progress = (id: string, sentBytes: number) => ({
  id,
  sentBytes,
  totalBytes: 100,
  bytesPerSecond: 1,
  secondsLeft: 1,
  stateLabel: 'Uploading',
  stall: null,
});

test('upload progress notifies the row and the totals but not the list', () => {
  const store = createUploadsStore();
  store.put(upload('a'));
  store.put(upload('b'));
  const notified: string[] = [];
  store.subscribe('a', () => notified.push('a'));
  store.subscribe('b', () => notified.push('b'));
  store.subscribeList(() => notified.push('list'));
  store.subscribeRunning(() => notified.push('running'));
  const list = store.list();
  store.progress(progress('a', 10));
  expect(notified).toEqual(['a', 'running']);
  expect(store.list()).toBe(list);
  expect(store.get('a')?.sentBytes).toBe(10);
  expect(store.running().map((each) => each.sentBytes)).toEqual([10, 0]);
});

test('sent bytes never decrease unless the upload restarts', () => {
  const store = createUploadsStore();
  store.put(upload('a', { sentBytes: 50 }));
  store.progress(progress('a', 40));
  expect(store.get('a')?.sentBytes).toBe(50);
  store.put(upload('a', { sentBytes: 0 }));
  expect(store.get('a')?.sentBytes).toBe(0);
});

test('late progress is ignored for finished and unknown uploads', () => {
  const store = createUploadsStore();
  store.put(upload('a', { state: 'done', sentBytes: 100 }));
  store.progress(progress('a', 10));
  store.progress(progress('x', 10));
  expect(store.get('a')).toMatchObject({ state: 'done', sentBytes: 100 });
  expect(store.get('x')).toBeUndefined();
  expect(store.running()).toEqual([]);
});

test('a loaded list does not overwrite newer changes', () => {
  const store = createUploadsStore();
  store.put(upload('gone'));
  store.put(upload('left-out'));
  const replace = store.startReplace();
  store.put(upload('new', { state: 'done' }));
  store.drop('gone');
  replace([upload('new', { state: 'queued' }), upload('gone'), upload('old')]);
  expect(store.list().map((each) => [each.id, each.state])).toEqual([
    ['old', 'uploading'],
    ['new', 'done'],
  ]);
});

test('a cancelled subscription receives no more calls', () => {
  const store = createUploadsStore();
  let notified = 0;
  const stop = store.subscribe('a', () => {
    notified += 1;
  });
  store.put(upload('a'));
  stop();
  store.put(upload('a'));
  expect(notified).toBe(1);
});

test('addOlder() does not overwrite uploads already in the store', () => {
  const store = createUploadsStore();
  store.put(upload('a', { state: 'done' }));
  store.addOlder([
    upload('a', { state: 'queued' }),
    upload('b', { state: 'failed' }),
    upload('c', { state: 'done' }),
  ]);
  expect(store.list().map(({ id, state }) => `${id} ${state}`)).toEqual(['a done', 'b failed', 'c done']);
  store.put(upload('b', { state: 'queued' }));
  store.dropOlder();
  expect(store.list().map(({ id, state }) => `${id} ${state}`)).toEqual(['a done', 'b queued']);
  expect(store.running().map(({ id }) => id)).toEqual(['b']);
});
