import { describe, expect, test } from 'vitest';
import { pollingTexts } from '../../../main/cli/terminal/polling-text.ts';
import { type FolderDraft, folderDraft } from '../../../renderer/logic/drafts/folder-draft.ts';
import { pollingText, ruleChips, toneOf } from '../../../renderer/screens/folders/folder-text.ts';

const reasons = ['chosen', 'network-share', 'no-watches-left', 'events-unreliable'] as const;

test('a polled folder shows the reason in the window and on the terminal', () => {
  const texts = reasons.map((reason) => pollingText({ kind: 'polling', reason }));
  expect(new Set(texts).size).toBe(reasons.length);
  expect(texts.every((text) => text?.endsWith('.') === true)).toBe(true);
  expect(pollingText({ kind: 'watching' })).toBeNull();
  expect(toneOf({ kind: 'polling', reason: 'network-share' })).toBe('good');
  for (const text of [
    pollingText({ kind: 'polling', reason: 'no-watches-left' }),
    pollingTexts['no-watches-left'],
  ]) {
    expect(text).toContain('sudo sysctl fs.inotify.max_user_watches=524288');
    expect(text).toContain('fs.inotify.max_user_instances');
  }
});

describe('the chips of the folder dialog', () => {
  const target = { accountId: 'a', area: 'testingdist', activate: true, sendAnyway: false } as const;
  const draft = folderDraft(null);

  test('are absent for a new folder', () => {
    expect(ruleChips(draft, target)).toEqual([]);
  });

  test('show each setting that differs from its default', () => {
    const changed: Partial<FolderDraft> = {
      ...{ existingBuilds: 'all', kinds: 'apk', depth: 0, include: 'release/\n', exclude: '*-beta*\nold/' },
      ...{
        askFirst: true,
        stableForMs: 3_000,
        polling: 'always',
        releaseNotes: 'git',
        afterUpload: 'delete',
      },
    };
    expect(ruleChips({ ...draft, ...changed }, { ...target, activate: false, sendAnyway: true })).toEqual([
      'Not activated',
      'Sends without asking',
      'All existing builds',
      'Only .apk',
      'This folder only',
      'Only files that match 1 pattern',
      'Without files that match 2 patterns',
      'Asks before it uploads',
      'Unchanged for 3\u00A0s',
      'Checked every few seconds',
      'Release notes from git',
      'Deleted after the upload',
    ]);
  });

  test('name the store instead of the test settings', () => {
    expect(ruleChips(draft, { ...target, area: 'appstore', activate: false })).toEqual(['Store']);
  });
});
