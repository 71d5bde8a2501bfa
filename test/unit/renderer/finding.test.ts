import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestMatches, matchRank } from '../../../renderer/logic/fuzzy-match.ts';

const names = [
  'Go to Store',
  'Restore the list',
  'Pause all uploads',
  'Store',
  'Übersicht',
  'Field Notes 2.4.1',
];

test.each([
  ['store', ['Store', 'Go to Store', 'Restore the list']],
  ['gs', ['Go to Store']],
  ['gosto', ['Go to Store']],
  ['upl pau', ['Pause all uploads']],
  ['pauall', ['Pause all uploads']],
  ['ubers', ['Übersicht']],
  ['UBER', ['Übersicht']],
  ['notes 2.4', ['Field Notes 2.4.1']],
  ['psl', []],
  ['e', ['Restore the list', 'Go to Store', 'Pause all uploads', 'Store', 'Übersicht', 'Field Notes 2.4.1']],
  ['', names],
  ['store x', []],
])('a search for %j returns the intended names, best match first', (typed, found) => {
  const answers = bestMatches(names, typed, (name) => name);
  if (typed === 'e') expect([...answers].sort()).toEqual([...names].sort());
  else expect(answers).toEqual(found);
});

test('scattered letters of a name are not a match', () => {
  expect(matchRank('Pause all uploads', 'paud')).toBeNull();
  expect(matchRank('Pause all uploads', 'pau')).toBe(0);
  expect(matchRank('Pause all uploads', 'all')).toBe(1);
  expect(matchRank('Pause all uploads', 'load')).toBe(2);
  expect(matchRank('Pause all uploads', 'pau')).toBe(0);
});

test('dotted and dotless i match each other', () => {
  expect(matchRank('Hızlı Başla', 'hizli basla')).toBe(1);
  expect(matchRank('Istanbul', 'ıstanbul')).toBe(0);
});

test('matchRank matches any substring in linear time', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (name, from, length) => {
      const piece = name.slice(from % name.length).slice(0, 1 + (length % name.length));
      fc.pre(piece.trim() === piece && !/\s|\p{M}/u.test(piece) && piece.isWellFormed());
      expect(matchRank(name, piece)).not.toBeNull();
    }),
  );
  expect(matchRank('a '.repeat(200), 'a'.repeat(199))).toBe(3);
  expect(matchRank('ab '.repeat(60), `${'ab'.repeat(30)}x`)).toBeNull();
});
