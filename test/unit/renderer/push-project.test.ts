import { expect, test } from 'vitest';
import { type ChangedLine, changedLines, lineStart } from '../../../renderer/logic/push/project.ts';

const shown = (lines: readonly ChangedLine[]): readonly string[] =>
  lines.map(({ kind, number, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${number} ${text}`);

test('a new file has only added lines', () => {
  expect(shown(changedLines({ before: null, after: 'a\nb\n' }))).toEqual(['+1 a', '+2 b']);
});

test('an inserted line is shown with two lines of context on each side', () => {
  const change = { before: '1\n2\n3\n4\n5\n6\n', after: '1\n2\n3\nnew\n4\n5\n6\n' };
  expect(shown(changedLines(change))).toEqual([' 2 2', ' 3 3', '+4 new', ' 5 4', ' 6 5']);
});

test('a changed line is shown as removed and added for any line ending', () => {
  const change = { before: '\uFEFFa\r\nb\r\nc', after: '\uFEFFa\r\nB\r\nc' };
  expect(shown(changedLines(change))).toEqual([' 1 a', '-2 b', '+2 B', ' 3 c']);
});

test('the diff of repeated lines shows only the added or removed copies', () => {
  expect(shown(changedLines({ before: 'a\na\n', after: 'a\na\na\n' }))).toEqual([' 1 a', ' 2 a', '+3 a']);
  expect(shown(changedLines({ before: 'a\na\na\n', after: 'a\n' }))).toEqual([' 1 a', '-2 a', '-3 a']);
});

test('the diff of an unchanged file shows only its last two lines', () => {
  expect(shown(changedLines({ before: 'a\nb\nc\n', after: 'a\nb\nc\n' }))).toEqual([' 2 b', ' 3 c']);
});

test.each([
  [1, 0],
  [2, 3],
  [3, 4],
  [4, 7],
  [5, 7],
  [99, 7],
])('line %i begins at offset %i', (line, start) => {
  expect(lineStart('ab\n\ncd\n', line)).toBe(start);
});
