import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editorText, withFileFormat } from '../../../main/push/mapping/mapping-file.ts';

test.each([
  ['nothing changed', '\uFEFFa\r\nb\r\n', 'a\nb\n', '\uFEFFa\r\nb\r\n'],
  ['a line changed', 'a\r\nb\r\nc\r\n', 'a\nX\nc\n', 'a\r\nX\r\nc\r\n'],
  ['a line put in where line ends are mixed', 'a\nb\r\nc\n', 'a\nX\nb\nc\n', 'a\nX\nb\r\nc\n'],
  ['a line taken out', 'a\r\nb\nc\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['an end at the end put in', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
  ['an end at the end taken out', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
  ['old line ends of the Mac', 'a\rb\r', 'a\nb\nc\n', 'a\rb\rc\r'],
  ['a file that was empty', '', 'a\nb\n', 'a\nb\n'],
  ['a file of one line', 'a', 'a\nb', 'a\nb'],
  ['everything gone', '\uFEFFa\r\n', '', '\uFEFF'],
])('%s', (_, file, edited, saved) => {
  expect(withFileFormat(edited, file)).toBe(saved);
});

const text = fc
  .array(fc.constantFrom('\n', '\r\n', '\r', 'a', 'b', '{', '\uFEFF'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('a text that was only shown is saved byte for byte', () => {
  fc.assert(
    fc.property(text, (file) => {
      expect(withFileFormat(editorText(file), file)).toBe(file);
    }),
  );
});

test('what was saved is shown as it was edited', () => {
  fc.assert(
    fc.property(text, text, (file, edited) => {
      const plain = editorText(edited).replaceAll('\uFEFF', '');
      expect(editorText(withFileFormat(plain, file))).toBe(plain);
    }),
  );
});
