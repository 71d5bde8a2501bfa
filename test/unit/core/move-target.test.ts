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
  ['a relative one', rule('/builds', 'done'), 'not a full path'],
  ['the folder itself', rule('/builds', '/builds/'), 'the watched folder itself'],
  ['one in a place that is watched', rule('/builds', '/builds/done'), 'a place this folder watches'],
  [
    'one that is deep, but not too deep',
    rule('/builds', '/builds/a/b', { depth: 2 }),
    'a place this folder watches',
  ],
])('%s is refused', (_, one, words) => {
  expect(() => checkMoveTarget(one, [one], 'linux')).toThrow(refusal(words));
});

test.each<[string, FolderRule]>([
  ['nothing is moved', rule('/builds', null)],
  ['it lies outside', rule('/builds', '/builds-done')],
  ['it lies deeper than is looked', rule('/builds', '/builds/done', { depth: 0 })],
  ['it is left out', rule('/builds', '/builds/done', { exclude: ['done/'] })],
  ['it is hidden', rule('/builds', '/builds/.done')],
  ['nothing in it can be meant', rule('/builds', '/builds/done', { include: ['release/*.apk'] })],
])('%s: it can be used', (_, one) => {
  expect(() => checkMoveTarget(one, [one], 'linux')).not.toThrow();
});

test('letter case does not hide that a target is watched where it does not count', () => {
  const one = rule('C:\\Builds', 'c:\\builds\\Done');
  expect(() => checkMoveTarget(one, [], 'win32')).toThrow(refusal('a place this folder watches'));
});

test('builds may be handed on to another folder, but not round and round', () => {
  const [first, second, third] = [rule('/1', '/2/in'), rule('/2', '/3'), rule('/3', '/1/again')];
  expect(() => checkMoveTarget(first, [second, rule('/3', null)], 'linux')).not.toThrow();
  for (const one of [first, second, third]) {
    expect(() => checkMoveTarget(one, [first, second, third], 'linux')).toThrow(refusal('back and forth'));
  }
});
