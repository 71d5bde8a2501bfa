import { expect, expectTypeOf, test } from 'vitest';
import { type PhraseText, phraseTable } from '../../../main/base/phrases.ts';

const { plain, filled } = phraseTable({
  plain: 'Nothing to fill in.',
  filled: '{name} has {count} parts, {name} itself too.',
});

test('a sentence is made from its template and values, which are taken as they are', () => {
  expect(plain()).toBe('Nothing to fill in.');
  expect(filled({ name: '$& {count} “x”', count: 3 })).toBe(
    '$& {count} “x” has 3 parts, $& {count} “x” itself too.',
  );
});

test('no other text stands for one, and no value is left out', () => {
  expectTypeOf<string>().not.toExtend<PhraseText>();
  expectTypeOf(filled).parameter(0).toEqualTypeOf<Readonly<Record<'name' | 'count', string | number>>>();
  expectTypeOf(plain).parameters.toEqualTypeOf<[]>();
});
