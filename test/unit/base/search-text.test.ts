import { expect, test } from 'vitest';
import { searchTerms, searchText } from '../../../main/base/search-text.ts';

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
])('searchText is the same for “%s” and “%s”', (one, other) => {
  expect(searchText(one)).toBe(searchText(other));
});

test('searchText ignores accents but keeps letters and vowel signs', () => {
  expect(searchText('resume')).toBe(searchText('résumé'));
  expect(searchText('हिन्दी')).not.toBe(searchText('हनद'));
  expect(searchText('日本語')).not.toBe(searchText('日本'));
});

test('searchWords returns each word once', () => {
  expect(searchTerms('  Über\tüber\n 2.4 ')).toEqual(['uber', '2.4']);
  expect(searchTerms(' \n')).toEqual([]);
});
