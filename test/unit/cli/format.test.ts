import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatSpeed,
  formatTable,
  plainLine,
  plainText,
} from '../../../main/cli/terminal/format.ts';

test('sizes are rounded to what a person reads', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [65_234_567, '65.2 MB'],
    [99_949_999, '99.9 MB'],
    [99_950_000, '100 MB'],
    [999_499_999, '999 MB'],
    [999_500_000, '1.0 GB'],
    [2_147_483_648, '2.1 GB'],
    [5e15, '5000 TB'],
  ];
  for (const [bytes, text] of cases) expect(formatBytes(bytes)).toBe(text);
  expect(formatSpeed(22_100_000)).toBe('22.1 MB/s');
});

test('times never show sixty of anything', () => {
  expect(formatDuration(0.2)).toBe('under 1 s');
  expect(formatDuration(59.4)).toBe('59 s');
  expect(formatDuration(59.6)).toBe('1 min 0 s');
  expect(formatDuration(3_599.7)).toBe('1 h 0 min');
  expect(formatDuration(3_780)).toBe('1 h 3 min');
});

test('columns line up whatever the letters', () => {
  expect(
    formatTable([
      ['a', 'name', 'x'],
      ['10', 'Üç🚀', 'y'],
    ]),
  ).toEqual(['a   name  x', '10  Üç🚀   y']);
  expect(formatTable([])).toEqual([]);
});

test('text from outside cannot steer the terminal', () => {
  expect(plainText('App\u001b[2J\u202e\n name')).toBe('App�[2J�� name');
  expect(plainText('a\tb')).toBe('a�b');
  expect(plainLine('\t\ta\u001b[2J\tb\n')).toBe('\t\ta�[2J\tb�');
});
