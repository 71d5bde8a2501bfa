import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  nothingSelected,
  type Selection,
  selectAll,
  selectedOf,
  selectRange,
  toggleKey,
} from '../../../renderer/logic/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const keysOf = (selection: Selection): string => order.filter((key) => selection.keys.has(key)).join('');

test('toggling a row selects and deselects it', () => {
  const two = toggleKey(toggleKey(nothingSelected, 'b'), 'd');
  expect(keysOf(two)).toBe('bd');
  expect(keysOf(toggleKey(two, 'b'))).toBe('d');
});

test('a range starts at the anchor and replaces the previous range', () => {
  const anchored = toggleKey(nothingSelected, 'c');
  expect(keysOf(selectRange(anchored, order, null, 'e'))).toBe('cde');
  expect(keysOf(selectRange(selectRange(anchored, order, null, 'e'), order, null, 'a'))).toBe('abc');
  expect(keysOf(selectRange(anchored, order, 'e', 'c'))).toBe('c');
});

test('a range without an anchor starts at the focused row', () => {
  expect(keysOf(selectRange(nothingSelected, order, 'b', 'd'))).toBe('bcd');
  expect(keysOf(selectRange(nothingSelected, order, null, 'd'))).toBe('d');
  const gone = toggleKey(nothingSelected, 'gone');
  expect(keysOf(selectRange(gone, order, 'b', 'c'))).toBe('bc');
  expect(selectRange(gone, order, 'b', 'not there')).toBe(gone);
});

test('“select all” selects every row of the list', () => {
  expect(keysOf(selectAll(order))).toBe('abcde');
  expect(selectAll([])).toEqual(nothingSelected);
});

test('only visible rows count as selected, in the order of the list', () => {
  const same = (key: string): string => key;
  expect(selectedOf(['e', 'b'], same, selectAll(order))).toEqual(['e', 'b']);
  expect(selectedOf(order, same, nothingSelected)).toEqual([]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.array(fc.string()), (lines, chosen) => {
      const selection = chosen.reduce(toggleKey, nothingSelected);
      const selected = selectedOf(lines, same, selection);
      expect(selected).toEqual(lines.filter((line) => chosen.filter((key) => key === line).length % 2 === 1));
    }),
  );
});
