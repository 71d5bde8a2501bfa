import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxCells, readCsv, writeCsv } from '../../../main/base/formats/csv.ts';
import { withGuard, withoutGuard } from '../../../main/base/formats/formula-guard.ts';
import { decodeWholeText } from '../../../main/base/formats/unicode-text.ts';

const rowsOf = (text: string) => [...readCsv(text)];
const cellsOf = (text: string) => rowsOf(text).map(({ cells }) => cells);

/** Text with many characters that are special in CSV. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', 'a', '\uFEFF') }),
);

test('readCsv parses the examples in RFC 4180', () => {
  expect(cellsOf('aaa,bbb,ccc\r\nzzz,yyy,xxx')).toEqual([
    ['aaa', 'bbb', 'ccc'],
    ['zzz', 'yyy', 'xxx'],
  ]);
  expect(cellsOf('"aaa","b\r\nbb","c,cc"\r\n"b""bb",,""\r\n')).toEqual([
    ['aaa', 'b\r\nbb', 'c,cc'],
    ['b"bb', '', ''],
  ]);
});

test('readCsv counts lines from 1 across any line breaks and quotes', () => {
  expect(rowsOf('a\rb\n\n"c\r\nd\re"\r\nf').map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [4, 'c\r\nd\re'],
    [7, 'f'],
  ]);
});

test('readCsv accepts the separators and whitespace of spreadsheets', () => {
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

test('readCsv reports an unclosed quote and an overlong row', () => {
  expect(rowsOf('a,b\nc,"d\ne,f\n')).toEqual([
    { line: 1, cells: ['a', 'b'], problem: null },
    { line: 2, cells: ['c', 'd\ne,f\n'], problem: 'unclosed' },
  ]);
  const [wide, after] = rowsOf(`${'x,'.repeat(1_000_000)}\ny`);
  expect([wide?.cells.length, wide?.problem, after?.cells]).toEqual([maxCells, 'wide', ['y']]);
});

test('readCsv returns the rows that writeCsv wrote', () => {
  const row = fc.array(anyText, { minLength: 1, maxLength: 5 }).filter((cells) => cells.some(Boolean));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(cellsOf(writeCsv(rows))).toEqual(rows);
    }),
  );
});

test('readCsv returns no line number beyond the end of any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const last = rowsOf(text).at(-1);
      expect(last?.line ?? 1).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
    }),
  );
});

test('readCsv reads large adversarial input in linear time', () => {
  const million = 1_000_000;
  const counts = ['a"', '""', '" ', ' ', '\r', '",', '"a"x'].map(
    (piece) => rowsOf(piece.repeat(2 * million)).length,
  );
  expect(counts).toEqual([1, 1, 1, 0, 0, 1, 1]);
  expect(withoutGuard(withGuard(`${" '".repeat(million)}=`))).toHaveLength(2 * million + 1);
});

test('decodeWholeText decodes UTF-8 as well as UTF-16 with a BOM', () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const text = 'Zoë Şahin, 日本 😀';
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16(text), utf16(text).swap16()]) {
    expect(decodeWholeText(bytes)).toBe(text);
  }
  expect(decodeWholeText(new Uint8Array())).toBe('');
});

test('decodeWholeText returns null for binary data', () => {
  for (const bytes of [
    Buffer.from('PK\u0003\u0004\u0000'),
    Buffer.from('text', 'utf16le'),
    Buffer.from([0xff, 0xfe, 0x41]),
    Buffer.from([0xff, 0xfe, 0, 0]),
    Buffer.from('Zo\xeb \x80', 'latin1'),
  ]) {
    expect(decodeWholeText(bytes)).toBeNull();
  }
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeWholeText(bytes) ?? '').not.toContain('\0');
    }),
  );
});

test('withGuard prevents formulas after any separator', () => {
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
