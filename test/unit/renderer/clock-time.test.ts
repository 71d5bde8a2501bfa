import { expect, test } from 'vitest';
import { createFormat } from '../../../renderer/format.ts';
import { parseClockTime } from '../../../renderer/logic/clock-time.ts';

test.for([
  ['08:30', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['8 am', '08:00'],
  ['8:30 pm', '20:30'],
  ['8:30\u202fPM', '20:30'],
  ['8:30 p.m.', '20:30'],
  ['12:00 AM', '00:00'],
  ['12 pm', '12:00'],
  [' 23:59 ', '23:59'],
])('%s is the time %s', ([text, time]) => {
  expect(parseClockTime(text as string)).toBe(time);
});

test.for(['', '8', 'noon', '8:3', '13:00 pm', '0 am', '08:30:00'])('%s is not a time', (text) => {
  expect(parseClockTime(text)).toBe(text);
});

test('a time formatted in any language can be parsed', () => {
  expect(createFormat('de').clockTime('08:30')).toBe('08:30');
  expect(createFormat('en-US').clockTime('20:30')).toMatch(/^8:30\sPM$/);
  for (const language of ['en', 'de', 'fr', 'tr']) {
    expect(parseClockTime(createFormat(language).clockTime('20:30'))).toBe('20:30');
  }
  expect(createFormat('en').clockTime('25:00')).toBe('25:00');
});
