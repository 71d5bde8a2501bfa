import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv, widestRow, writeCsv } from '../../../main/base/formats/csv.ts';
import { withGuard, withoutGuard } from '../../../main/base/formats/formula-guard.ts';
import { decodeText } from '../../../main/service/people/import-people.ts';

const rowsOf = (text: string) => [...readCsv(text)];
const cellsOf = (text: string) => rowsOf(text).map(({ cells }) => cells);

/** Text in which what matters to CSV is frequent. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', 'a', '\uFEFF') }),
);

test('the forms of RFC 4180 are read', () => {
  expect(cellsOf('aaa,bbb,ccc\r\nzzz,yyy,xxx')).toEqual([
    ['aaa', 'bbb', 'ccc'],
    ['zzz', 'yyy', 'xxx'],
  ]);
  expect(cellsOf('"aaa","b\r\nbb","c,cc"\r\n"b""bb",,""\r\n')).toEqual([
    ['aaa', 'b\r\nbb', 'c,cc'],
    ['b"bb', '', ''],
  ]);
});

test('lines count from 1, over every kind of line break and inside quotation marks', () => {
  expect(rowsOf('a\rb\n\n"c\r\nd\re"\r\nf').map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [4, 'c\r\nd\re'],
    [7, 'f'],
  ]);
});

test('separators and spaces are taken as spreadsheets and people write them', () => {
  expect(cellsOf('a; b ;" c "\nd;e,f')).toEqual([
    ['a', 'b', ' c '],
    ['d', 'e,f'],
  ]);
  expect(cellsOf('"x,y"\tb\nc\t')).toEqual([
    ['x,y', 'b'],
    ['c', ''],
  ]);
  expect(rowsOf('\uFEFFsep=;\r\na,b;c')).toEqual([{ line: 2, cells: ['a,b', 'c'], problem: null }]);
  expect(cellsOf('a "b" c,"d" e, "f"')).toEqual([['a "b" c', 'de', 'f']]);
  expect(cellsOf(' \n,,\n""')).toEqual([]);
});

test('a quotation mark that is never closed, and a row without end, are said to be so', () => {
  expect(rowsOf('a,b\nc,"d\ne,f\n')).toEqual([
    { line: 1, cells: ['a', 'b'], problem: null },
    { line: 2, cells: ['c', 'd\ne,f\n'], problem: 'unclosed' },
  ]);
  const [wide, after] = rowsOf(`${'x,'.repeat(1_000_000)}\ny`);
  expect([wide?.cells.length, wide?.problem, after?.cells]).toEqual([widestRow, 'wide', ['y']]);
});

test('what is written is read back the same, whatever it is', () => {
  const row = fc.array(anyText, { minLength: 1, maxLength: 5 }).filter((cells) => cells.some(Boolean));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(cellsOf(writeCsv(rows))).toEqual(rows);
    }),
  );
});

test('any text at all is read to its end', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const last = rowsOf(text).at(-1);
      expect(last?.line ?? 1).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
    }),
  );
});

test('megabytes made to be slow are read in one pass', () => {
  const million = 1_000_000;
  const counts = ['a"', '""', '" ', ' ', '\r', '",', '"a"x'].map(
    (piece) => rowsOf(piece.repeat(2 * million)).length,
  );
  expect(counts).toEqual([1, 1, 1, 0, 0, 1, 1]);
  expect(withoutGuard(withGuard(`${" '".repeat(million)}=`))).toHaveLength(2 * million + 1);
});

test('text is known in the encodings spreadsheets save', () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const text = 'Zoë Şahin, 日本 😀';
  expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
  expect(decodeText(Buffer.from(`\uFEFF${text}`))).toEqual({ text, encoding: 'utf-8' });
  expect(decodeText(utf16(text))).toEqual({ text, encoding: 'utf-16le' });
  expect(decodeText(utf16(text).swap16())).toEqual({ text, encoding: 'utf-16be' });
  expect(decodeText(Buffer.from([0x5a, 0x6f, 0xeb, 0x80]))).toEqual({
    text: 'Zoë€',
    encoding: 'windows-1252',
  });
  expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
});

test('what is no text is not taken for one', () => {
  for (const bytes of [
    Buffer.from('PK\u0003\u0004\u0000'),
    Buffer.from('text', 'utf16le'),
    Buffer.from([0xff, 0xfe, 0x41]),
    Buffer.from([0xff, 0xfe, 0, 0]),
  ]) {
    expect(decodeText(bytes)).toBeNull();
  }
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeText(bytes)?.text ?? '').not.toContain('\0');
    }),
  );
});

test('nothing that is exported begins a formula, at whichever separator it is cut', () => {
  for (const [text, safe] of [
    ['=1+1', "'=1+1"],
    ['Doe; @SUM(A1)', "Doe; '@SUM(A1)"],
    ["'+1", "''+1"],
    ['＝1', "'＝1"],
    ['a=b-c', 'a=b-c'],
    ["O'Neil", "O'Neil"],
  ] as const) {
    expect([withGuard(text), withoutGuard(safe)]).toEqual([safe, text]);
  }
  fc.assert(
    fc.property(anyText, (text) => {
      const pieces = withGuard(text).split(/[,;\t\r\n]/);
      expect(pieces.filter((piece) => /^[ \u00A0]*[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
      expect(withoutGuard(withGuard(text))).toBe(text);
    }),
  );
});
