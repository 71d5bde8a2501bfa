import { expect, test } from 'vitest';
import {
  changedPart,
  markedPart,
  type TextMark,
  worstOfLines,
} from '../../../renderer/logic/push/json-marks.ts';

test('a line has one mark with its highest severity', () => {
  const mark = (line: number, column: number, severity: TextMark['severity']): TextMark => ({
    line,
    column,
    severity,
  });
  expect(
    worstOfLines([mark(3, 1, 'warning'), mark(3, 9, 'error'), mark(3, 2, 'error'), mark(1, 1, 'warning')]),
  ).toEqual([mark(1, 1, 'warning'), mark(3, 9, 'error')]);
});

test('a mark covers the whole token at its column', () => {
  const marked = (line: string, column: number): string => {
    const { from, to } = markedPart(line, column);
    return line.slice(from, to);
  };
  expect(marked('  "titel": "x",', 3)).toBe('"titel"');
  expect(marked('"a \\" b": 1', 1)).toBe('"a \\" b"');
  expect(marked('"open', 1)).toBe('"open');
  expect(marked('"a": -1.5e3,', 6)).toBe('-1.5e3');
  expect(marked('{"a": }', 7)).toBe('}');
  expect(marked('{"a": 😀}', 7)).toBe('😀');
  expect(marked('{"a":', 6)).toBe(':');
  expect(marked('', 1)).toBe('');
});

test('a text change replaces only the differing part', () => {
  const applied = (before: string, after: string): string => {
    const change = changedPart(before, after);
    return change === null ? before : before.slice(0, change.from) + change.insert + before.slice(change.to);
  };
  expect(changedPart('{"a": 1}', '{"a": 1}')).toBeNull();
  expect(changedPart('{"a": 1}', '{"a": 12}')).toEqual({ from: 7, to: 7, insert: '2' });
  expect(changedPart('{"title": "t"}', '{"body": "t"}')).toEqual({ from: 2, to: 7, insert: 'body' });
  for (const [before, after] of [
    ['aaa', 'aa'],
    ['aa', 'aaaa'],
    ['', 'x'],
    ['x', ''],
    ['abab', 'ab'],
  ] as const) {
    expect(applied(before, after)).toBe(after);
  }
});
