import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileSelector, type FileRule, unrestricted } from '../../../main/watcher/files/file-rule.ts';

const selector = (rule: Partial<FileRule> = {}, platform: NodeJS.Platform = 'linux') =>
  createFileSelector({ ...unrestricted, ...rule }, platform);

test('a selector without a rule selects every build', () => {
  const { selectsFile: file, entersFolder: folder } = selector();
  expect(['app.apk', 'a/b/App.IPA', 'a\\b.apk'].map(file)).toEqual([true, true, true]);
  expect(['app.txt', '.app.apk', 'node_modules/a.apk', 'a/intermediates/a.apk', ''].map(file)).toEqual(
    Array(5).fill(false),
  );
  expect(['', 'a', 'a/b', 'node_modules', 'a/.git/b'].map(folder)).toEqual([true, true, true, false, false]);
});

test('a selector reports why a file is not selected', () => {
  const { whyNot } = selector({
    kinds: ['apk'],
    include: ['release/**'],
    exclude: ['*-unsigned*'],
    depth: 1,
  });
  expect(whyNot('release/app.apk')).toBeNull();
  expect(whyNot('release/app.apk.part')).toEqual({ kind: 'name' });
  expect(whyNot('release/app.ipa')).toEqual({ kind: 'build-kind' });
  expect(whyNot('release/a/app.apk')).toEqual({ kind: 'depth' });
  expect(whyNot('release/app-unsigned.apk')).toEqual({ kind: 'excluded', pattern: '*-unsigned*' });
  expect(whyNot('debug/app.apk')).toEqual({ kind: 'not-included' });
});

test('depth 0 selects only the folder itself', () => {
  const { selectsFile: file, entersFolder: folder } = selector({ depth: 0 });
  expect(['app.apk', 'a/app.apk'].map(file)).toEqual([true, false]);
  expect(['', 'a'].map(folder)).toEqual([true, false]);
});

test('folders that cannot contain a selected build are not scanned', () => {
  const { entersFolder: folder } = selector({ include: ['apk/*/release/*.apk'], exclude: ['androidTest/'] });
  expect(['apk', 'apk/free', 'apk/free/release'].map(folder)).toEqual([true, true, true]);
  expect(['bundle', 'apk/free/debug', 'apk/androidTest', 'androidTest/apk'].map(folder)).toEqual(
    Array(4).fill(false),
  );
});

test.each(['win32', 'darwin'] as const)('patterns ignore case on %s', (platform) => {
  const { selectsFile: file } = selector({ include: ['Release/App*'], exclude: ['*-DEBUG*'] }, platform);
  expect(['release\\app.APK', 'RELEASE/app-debug.apk'].map(file)).toEqual([true, false]);
  expect(selector({ include: ['Release/App*'] }).selectsFile('release/app.apk')).toBe(false);
});

const name = fc.string({ unit: fc.constantFrom('a', 'B', '-', '\u00e9', '日'), minLength: 1, maxLength: 5 });
const path = fc
  .tuple(fc.array(name, { maxLength: 4 }), name, fc.constantFrom('.apk', '.IPA', '.txt'))
  .map(([folders, file, ending]) => [...folders, file + ending].join('/'));
const pattern = fc
  .array(fc.oneof(name, fc.constantFrom('*', '**', '*a*', '?B', '*.apk')), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const patterns = fc.array(pattern, { maxLength: 3 });
const rule = fc.record<FileRule>({
  kinds: fc.subarray(['apk', 'ipa'], { minLength: 1 }),
  include: patterns,
  exclude: patterns,
  depth: fc.option(fc.nat({ max: 3 }), { nil: null }),
});
const platform = fc.constantFrom<NodeJS.Platform>('linux', 'darwin', 'win32');

test('a rule ignores Unicode form, path separator and, except on Linux, case', () => {
  fc.assert(
    fc.property(rule, platform, path, (one, system, two) => {
      const { whyNot } = createFileSelector(one, system);
      expect(whyNot(two.normalize('NFD').replaceAll('/', '\\'))).toEqual(whyNot(two));
      if (system !== 'linux') expect(whyNot(two.toUpperCase())).toEqual(whyNot(two));
    }),
    { numRuns: 300 },
  );
});

test('no excluded file is selected, and folders of selected files are scanned', () => {
  fc.assert(
    fc.property(rule, platform, path, (one, system, two) => {
      const { selectsFile: file, entersFolder: folder } = createFileSelector(one, system);
      if (!file(two)) return;
      expect(createFileSelector({ ...one, exclude: [...one.exclude, '**'] }, system).selectsFile(two)).toBe(
        false,
      );
      expect(createFileSelector({ ...unrestricted, include: one.exclude }, system).selectsFile(two)).toBe(
        one.exclude.length === 0,
      );
      const folders = two.split('/').slice(0, -1);
      for (const [index] of folders.entries()) {
        expect(folder(folders.slice(0, index + 1).join('/'))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
