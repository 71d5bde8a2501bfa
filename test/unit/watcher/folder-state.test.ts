import { describe, expect, test } from 'vitest';
import { type FolderEvent, reduceFolderState } from '../../../main/watcher/folder/folder-state.ts';
import type { FolderState } from '../../../main/watcher/watcher-types.ts';

const failure = { code: 'watcher/missing', message: 'It is not there.', remedy: 'choose-folder' } as const;
const polling: FolderEvent = { kind: 'file-events-failed', polling: 'no-watches-left' };

describe('the state of a folder', () => {
  test.each<[FolderState['kind'], FolderEvent]>([
    ['unreachable', { kind: 'opened' }],
    ['unreachable', { kind: 'scanned', polling: null }],
    ['unreachable', polling],
    ['starting', { kind: 'scanned', polling: null }],
    ['paused', { kind: 'lost', failure }],
    ['paused', { kind: 'found' }],
  ])('remains %s after the late event %j', (kind, event) => {
    const state = { kind, failure } as FolderState;
    expect(reduceFolderState(state, event)).toEqual(state);
  });
});
