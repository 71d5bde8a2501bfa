import { expect, test } from 'vitest';
import { calls } from '../../../preload/contract.ts';
import type { CallArguments, FolderPreset } from '../../../preload/page.ts';
import { choicesFor, firstFolder, likelyChoice } from '../../../renderer/logic/drafts/first-folder.ts';

const preset = (changes: Partial<FolderPreset> = {}): FolderPreset => ({
  ...{ kind: 'flutter', name: 'Flutter, Android', reason: 'Because.', path: '/dev/app/build', exists: true },
  rule: { kinds: ['apk'], include: ['release/'], exclude: [], depth: 0 },
  ...changes,
});
const accepted = (values: CallArguments<'folders.add'>): boolean =>
  calls['folders.add'].arguments.safeParse(values).success;

test('choicesFor lists the matching presets before the entered folder', () => {
  const drop = preset({ kind: 'drop', path: '/dev/app', name: 'Drop folder' });
  expect(choicesFor('/dev/app', [preset(), drop])).toEqual([
    { path: '/dev/app/build', preset: preset() },
    { path: '/dev/app', preset: null },
  ]);
  expect(choicesFor('/builds', [])).toEqual([{ path: '/builds', preset: null }]);
});

test('likelyChoice is the first preset of the most recent project', () => {
  const project = (name: string) => ({
    name,
    path: `/dev/${name}`,
    displayPath: `/dev/${name}`,
    presets: [preset({ path: `/dev/${name}/build` }), preset()],
  });
  expect(likelyChoice([project('new'), project('old')])?.path).toBe('/dev/new/build');
  expect(likelyChoice([])).toBeNull();
});

test('a preset provides its rule and waits for a missing folder', () => {
  const there = firstFolder({ path: '/dev/app/build', preset: preset() }, 'a', false);
  expect(there).toMatchObject({ path: '/dev/app/build', kinds: ['apk'], depth: 0, waitForFolder: false });
  expect(accepted(there)).toBe(true);
  const later = preset({ exists: false });
  expect(firstFolder({ path: later.path, preset: later }, 'a', false)).toMatchObject({ waitForFolder: true });
});

test('a first folder has no recipients and skips existing builds by default', () => {
  const values = firstFolder({ path: '/builds', preset: null }, 'a', false);
  expect(values).toEqual({
    ...{ path: '/builds', accountId: 'a', area: 'testingdist', activate: true, sendAnyway: false },
    ...{ existingBuilds: 'none', waitForFolder: false },
    recipients: { teamIds: [], memberIds: [], emails: [] },
  });
  expect(accepted(values)).toBe(true);
  expect(firstFolder({ path: '/builds', preset: null }, 'a', true).waitForFolder).toBe(true);
});
