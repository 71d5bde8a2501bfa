import { expect, test } from 'vitest';
import { createFormat } from '../../../renderer/format.ts';

const english = createFormat('en-US', 'UTC');
const german = createFormat('de-DE', 'UTC');
const at = Date.UTC(2026, 10, 21, 14, 2, 31);
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_200, '1.2 kB'],
  [65_400_000, '65.4 MB'],
  [999_600_000, '1 GB'],
  [2_140_000_000, '2.1 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(plain(english.bytes(bytes))).toBe(text);
});

test('a partial size uses the unit of the total', () => {
  expect(plain(english.bytesOf(41_000_000, 65_000_000))).toBe('41 / 65 MB');
  expect(plain(english.bytesOf(310_000_000, 2_140_000_000))).toBe('0.3 / 2.1 GB');
  expect(plain(german.bytesOf(310_000_000, 2_140_000_000))).toBe('0,3 / 2,1 GB');
});

test('a speed is formatted per second', () => {
  expect(plain(english.speed(148_000_000))).toBe('148 MB/s');
});

test.each([
  [0.2, '1 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [3_569, '59 min'],
  [3_600, '1 h'],
  [7_500, '2 h 5 min'],
])('%d seconds are formatted as %s', (seconds, text) => {
  expect(plain(english.duration(seconds))).toBe(text);
});

test('a percentage reaches 100 % only when complete', () => {
  expect(english.percent(0.9999)).toBe('99%');
  expect(english.percent(1)).toBe('100%');
  expect(english.percent(1.4)).toBe('100%');
  expect(plain(german.percent(0.63))).toBe('63 %');
});

test.each([
  ['en-US', '9:05 AM'],
  ['en-GB', '09:05'],
  ['de-DE', '09:05'],
  ['fr-FR', '09:05'],
  ['tr-TR', '09:05'],
])('the time of day follows the convention of %s', (locale, text) => {
  expect(plain(createFormat(locale, 'UTC').time(Date.UTC(2026, 10, 21, 9, 5)))).toBe(text);
});

test('a timestamp of today is formatted as a time, any other as a date', () => {
  expect(german.moment(at, at + 1_000)).toBe('14:02');
  const never = Date.parse('0001-01-01T00:00:00Z');
  for (const unknown of [never, Number.NaN])
    expect([german.dateTime(unknown), german.moment(unknown, at)]).toEqual(['–', '–']);
  expect(german.moment(at, at + 86_400_000)).toContain('2026');
  expect(english.day(at, at)).toBe('Saturday, November 21');
  expect(english.day(at, at + 365 * 86_400_000)).toBe('November 21, 2026');
});

test('a date is the same day in every time zone', () => {
  expect(createFormat('en-US', 'Pacific/Honolulu').date('2026-07-30T00:30:00Z')).toBe('Jul 30, 2026');
  expect(createFormat('de-DE', 'Pacific/Kiritimati').date('2026-07-30')).toBe('30.07.2026');
});

test.each([
  ['en-US', 'Nov 1, 2026, 9:05 AM', 'Sunday, November 1'],
  ['en-GB', '1 Nov 2026, 09:05', 'Sunday 1 November'],
  ['de-DE', '01.11.2026, 09:05', 'Sonntag, 1. November'],
  ['fr-FR', '1er nov. 2026, 09:05', 'dimanche 1er novembre'],
  ['tr-TR', '1 Kas 2026 09:05', '1 Kasım Pazar'],
])('the first of a month follows the convention of %s', (locale, dateTime, day) => {
  const first = Date.UTC(2026, 10, 1, 9, 5);
  const format = createFormat(locale, 'UTC');
  expect(plain(format.dateTime(first))).toBe(dateTime);
  expect(plain(format.day(first, first))).toBe(day);
  expect(plain(format.day(first + 20 * 86_400_000, first))).not.toContain('1er');
});

test('a French date has the ordinal 1er only on the first of a month', () => {
  const french = createFormat('fr-CA', 'UTC');
  expect(plain(french.date('2026-11-11'))).toBe('11 nov. 2026');
  expect(plain(french.date('2026-11-01'))).toBe('1er nov. 2026');
});
