import { expect, test } from 'vitest';
import {
  formatDateTime,
  formatDuration,
  formatTable,
  plainLine,
  plainText,
} from '../../../main/cli/terminal/format.ts';

test('formatDuration carries rounded seconds and minutes over', () => {
  expect(formatDuration(0.2)).toBe('under 1 s');
  expect(formatDuration(59.4)).toBe('59 s');
  expect(formatDuration(59.6)).toBe('1 min 0 s');
  expect(formatDuration(3_599.7)).toBe('1 h 0 min');
  expect(formatDuration(3_780)).toBe('1 h 3 min');
});

test('formatDateTime prints date and time in the local time zone', () => {
  for (const hour of [0, 12, 23])
    expect(formatDateTime(new Date(2026, 10, 5, hour, 7, 9).getTime())).toBe(
      `2026-11-05 ${String(hour).padStart(2, '0')}:07:09`,
    );
});

test('formatTable aligns columns that contain non-ASCII characters', () => {
  expect(
    formatTable([
      ['a', 'name', 'x'],
      ['10', 'Üç🚀', 'y'],
    ]),
  ).toEqual(['a   name  x', '10  Üç🚀   y']);
  expect(formatTable([])).toEqual([]);
});

test('plainText and plainLine replace control characters', () => {
  expect(plainText('App\u001b[2J\u202e\n name')).toBe('App�[2J�� name');
  expect(plainText('a\tb')).toBe('a�b');
  expect(plainLine('\t\ta\u001b[2J\tb\n')).toBe('\t\ta�[2J\tb�');
});
