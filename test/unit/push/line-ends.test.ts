import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editorText, withFileFormat } from '../../../main/push/mapping/mapping-file.ts';

test.each([
  ['no change', '\uFEFFa\r\nb\r\n', 'a\nb\n', '\uFEFFa\r\nb\r\n'],
  ['a changed line', 'a\r\nb\r\nc\r\n', 'a\nX\nc\n', 'a\r\nX\r\nc\r\n'],
  ['a line inserted between mixed line ends', 'a\nb\r\nc\n', 'a\nX\nb\nc\n', 'a\nX\nb\r\nc\n'],
  ['a removed line', 'a\r\nb\nc\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['an added final line end', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
  ['a removed final line end', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
  ['classic Mac line ends', 'a\rb\r', 'a\nb\nc\n', 'a\rb\rc\r'],
  ['an empty file', '', 'a\nb\n', 'a\nb\n'],
  ['a file of one line', 'a', 'a\nb', 'a\nb'],
  ['all text removed', '\uFEFFa\r\n', '', '\uFEFF'],
])('withFileFormat preserves line endings: %s', (_, file, edited, saved) => {
  expect(withFileFormat(edited, file)).toBe(saved);
});

const text = fc
  .array(fc.constantFrom('\n', '\r\n', '\r', 'a', 'b', '{', '\uFEFF'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('unedited text is saved byte for byte', () => {
  fc.assert(
    fc.property(text, (file) => {
      expect(withFileFormat(editorText(file), file)).toBe(file);
    }),
  );
});

test('a saved text is shown as the user edited it', () => {
  fc.assert(
    fc.property(text, text, (file, edited) => {
      const plain = editorText(edited).replaceAll('\uFEFF', '');
      expect(editorText(withFileFormat(plain, file))).toBe(plain);
    }),
  );
});
