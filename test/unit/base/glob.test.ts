import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGlob, validateGlob as mainGlobProblem } from '../../../main/base/glob.ts';
import { withEnglishResult } from '../../english.ts';
import { isWindows } from '../../fakes/systems.ts';

const globProblem = withEnglishResult(mainGlobProblem);

const glob = (pattern: string, ignoreCase = false) => compileGlob(pattern, { ignoreCase });

test.each([
  ['*.apk', 'app.apk'],
  ['*.apk', 'a/b/app.apk'],
  ['release/*.apk', 'release/app.apk'],
  ['./*.apk', 'app.apk'],
  ['**/release/*.apk', 'release/app.apk'],
  ['**/release/*.apk', 'a/b/release/app.apk'],
  ['a/**/c.apk', 'a/c.apk'],
  ['a/**/c.apk', 'a/b/b/c.apk'],
  ['a/**', 'a/b/c.apk'],
  ['debug', 'a/debug/b/app.apk'],
  ['debug/', 'a/debug/app.apk'],
  ['outputs/debug', 'outputs/debug/app.apk'],
  ['app-{debug,release}.apk', 'app-release.apk'],
  ['{a,b{c,d}}.apk', 'x/bd.apk'],
  ['app{,-signed}.apk', 'app.apk'],
  ['app (1).apk', 'app (1).apk'],
  ['app*(1).apk', 'app-(1).apk'],
  ['?.apk', '😀.apk'],
  ['[a-c]?.apk', 'bx.apk'],
  ['[!a-c].apk', 'd.apk'],
  ['release\\*.apk', 'release/app.apk'],
  ['release/*.apk', 'release\\app.apk'],
  ['{uuid}.apk', '{uuid}.apk'],
  ['caf\u00e9.apk', 'cafe\u0301.apk'],
  ['cafe\u0301*', 'caf\u00e9.apk'],
])('%s matches %s', (pattern, path) => {
  expect(glob(pattern).matches(path)).toBe(true);
});

test.each([
  ['*.apk', 'app.ipa'],
  ['./*.apk', 'a/app.apk'],
  ['release/*.apk', 'a/release/app.apk'],
  ['debug/', 'debug'],
  ['a/**', 'a'],
  ['outputs/debug', 'a/outputs/debug/app.apk'],
  ['app-{debug,release}.apk', 'app-beta.apk'],
  ['[!a-c].apk', 'a.apk'],
  ['App.apk', 'app.apk'],
  ['?.apk', '.apk'],
])('%s does not match %s', (pattern, path) => {
  expect(glob(pattern).matches(path)).toBe(false);
});

test('ignoreCase selects case-insensitive matching', () => {
  expect(glob('Rel*/[A-C].APK', true).matches('release/b.apk')).toBe(true);
  expect(glob('Rel*/[A-C].APK').matches('release/b.apk')).toBe(false);
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['/builds/*.apk', 'root of a disk'],
  ['C:\\builds', 'root of a disk'],
  ['../*.apk', '“..”'],
  ['a/../b', '“..”'],
  ['!debug', 'leave out'],
  ['app[1.apk', 'not closed'],
  ['app[].apk', 'nothing between'],
  ['[a/b]', 'there is a “/” between'],
  ['[[:alpha:]]', '[A-Za-z]'],
  ['{a,b', 'not closed'],
  ['{,a}', 'is empty'],
  ['./', 'is empty'],
  ['+(a|b).apk', '{a,b}'],
  ['a\nb', 'line break'],
  ['a'.repeat(501), 'longer'],
  ['{a,b}'.repeat(8), 'more than 200'],
])('%j is rejected: %s', (pattern, words) => {
  expect(globProblem(pattern)).toContain(words);
  expect(() => glob(pattern)).toThrow();
});

/** Exponential backtracking would take minutes and exceed the test timeout. */
test('compileGlob matches in linear time', () => {
  const name = 'a'.repeat(250);
  const path = Array.from({ length: 60 }, () => 'a').join('/');
  for (const [pattern, hard] of [
    [`${'*a'.repeat(40)}b`, name],
    [`${'**/a/'.repeat(40)}b`, `${path}/x`],
    [`${'{a,b}'.repeat(7)}*b`, name],
  ] as const) {
    expect(glob(pattern).matches(hard)).toBe(false);
  }
}, 5_000);

describe('any pattern', () => {
  // On Windows, Node ignores case in names, but these patterns do not.
  const letters = ['a', 'b', '-', '\u00e9', ...(isWindows ? [] : ['A'])];
  const name = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 });
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const part = fc.string({
    unit: fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '{a,bb}', '-'),
    minLength: 1,
    maxLength: 4,
  });
  const pattern = fc
    .array(fc.oneof({ weight: 3, arbitrary: part }, { weight: 1, arbitrary: fc.constant('**') }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('/'));

  test('matches every path that path.matchesGlob matches', () => {
    fc.assert(
      fc.property(pattern, path, (one, two) => {
        fc.pre(posix.matchesGlob(two, one));
        expect(glob(one).matches(two)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('matches only if path.matchesGlob matches the name or a parent', () => {
    fc.assert(
      fc.property(pattern, path, (one, two) => {
        fc.pre(glob(one).matches(two));
        const names = two.split('/');
        const above = names.map((_, index) => names.slice(0, index + 1).join('/'));
        const candidates = one.includes('/') ? above : [...above, ...names];
        expect(candidates.some((candidate) => posix.matchesGlob(candidate, one))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('ignores the kind of separator and the Unicode normalisation', () => {
    fc.assert(
      fc.property(pattern, path, (one, two) => {
        const expected = glob(one).matches(two);
        expect(glob(one.replaceAll('/', '\\')).matches(two)).toBe(expected);
        expect(glob(one.normalize('NFD')).matches(two.replaceAll('/', '\\').normalize('NFD'))).toBe(expected);
      }),
    );
  });

  test('is consistent with mayMatchIn() and covers()', () => {
    fc.assert(
      fc.property(pattern, path, path, (one, folder, below) => {
        const compiled = glob(one);
        const matches = compiled.matches(`${folder}/${below}`);
        if (!compiled.mayMatchIn(folder)) expect(matches).toBe(false);
        if (compiled.covers(folder)) expect(matches).toBe(true);
      }),
    );
  });

  test('compiles or is rejected with a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), path, (text, two) => {
        if (globProblem(text) === null) glob(text).matches(two);
        else expect(() => glob(text)).toThrow('cannot be used');
      }),
      { numRuns: 300 },
    );
  });
});
