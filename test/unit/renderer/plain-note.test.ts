import { expect, test } from 'vitest';
import { firstPlainLine, plainLines, plainNote } from '../../../renderer/logic/plain-note.ts';

test.each([
  ['a plain text', 'Fixes the login.', 'Fixes the login.'],
  ['emphasis and code', '**New**: _faster_ start, `adb` and __sync__', 'New: faster start, adb and sync'],
  ['a heading and a list', '## Fixed\n\n- login\n* logout\n', 'Fixed • login • logout'],
  ['a link', 'See [the notes](https://example.org/a_b).', 'See the notes.'],
  [
    'stars and underscores inside words',
    'a*b, snake_case_name, 2 * 3 * 4',
    'a*b, snake_case_name, 2 * 3 * 4',
  ],
])('plainNote removes the Markdown markers of %s', (_, markdown, text) => {
  expect(plainNote(markdown)).toBe(text);
});

test('plainNote keeps markers that are unclosed or over 500 characters apart', () => {
  const long = `**${'a'.repeat(501)}**`;
  expect(plainNote(long)).toBe(long);
  const opened = '*a '.repeat(3_000).trim();
  expect(plainNote(`x ${opened}`)).toBe(`x ${opened}`);
});

test('plainLines keeps the lines of a list', () => {
  expect(plainLines('Fixed:\r\n- **login**\r\n\r\n- logout')).toEqual(['Fixed:', '• login', '• logout']);
});

test.each([
  ['## New\n\n- **Offline** maps\n- photos', 'Offline maps'],
  ['## New', 'New'],
  ['', undefined],
])('firstPlainLine returns the first line of %j without headings', (markdown, line) => {
  expect(firstPlainLine(markdown)).toBe(line);
});
