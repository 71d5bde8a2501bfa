import { expect, test } from 'vitest';
import { byteSizeText, speedText } from '../../../main/messages/byte-size.ts';

test.each([
  [0, '0\u00A0bytes'],
  [1, '1\u00A0byte'],
  [999, '999\u00A0bytes'],
  [1_000, '1\u00A0kB'],
  [65_234_567, '65.2\u00A0MB'],
  [99_949_999, '99.9\u00A0MB'],
  [99_950_000, '100\u00A0MB'],
  [999_499_999, '999\u00A0MB'],
  [999_500_000, '1\u00A0GB'],
  [2_147_483_648, '2.1\u00A0GB'],
  [5e15, '5,000\u00A0TB'],
])('byteSizeText formats %d as %s', (bytes, text) => {
  expect(byteSizeText(bytes)).toBe(text);
});

test('byteSizeText and speedText use the units of the locale', () => {
  expect(speedText(22_100_000)).toBe('22.1\u00A0MB/s');
  expect(byteSizeText(24_512_000, 'fr-FR')).toBe('24,5\u202FMo');
  expect(byteSizeText(1, 'de')).toBe('1\u00A0Byte');
});
