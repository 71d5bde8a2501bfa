import { expect, test } from 'vitest';
import { checkMoveTarget } from '../../../main/core/folders/move-target.ts';
import { folderSchema } from '../../../main/settings/folder-rule.ts';
import { type FolderRule, noRecipients } from '../../../main/settings/settings-schema.ts';

function rule(path: string, moveTo: string | null, changes: Partial<FolderRule> = {}): FolderRule {
  return folderSchema.parse({
    id: path,
    path,
    accountId: 'work',
    area: 'testingdist',
    activate: true,
    recipients: noRecipients,
    existingBuilds: 'none',
    paused: false,
    afterUpload: moveTo === null ? { kind: 'leave' } : { kind: 'move', folder: moveTo },
    ...changes,
  });
}

const refusal = (words: string) =>
  expect.objectContaining({
    code: 'core/moveTarget',
    field: 'afterUpload.folder',
    message: expect.stringContaining(words),
  });

test.each<[string, FolderRule, string]>([
  ['a relative target', rule('/builds', 'done'), 'not a full path'],
  ['the watched folder itself', rule('/builds', '/builds/'), 'the watched folder itself'],
  ['a watched subfolder', rule('/builds', '/builds/done'), 'a place this folder watches'],
  [
    'a subfolder within the depth',
    rule('/builds', '/builds/a/b', { depth: 2 }),
    'a place this folder watches',
  ],
])('checkMoveTarget rejects %s', (_, one, words) => {
  expect(() => checkMoveTarget(one, [one], 'linux')).toThrow(refusal(words));
});

test.each<[string, FolderRule]>([
  ['a rule without a move', rule('/builds', null)],
  ['a target outside', rule('/builds', '/builds-done')],
  ['a target below the depth', rule('/builds', '/builds/done', { depth: 0 })],
  ['an excluded target', rule('/builds', '/builds/done', { exclude: ['done/'] })],
  ['a hidden target', rule('/builds', '/builds/.done')],
  [
    'a target that no include pattern matches',
    rule('/builds', '/builds/done', { include: ['release/*.apk'] }),
  ],
])('checkMoveTarget accepts %s', (_, one) => {
  expect(() => checkMoveTarget(one, [one], 'linux')).not.toThrow();
});

test('a target on Windows is compared case-insensitively', () => {
  const one = rule('C:\\Builds', 'c:\\builds\\Done');
  expect(() => checkMoveTarget(one, [], 'win32')).toThrow(refusal('a place this folder watches'));
});

test('checkMoveTarget accepts a chain of targets and rejects a cycle', () => {
  const [first, second, third] = [rule('/1', '/2/in'), rule('/2', '/3'), rule('/3', '/1/again')];
  expect(() => checkMoveTarget(first, [second, rule('/3', null)], 'linux')).not.toThrow();
  for (const one of [first, second, third]) {
    expect(() => checkMoveTarget(one, [first, second, third], 'linux')).toThrow(refusal('back and forth'));
  }
});
