import { describe, expect, test } from 'vitest';
import { sourceOf, sources } from './imports.ts';
import { badNames } from './names.ts';

const ownNames = /^test\/unit\/structure\/names(?:\.test)?\.ts$/;

test('no identifier uses a banned name', async () => {
  const files = (await Promise.all(['main', 'preload', 'renderer', 'test'].map(sources))).flat();
  expect(files.length).toBeGreaterThan(1_000);
  const wrong = files
    .filter((file) => !ownNames.test(file))
    .flatMap((file) =>
      badNames(file, sourceOf(file)).map(
        ({ name, line, instead }) => `${file}:${line}: ${name} → ${instead}`,
      ),
    );
  expect(wrong).toEqual([]);
});

describe('badNames', () => {
  test.each([
    ['as a variable', 'const said = 1;', 'said'],
    ['as a function', 'function placeOf() {}', 'placeOf'],
    ['as a parameter', 'export const f = (told: string) => told.length;', 'told'],
    ['as a type', 'type Sighting = string;', 'Sighting'],
    ['as a type of another module', "import type { Patience } from './a.ts';", 'Patience'],
    ['as a class', 'class Carrier {}', 'Carrier'],
    ['as a private field', 'class A { #held = 1; }', 'held'],
    ['as a method', 'class A { judge() {} }', 'judge'],
    ['as a property', 'const a = { signIns: 1 };', 'signIns'],
    ['as a quoted property', "const a = { 'waysOut': 1 };", 'waysOut'],
    ['as a member of a type', 'type A = { readonly tries: number };', 'tries'],
    ['as a member of a value', 'a.tryOut();', 'tryOut'],
    ['in a pattern', 'const { kept } = a;', 'kept'],
    ['as a component', 'const a = <Speaker />;', 'Speaker'],
    ['as an attribute', 'const a = <b place="left" />;', 'place'],
    ['with a beginning to avoid', 'const mostUnread = 1;', 'mostUnread'],
    ['with an ending to avoid', 'const signalWords = 1;', 'signalWords'],
  ])('detects a name to avoid %s', (_, source, name) => {
    const found = badNames('a.tsx', `\n${source}`);
    expect(found[0]).toMatchObject({ name, line: 2, instead: expect.stringMatching(/./) });
  });

  test.each([
    "const text = 'said';",
    '// said\nconst text = 1;',
    'const running = letter;',
    'const placeholder = almostDone + utmost + words;',
  ])('ignores comments, texts and similar names: %s', (source) => {
    expect(badNames('a.ts', source)).toEqual([]);
  });
});
