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
])('writes %d bytes as %s', (bytes, text) => {
  expect(plain(english.bytes(bytes))).toBe(text);
});

test('writes a part in the unit of the whole', () => {
  expect(plain(english.bytesOf(41_000_000, 65_000_000))).toBe('41 / 65 MB');
  expect(plain(english.bytesOf(310_000_000, 2_140_000_000))).toBe('0.3 / 2.1 GB');
  expect(plain(german.bytesOf(310_000_000, 2_140_000_000))).toBe('0,3 / 2,1 GB');
});

test('writes speeds', () => {
  expect(plain(english.speed(148_000_000))).toBe('148 MB/s');
});

test.each([
  [0.2, '1 sec'],
  [59.4, '59 sec'],
  [60, '1 min'],
  [3_569, '59 min'],
  [3_600, '1 hr'],
  [7_500, '2 hr 5 min'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(plain(english.duration(seconds))).toBe(text);
});

test('never says 100 % before the end', () => {
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
])('writes the time of day as it is usual in %s', (locale, text) => {
  expect(plain(createFormat(locale, 'UTC').time(Date.UTC(2026, 10, 21, 9, 5)))).toBe(text);
});

test('writes the time today and the day otherwise', () => {
  expect(german.moment(at, at + 1_000)).toBe('14:02');
  const never = Date.parse('0001-01-01T00:00:00Z');
  for (const unknown of [never, Number.NaN])
    expect([german.dateTime(unknown), german.moment(unknown, at)]).toEqual(['–', '–']);
  expect(german.moment(at, at + 86_400_000)).toContain('2026');
  expect(english.day(at, at)).toBe('Saturday, November 21');
  expect(english.day(at, at + 365 * 86_400_000)).toBe('November 21, 2026');
});

test('writes the same day everywhere', () => {
  expect(createFormat('en-US', 'Pacific/Honolulu').date('2026-07-30T00:30:00Z')).toBe('Jul 30, 2026');
  expect(createFormat('de-DE', 'Pacific/Kiritimati').date('2026-07-30')).toBe('30.07.2026');
});

test.each([
  ['en-US', 'Nov 1, 2026, 9:05 AM', 'Sunday, November 1'],
  ['en-GB', '1 Nov 2026, 09:05', 'Sunday 1 November'],
  ['de-DE', '01.11.2026, 09:05', 'Sonntag, 1. November'],
  ['fr-FR', '1er nov. 2026, 09:05', 'dimanche 1er novembre'],
  ['tr-TR', '1 Kas 2026 09:05', '1 Kasım Pazar'],
])('writes the first of a month as people in %s do', (locale, dateTime, day) => {
  const first = Date.UTC(2026, 10, 1, 9, 5);
  const format = createFormat(locale, 'UTC');
  expect(plain(format.dateTime(first))).toBe(dateTime);
  expect(plain(format.day(first, first))).toBe(day);
  expect(plain(format.day(first + 20 * 86_400_000, first))).not.toContain('1er');
});

test('a French date in figures, or of another day, stays as it is', () => {
  const french = createFormat('fr-CA', 'UTC');
  expect(plain(french.date('2026-11-11'))).toBe('11 nov. 2026');
  expect(plain(french.date('2026-11-01'))).toBe('1er nov. 2026');
});
