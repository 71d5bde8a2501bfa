import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from '../../../renderer/state/announcer.ts';
import { upload } from './upload-sample.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const named = (id: string) => ({ fileName: `${id}.apk` });

test('the announcer announces results and questions but no progress', () => {
  const announcer = createAnnouncer(100);
  const announced: string[] = [];
  announcer.announcement.subscribe(() => announced.push(announcer.announcement.get().text));
  const before = upload('a', 'uploading', named('a'));
  announcer.changed(before, { ...before, sentBytes: 50 });
  announcer.changed(before, { ...before, state: 'confirming' });
  announcer.changed(undefined, upload('new', 'done'));
  vi.advanceTimersByTime(1_000);
  expect(announced).toEqual([]);

  announcer.changed(before, { ...before, state: 'done' });
  announcer.changed(upload('b', 'queued', named('b')), upload('b', 'ready', named('b')));
  vi.advanceTimersByTime(1_000);
  expect(announced).toEqual(['a.apk is out. b.apk is waiting for your answer.']);
});

test('simultaneous results become one announcement with a count of each kind', () => {
  const announcer = createAnnouncer(100);
  const end = (id: string, state: 'done' | 'failed' | 'ready'): void =>
    announcer.changed(upload(id, 'uploading', named(id)), upload(id, state, named(id)));
  for (const id of ['a', 'b', 'c']) end(id, 'done');
  end('d', 'failed');
  end('e', 'ready');
  vi.advanceTimersByTime(1_000);
  expect(announcer.announcement.get().text).toBe(
    '3 builds are out. 1 build was not uploaded. e.apk is waiting for your answer.',
  );
});

test('a repeated text is announced again', () => {
  const announcer = createAnnouncer(100);
  const numbers: number[] = [];
  announcer.announcement.subscribe(() => numbers.push(announcer.announcement.get().number));
  for (const _ of [1, 2]) {
    announcer.changed(upload('a', 'uploading', named('a')), upload('a', 'failed', named('a')));
    vi.advanceTimersByTime(1_000);
  }
  expect(numbers).toEqual([1, 2]);
});
