import { expect, test } from 'vitest';
import { calls } from '../../../preload/contract.ts';
import type { CallArguments, FolderPreset } from '../../../preload/page.ts';
import { choicesFor, firstFolder } from '../../../renderer/logic/drafts/first-folder.ts';

const preset = (changes: Partial<FolderPreset> = {}): FolderPreset => ({
  ...{ kind: 'flutter', name: 'Flutter, Android', reason: 'Because.', path: '/dev/app/build', exists: true },
  rule: { kinds: ['apk'], include: ['release/'], exclude: [], depth: 0 },
  ...changes,
});
const accepted = (values: CallArguments<'folders.add'>): boolean =>
  calls['folders.add'].arguments.safeParse(values).success;

test('a folder that was typed is offered as it is, after what fits the project in it', () => {
  const drop = preset({ kind: 'drop', path: '/dev/app', name: 'Drop folder' });
  expect(choicesFor('/dev/app', [preset(), drop])).toEqual([
    { path: '/dev/app/build', preset: preset() },
    { path: '/dev/app', preset: null },
  ]);
  expect(choicesFor('/builds', [])).toEqual([{ path: '/builds', preset: null }]);
});

test('what fits brings its rule, and one that is not there yet is waited for', () => {
  const there = firstFolder({ path: '/dev/app/build', preset: preset() }, 'a', false);
  expect(there).toMatchObject({ path: '/dev/app/build', kinds: ['apk'], depth: 0, waitForFolder: false });
  expect(accepted(there)).toBe(true);
  const later = preset({ exists: false });
  expect(firstFolder({ path: later.path, preset: later }, 'a', false)).toMatchObject({ waitForFolder: true });
});

test('nobody is told, nothing that lies there is sent, and a missing folder is waited for only when asked', () => {
  const values = firstFolder({ path: '/builds', preset: null }, 'a', false);
  expect(values).toEqual({
    ...{ path: '/builds', accountId: 'a', area: 'testingdist', activate: true, sendAnyway: false },
    ...{ existingBuilds: 'none', waitForFolder: false },
    recipients: { teamIds: [], memberIds: [], emails: [] },
  });
  expect(accepted(values)).toBe(true);
  expect(firstFolder({ path: '/builds', preset: null }, 'a', true).waitForFolder).toBe(true);
});
