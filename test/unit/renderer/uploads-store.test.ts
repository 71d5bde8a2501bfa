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

test('progress reaches its own row and the totals, not the list', () => {
  const store = createUploadsStore();
  store.put(upload('a'));
  store.put(upload('b'));
  const heard: string[] = [];
  store.subscribe('a', () => heard.push('a'));
  store.subscribe('b', () => heard.push('b'));
  store.subscribeList(() => heard.push('list'));
  store.subscribeRunning(() => heard.push('running'));
  const list = store.list();
  store.progress(progress('a', 10));
  expect(heard).toEqual(['a', 'running']);
  expect(store.list()).toBe(list);
  expect(store.get('a')?.sentBytes).toBe(10);
  expect(store.running().map((each) => each.sentBytes)).toEqual([10, 0]);
});

test('bytes do not go back, except when it starts again', () => {
  const store = createUploadsStore();
  store.put(upload('a', { sentBytes: 50 }));
  store.progress(progress('a', 40));
  expect(store.get('a')?.sentBytes).toBe(50);
  store.put(upload('a', { sentBytes: 0 }));
  expect(store.get('a')?.sentBytes).toBe(0);
});

test('late progress does not wake what has ended or is unknown', () => {
  const store = createUploadsStore();
  store.put(upload('a', { state: 'done', sentBytes: 100 }));
  store.progress(progress('a', 10));
  store.progress(progress('x', 10));
  expect(store.get('a')).toMatchObject({ state: 'done', sentBytes: 100 });
  expect(store.get('x')).toBeUndefined();
  expect(store.running()).toEqual([]);
});

test('a list that was read does not undo what changed meanwhile', () => {
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

test('stops calling back', () => {
  const store = createUploadsStore();
  let heard = 0;
  const stop = store.subscribe('a', () => {
    heard += 1;
  });
  store.put(upload('a'));
  stop();
  store.put(upload('a'));
  expect(heard).toBe(1);
});

test('uploads of the history are there until they are dropped, and do not hide what is newer', () => {
  const store = createUploadsStore();
  store.put(upload('a', { state: 'done' }));
  store.putOlder([
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
