import { expect, test } from 'vitest';
import { type FolderEvent, nextFolderState } from '../../../main/watcher/folder/folder-state.ts';
import type { FolderState } from '../../../main/watcher/watcher-types.ts';

const failure = { code: 'watcher/missing', message: 'It is not there.', remedy: 'choose-folder' } as const;
const lost: FolderEvent = { kind: 'lost', failure };
const kindsAfter = (events: readonly FolderEvent[]): string[] => {
  let state: FolderState = { kind: 'starting' };
  return events.map((event) => {
    state = nextFolderState(state, event);
    return state.kind;
  });
};

test('a folder is opened, scanned and watched', () => {
  expect(kindsAfter([{ kind: 'opened' }, { kind: 'scanned', polling: null }])).toEqual([
    'scanning',
    'watching',
  ]);
});

test('without hints it is polled', () => {
  expect(kindsAfter([{ kind: 'opened' }, { kind: 'scanned', polling: 'network-share' }])).toEqual([
    'scanning',
    'polling',
  ]);
});

test('a later scan changes nothing', () => {
  const events: FolderEvent[] = [
    { kind: 'opened' },
    { kind: 'scanned', polling: null },
    { kind: 'scanned', polling: null },
  ];
  expect(kindsAfter(events).at(-1)).toBe('watching');
});

test('when hints fail it is polled', () => {
  const events: FolderEvent[] = [
    { kind: 'opened' },
    { kind: 'scanned', polling: null },
    { kind: 'file-events-failed', polling: 'no-watches-left' },
  ];
  expect(kindsAfter(events).at(-1)).toBe('polling');
});

test('it is lost from every state, and comes back', () => {
  const before: readonly FolderState[] = [
    { kind: 'starting' },
    { kind: 'scanning' },
    { kind: 'watching' },
    { kind: 'polling', reason: 'chosen' },
  ];
  for (const each of before) {
    const state = nextFolderState(each, lost);
    expect(state).toEqual({ kind: 'unreachable', failure });
    expect(nextFolderState(state, { kind: 'opened' })).toEqual(state);
    expect(nextFolderState(state, { kind: 'found' })).toEqual({ kind: 'starting' });
  }
});

test('a stopped folder stays as it is', () => {
  const paused = nextFolderState({ kind: 'watching' }, { kind: 'stopped' });
  expect(paused).toEqual({ kind: 'paused' });
  expect(nextFolderState(paused, lost)).toEqual(paused);
});
