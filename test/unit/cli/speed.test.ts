import { expect, test } from 'vitest';
import { parseSpeed } from '../../../main/cli/options/speed.ts';

test.each([
  ['2MB/s', 2_000_000],
  ['1.5 MB/s', 1_500_000],
  ['1,5MB/s', 1_500_000],
  ['500kB', 500_000],
  ['500 KB/s', 500_000],
  ['2mb/s', 2_000_000],
  ['1GiB/s', 1_073_741_824],
  ['16Mbit/s', 2_000_000],
  ['16 mbitps', 2_000_000],
  ['20000 B/s', 20_000],
  ['off', 'off'],
  [' OFF ', 'off'],
])('parseSpeed reads “%s” as %s', (text, expected) => {
  expect(parseSpeed(text)).toBe(expected);
});

test.each([
  '',
  '2',
  '2000000',
  'fast',
  '2 Mb/s',
  '-1MB/s',
  '0MB/s',
  '999B/s',
  '2TB/s',
  '2MB/h',
  '9'.repeat(30),
  'NaNMB/s',
])('parseSpeed rejects “%s” with examples', (text) => {
  expect(() => parseSpeed(text)).toThrow('such as 500kB/s, 2MB/s or 16Mbit/s');
});
