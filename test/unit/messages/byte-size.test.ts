import { expect, test } from 'vitest';
import { byteSizeText, speedText } from '../../../main/messages/byte-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [65_234_567, '65.2 MB'],
  [99_949_999, '99.9 MB'],
  [99_950_000, '100 MB'],
  [999_499_999, '999 MB'],
  [999_500_000, '1 GB'],
  [2_147_483_648, '2.1 GB'],
  [5e15, '5,000 TB'],
])('byteSizeText formats %d as %s', (bytes, text) => {
  expect(byteSizeText(bytes)).toBe(text);
});

test('byteSizeText and speedText use the units of the locale', () => {
  expect(speedText(22_100_000)).toBe('22.1 MB/s');
  expect(byteSizeText(24_512_000, 'fr-FR').replaceAll(/\s/g, ' ')).toBe('24,5 Mo');
  expect(byteSizeText(1, 'de').replaceAll(/\s/g, ' ')).toBe('1 Byte');
});
