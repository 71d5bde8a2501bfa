import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderSchema } from '../../../main/settings/folder-rule.ts';
import { folderInput } from '../../../preload/inputs.ts';
import type { FolderView } from '../../../preload/page.ts';
import {
  applicationFor,
  applicationsKey,
  filesDraft,
  folderDraft,
  folderRule,
  ruleOf,
  withCurrent,
} from '../../../renderer/logic/drafts/folder-draft.ts';
import { noRecipients } from '../../../renderer/logic/people/recipients.ts';

function folder(changes: Partial<FolderView> = {}): FolderView {
  const rule = folderSchema.parse({
    id: 'f',
    path: '/builds',
    accountId: 'a',
    area: 'testingdist',
    activate: true,
    recipients: noRecipients,
    existingBuilds: 'newest',
    paused: false,
  });
  return {
    ...rule,
    name: 'builds',
    displayPath: '/builds',
    state: { kind: 'watching' },
    problem: null,
    waiting: [],
    ...changes,
  };
}

const pattern = fc.string({ unit: fc.constantFrom('a', '*', '/', '.', '-'), minLength: 1, maxLength: 8 });
const patterns = fc.uniqueArray(pattern, { maxLength: 3 });

const target = { accountId: 'a', area: 'testingdist' } as const;

test('an unchanged folder draft keeps the rule', () => {
  const fields = fc.record({
    kinds: fc.constantFrom<FolderView['kinds']>(['apk', 'ipa'], ['apk'], ['ipa']),
    include: patterns,
    exclude: patterns,
    askFirst: fc.boolean(),
    afterUpload: fc.constantFrom<FolderView['afterUpload']>(
      { kind: 'leave' },
      { kind: 'delete' },
      { kind: 'move', folder: '/done' },
    ),
    polling: fc.constantFrom<FolderView['polling']>('auto', 'always', 'never'),
    depth: fc.option(fc.nat({ max: 9 })),
    stableForMs: fc.integer({ min: 100, max: 600_000 }),
    application: fc.constantFrom<FolderView['application']>(
      { kind: 'found' },
      { kind: 'new' },
      { kind: 'chosen', id: 12 },
    ),
    releaseNotes: fc.constantFrom<FolderView['releaseNotes']>(
      { kind: 'none' },
      { kind: 'git' },
      { kind: 'text', text: 'Nightly' },
    ),
  });
  fc.assert(
    fc.property(fields, (rule) => {
      expect(folderRule(folderDraft(folder(rule)), target)).toMatchObject(rule);
    }),
  );
});

test('a new folder draft has the default rule', () => {
  expect(folderRule(folderDraft(null), target)).toEqual({
    path: '',
    existingBuilds: 'none',
    kinds: ['apk', 'ipa'],
    include: [],
    exclude: [],
    askFirst: false,
    afterUpload: { kind: 'leave' },
    polling: 'auto',
    depth: null,
    stableForMs: 300,
    application: { kind: 'found' },
    releaseNotes: { kind: 'none' },
  });
});

test('a preset fills in the rule fields of a folder draft', () => {
  const rule = { kinds: ['apk' as const], include: ['release/'], exclude: ['a', 'b'], depth: 0 };
  const draft = { ...folderDraft(null), askFirst: true, ...filesDraft(rule) };
  expect(folderRule(draft, target)).toMatchObject({ ...rule, askFirst: true });
});

test('a folder draft reads one pattern per line and ignores an unused target', () => {
  const draft = folderDraft(null);
  expect(folderRule({ ...draft, include: ' a.apk \n\n b/*.apk\n' }, target).include).toEqual([
    'a.apk',
    'b/*.apk',
  ]);
  expect(
    folderRule({ ...draft, afterUpload: 'leave', 'afterUpload.folder': '/done' }, target).afterUpload,
  ).toEqual({
    kind: 'leave',
  });
});

test('a chosen application applies only to its account and area', () => {
  const application = { kind: 'chosen', id: 12 } as const;
  const draft = folderDraft(folder({ application }));
  expect(applicationFor(draft, target)).toEqual(application);
  for (const other of [
    { ...target, accountId: 'b' },
    { ...target, area: 'appstore' as const },
  ]) {
    expect(folderRule(draft, other)?.application).toEqual({ kind: 'found' });
    expect(applicationFor({ ...draft, applicationIn: applicationsKey(other) }, other)).toEqual(application);
  }
  expect(applicationFor({ ...draft, application: { kind: 'new' } }, { ...target, accountId: 'b' })).toEqual({
    kind: 'new',
  });
});

test('withCurrent adds the current value to the sorted default values', () => {
  expect(withCurrent([0, 1, 5], 3)).toEqual([0, 1, 3, 5]);
  expect(withCurrent([0, 1, 5], 1)).toEqual([0, 1, 5]);
});

test('a folder rule contains every field needed to add the folder again', () => {
  const input = ruleOf(folder({ depth: 3, stableForMs: 900, awaitedSince: 5, application: { kind: 'new' } }));
  expect(folderInput().parse(input)).toEqual(input);
  expect(Object.keys(input).toSorted()).toEqual(Object.keys(folderInput().shape).toSorted());
  expect(input).toMatchObject({
    depth: 3,
    stableForMs: 900,
    application: { kind: 'new' },
    waitForFolder: true,
  });
});
