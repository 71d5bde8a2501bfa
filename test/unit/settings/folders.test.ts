import { describe, expect, test } from 'vitest';
import { isFullPath, relativePath, sameFolder } from '../../../main/settings/folder-paths.ts';
import type { FolderInput } from '../../../main/settings/folder-rule.ts';
import { createFolders } from '../../../main/settings/folders.ts';
import { noRecipients, settingsSchema } from '../../../main/settings/settings-schema.ts';
import { memorySettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { accountAt } from '../api/api-world.ts';

const account = accountAt('https://api.example.test', { id: 'work' });

const input: FolderInput = {
  path: '/builds',
  accountId: 'work',
  area: 'testingdist',
  activate: true,
  recipients: noRecipients,
  sendAnyway: false,
  existingBuilds: 'none',
};

function fresh(platform: NodeJS.Platform = 'linux') {
  return createFolders(memorySettings({ accounts: [account] }, collectedLog().log), platform);
}

test('prepare() keeps the values of an existing folder for omitted fields', () => {
  const folders = fresh();
  const rule = folders.prepare({
    ...input,
    include: [' *.apk ', '*.apk'],
    stableForMs: 1_000,
    kinds: ['apk'],
  });
  expect(rule).toMatchObject({ include: ['*.apk'], stableForMs: 1_000, kinds: ['apk'], depth: null });
  folders.store(rule);
  folders.setPaused(rule.id, true);
  const changed = folders.prepare({ ...input, activate: false, depth: 2, stableForMs: undefined }, rule.id);
  expect(changed).toEqual({ ...rule, activate: false, depth: 2, paused: true });
});

test.each<[Partial<FolderInput>, string, string]>([
  [{ path: 'builds' }, 'settings/relativePath', 'root of the disk'],
  [{ accountId: 'nobody' }, 'settings/unknownAccount', 'nobody'],
  [{ kinds: [] }, 'settings/badRule', 'Kinds of builds: choose apk, ipa or both.'],
  [{ depth: -1 }, 'settings/badRule', 'Depth: enter a whole number from 0'],
  [{ depth: 1.5 }, 'settings/badRule', 'Depth: enter a whole number'],
  [{ stableForMs: 99 }, 'settings/badRule', 'from 100 to 600000'],
  [{ stableForMs: 600_001 }, 'settings/badRule', 'from 100 to 600000'],
  [{ application: { kind: 'chosen', id: 0 } }, 'settings/badRule', 'App: enter the number'],
  [{ include: ['a[b'] }, 'settings/badPattern', 'The pattern “a[b” cannot be used: a “[” is not closed'],
  [{ exclude: ['/builds/x'] }, 'settings/badPattern', 'patterns begin at the watched folder'],
  [{ exclude: Array(101).fill('a') }, 'settings/badRule', 'Patterns to leave out: enter at most 100.'],
])('prepare() rejects %o', (change, code, words) => {
  const folders = fresh();
  const [field] = Object.keys(change);
  expect(() => folders.prepare({ ...input, ...change })).toThrow(
    expect.objectContaining({ code, field, message: expect.stringContaining(words) }),
  );
});

test('prepare() rejects a watched folder with an equivalent path', () => {
  const folders = fresh('darwin');
  const rule = folders.prepare(input);
  folders.store(rule);
  for (const path of ['/builds/', '/Builds', '/x/../builds']) {
    expect(() => folders.prepare({ ...input, path })).toThrow(
      expect.objectContaining({ code: 'settings/alreadyWatched' }),
    );
  }
  expect(folders.prepare({ ...input, path: '/Builds/' }, rule.id).id).toBe(rule.id);
});

test('prepare() returns a rule that matches the settings schema', () => {
  const rule = fresh().prepare({ ...input, afterUpload: { kind: 'move', folder: '/done' } });
  expect(settingsSchema.parse({ folders: [rule] }).folders).toEqual([rule]);
});

describe('paths', () => {
  test.each<[NodeJS.Platform, string, string, boolean]>([
    ['linux', '/a/b', '/a/b/', true],
    ['linux', '/a/b', '/a/./c/../b', true],
    ['linux', '/a/b', '/a/B', false],
    ['linux', '/caf\u00e9', '/cafe\u0301', false],
    ['darwin', '/a/Caf\u00e9', '/a/cafe\u0301/', true],
    ['darwin', '/tmp/Builds', '/private/tmp/builds', true],
    ['darwin', '/var/folders/x', '/System/Volumes/Data/private/var/folders/x', true],
    ['darwin', '/Users/ann', '/System/Volumes/Data/Users/ann/', true],
    ['darwin', '/variant/x', '/private/variant/x', false],
    ['linux', '/tmp/x', '/private/tmp/x', false],
    ['win32', 'C:\\Builds', 'c:/builds/', true],
    ['win32', 'C:\\Builds', '\\\\?\\c:\\builds', true],
    ['win32', '\\\\server\\share\\x', '\\\\?\\UNC\\Server\\Share\\X\\', true],
    ['win32', 'C:\\a', 'D:\\a', false],
  ])('are compared by the rules of %s: %s equals %s (%s)', (platform, one, other, same) => {
    expect(sameFolder(one, other, platform)).toBe(same);
    expect(sameFolder(other, one, platform)).toBe(same);
  });

  test.each<[NodeJS.Platform, string, string, string | null]>([
    ['linux', '/a', '/a/b/c', 'b/c'],
    ['linux', '/a', '/a/', ''],
    ['linux', '/a', '/ab', null],
    ['linux', '/', '/a', 'a'],
    ['win32', 'C:\\', 'c:\\Builds\\x', 'builds/x'],
    ['darwin', '/Builds', '/builds/Done', 'done'],
    ['darwin', '/tmp/builds', '/private/tmp/builds/done', 'done'],
  ])('are resolved by the rules of %s: %s contains %s at %s', (platform, folder, path, expected) => {
    expect(relativePath(folder, path, platform)).toBe(expected);
  });

  test.each<[NodeJS.Platform, string, boolean]>([
    ['linux', '/a', true],
    ['linux', 'a', false],
    ['win32', 'C:\\a', true],
    ['win32', '//server/share', true],
    ['win32', '\\a', false],
    ['win32', 'C:a', false],
  ])('are classified by the rules of %s: %s is absolute (%s)', (platform, path, full) => {
    expect(isFullPath(path, platform)).toBe(full);
  });
});
