import { expect, test } from 'vitest';
import { collectHours, hoursText } from '../../../main/cli/options/bandwidth-schedule.ts';
import { weekdays } from '../../../main/settings/settings-schema.ts';

test.each([
  ['mon-fri 08:00-18:00 2MB/s', 'mon–fri 08:00–18:00: 2\u00A0MB/s'],
  ['Sat,Sun 0:00-24:00 off', 'sat, sun 00:00–00:00: none'],
  ['monday - friday 8:00 - 18:30 500 kB/s', 'mon–fri 08:00–18:30: 500\u00A0kB/s'],
  ['sat-mon 22:00-06:00 16Mbit/s', 'mon, sat, sun 22:00–06:00: 2\u00A0MB/s'],
  ['tue, thu, wed 09:00–10:00 1MB/s', 'tue–thu 09:00–10:00: 1\u00A0MB/s'],
  ['daily 22:00-06:00 off', 'daily 22:00–06:00: none'],
  ['mon-sun 22:00-06:00 off', 'daily 22:00–06:00: none'],
])('collectHours parses “%s” as “%s”', (text, expected) => {
  const [hours, ...more] = collectHours(text, undefined);
  expect(more).toEqual([]);
  expect(hours && hoursText(hours)).toBe(expected);
  expect(hours?.days.every((day) => weekdays.includes(day))).toBe(true);
});

test('collectHours appends each schedule and clears the list with “none”', () => {
  const one = collectHours('mon 08:00-09:00 1MB/s', undefined);
  const two = collectHours('tue 08:00-09:00 off', one);
  expect(two.map(({ days }) => days)).toEqual([['mon'], ['tue']]);
  expect(collectHours(' None ', two)).toEqual([]);
});

test.each([
  '',
  'mon-fri',
  'mon-fri 08:00-18:00',
  '08:00-18:00 2MB/s',
  'mon-fri-sun 08:00-18:00 2MB/s',
  'mo 08:00-18:00 2MB/s',
  'moonday 08:00-18:00 2MB/s',
  'mon 08:60-18:00 2MB/s',
  'mon 24:00-18:00 2MB/s',
  'mon 08:00-25:00 2MB/s',
  'mon 08:00-18:00 2Mb/s',
  'mon 08:00-18:00 fast',
  'mon,, 08:00-18:00 off',
])('collectHours rejects “%s” with an example', (text) => {
  expect(() => collectHours(text, undefined)).toThrow(/such as/);
});
