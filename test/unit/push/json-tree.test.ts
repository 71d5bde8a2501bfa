import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readJsonTree as mainReadJsonTree,
  memberOf,
  plainValue,
  positionAt,
} from '../../../main/push/mapping/json-tree.ts';
import { withEnglishResult } from '../../english.ts';

const readJsonTree = withEnglishResult(mainReadJsonTree);

function rootOf(text: string) {
  const tree = readJsonTree(text);
  if (!tree.ok) throw new Error(tree.problem);
  return tree.root;
}

describe('readJsonTree', () => {
  test('returns the value of JSON.parse for every JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indentation) => {
        const text = JSON.stringify(value, null, indentation);
        expect(JSON.stringify(plainValue(rootOf(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('accepts the same texts as JSON.parse', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 01-.eE\nabtrufn') });
    fc.assert(
      fc.property(text, (candidate) => {
        let parses = true;
        try {
          JSON.parse(candidate);
        } catch {
          parses = false;
        }
        expect(readJsonTree(candidate).ok).toBe(parses);
      }),
      { numRuns: 500 },
    );
  });

  test('records the position of each name and value', () => {
    const text = '{\n  "a": "x",\n  "b": {"c": 1}\n}';
    const root = rootOf(text);
    const member = memberOf(root, 'b');
    expect(text.slice(member?.value.from, member?.value.to)).toBe('{"c": 1}');
    expect(text.slice(member?.nameSpan.from, member?.nameSpan.to)).toBe('"b"');
  });

  test('uses the last of duplicate names and accepts __proto__ as a name', () => {
    expect(plainValue(rootOf('{"a": 1, "a": 2, "__proto__": 3}'))).toEqual(
      Object.assign(Object.create(null), { a: 2, ['__proto__']: 3 }),
    );
  });

  test('skips a byte order mark', () => {
    expect(plainValue(rootOf('\uFEFF[1]'))).toEqual([1]);
  });

  test.each([
    ['', 0, 'The text ends early; a value is missing.'],
    ['{"a": 1,}', 8, 'Remove the comma before }.'],
    ['{"a" 1}', 5, 'A colon is expected after the name.'],
    ["{'a': 1}", 1, 'A name in double quotes is expected here.'],
    ['{"a": 1 "b": 2}', 8, 'A comma or } is expected in this object.'],
    ['[1 2]', 3, 'A comma or ] is expected in this array.'],
    ['{} x', 3, 'There is more text after the end of the JSON. Remove it.'],
    ['["a', 3, 'The text in quotes is not closed.'],
    ['["\\q"]', 1, 'The letter after this backslash is not valid.'],
    [`${'['.repeat(200)}`, 101, 'It is nested too deeply.'],
  ])('reports the syntax error in %j', (text, offset, problem) => {
    expect(readJsonTree(text)).toMatchObject({ ok: false, offset, problem });
  });
});

test.each([
  ['abc', 2, 1, 3],
  ['a\nb', 2, 2, 1],
  ['a\r\nb\r\ncd', 7, 3, 2],
  ['a\rb', 2, 2, 1],
])('positionAt in %j at %i returns line %i, column %i', (text, offset, line, column) => {
  expect(positionAt(text, offset)).toEqual({ line, column });
});
