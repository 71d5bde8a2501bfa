import { expect, test } from 'vitest';
import { foldCase, searchWords } from '../../../main/base/normalise-case.ts';

test.each([
  ['ÉCLAIR', 'éclair'],
  ['ÜBERSICHT', 'übersicht'],
  ['İSTANBUL', 'istanbul'],
  ['ıstanbul', 'ISTANBUL'],
  ['STRASSE', 'Straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['Ж', 'ж'],
  ['Cafe\u0301', 'CAFÉ'],
  ['ＡＢＣ', 'abc'],
])('“%s” and “%s” are the same', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other));
});

test('marks that make another letter still count', () => {
  expect(foldCase('resume')).not.toBe(foldCase('résumé'));
  expect(foldCase('日本語')).not.toBe(foldCase('日本'));
});

test('a search is its words, each once', () => {
  expect(searchWords('  Über\tüber\n 2.4 ')).toEqual(['über', '2.4']);
  expect(searchWords(' \n')).toEqual([]);
});
