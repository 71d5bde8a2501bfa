import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictingKeys } from '../../../main/push/mapping/conversion.ts';
import { editMapping, type MappingEdit, newMapping } from '../../../main/push/mapping/edit-mapping.ts';
import { plainValue, readJsonTree } from '../../../main/push/mapping/json-tree.ts';
import { notificationProperties, readMapping } from '../../../main/push/mapping/mapping.ts';

const set = (property: string, key: string): MappingEdit => ({ kind: 'set', property, key });

/** A hand-written file with tabs, Windows line endings, unknown keys, and no newline at its end. */
const own =
  '\uFEFF{\r\n\t"own": { "a" : [1,2 ] },\r\n\t"notification": {\r\n\t\t"title" : "t",\r\n\t\t"body":"b"\r\n\t},\r\n\t"configuration_version": "2"\r\n}';

describe('editMapping', () => {
  test.each<readonly [string, MappingEdit, readonly [string, string]]>([
    ['setting a key', set('title', 'new "name"'), ['"title" : "t"', '"title" : "new \\"name\\""']],
    ['adding a property', set('icon', 'i'), ['"body":"b"', '"body":"b",\r\n\t\t"icon":"i"']],
    ['renaming a property', { kind: 'rename', property: 'body', to: 'sound' }, ['"body":"b"', '"sound":"b"']],
    [
      'removing the first property',
      { kind: 'remove', property: 'title' },
      ['"title" : "t",\r\n\t\t"body"', '"body"'],
    ],
    ['removing the last property', { kind: 'remove', property: 'body' }, [',\r\n\t\t"body":"b"', '']],
    ['setting the same version', { kind: 'set-version' }, ['', '']],
    ['an unnecessary conversion', { kind: 'convert' }, ['', '']],
  ])('changes only the affected text when %s', (_, edit, [before, after]) => {
    expect(editMapping(own, edit)).toBe(own.replace(before, () => after));
  });

  test.each([
    [
      '{"notification":{},"configuration_version":"2"}',
      '{"notification":{"icon": "i"},"configuration_version":"2"}',
    ],
    [
      '{\n    "notification": {},\n    "configuration_version": "2"\n}\n',
      '{\n    "notification": {\n        "icon": "i"\n    },\n    "configuration_version": "2"\n}\n',
    ],
    [
      '{"a": 1, "configuration_version": "2"}',
      '{"a": 1, "configuration_version": "2", "notification": {"icon": "i"}}',
    ],
    ['{}', '{\n  "notification": {\n    "icon": "i"\n  }\n}'],
    ['{"title": {"data": {"t": ""}}}', '{"title": {"data": {"t": ""}}, "icon": {"data": {"i": ""}}}'],
    ['{"icon": {"data": {"x": ""}}}', '{"icon": {"data": {"i": ""}}}'],
    [
      '{"notification": {"v21": {"channelId": "c"}}}',
      '{"notification": {"v21": {"channelId": "c"}, "icon": "i"}}',
    ],
  ])('adds an icon to %s', (text, expected) => {
    expect(editMapping(text, set('icon', 'i'))).toBe(expected);
  });

  test('adds a channel property next to the other channel properties', () => {
    const text = '{"notification": {"title": "t", "v21": {"channelId": "c"}}}';
    expect(editMapping(text, set('channelIdTitle', 'n'))).toBe(
      '{"notification": {"title": "t", "v21": {"channelId": "c", "channelIdTitle": "n"}}}',
    );
    expect(editMapping(text, set('channelId', 'n'))).toBe(
      '{"notification": {"title": "t", "v21": {"channelId": "n"}}}',
    );
  });

  test('changes the last of duplicate keys, but removes all duplicates', () => {
    const text = '{"notification": {"title": "a", "title": "b"}, "configuration_version": "2"}';
    expect(editMapping(text, set('title', 'c'))).toBe(text.replace('"b"', '"c"'));
    expect(editMapping(text, { kind: 'remove', property: 'title' })).toBe(
      '{"notification": {}, "configuration_version": "2"}',
    );
  });

  test('sets a missing or wrong version', () => {
    expect(editMapping('{"notification": {"channelId": "c"}}', { kind: 'set-version' })).toBe(
      '{"notification": {"channelId": "c"}, "configuration_version": "2"}',
    );
    expect(editMapping('{"notification": {}, "configuration_version": 2}', { kind: 'set-version' })).toBe(
      '{"notification": {}, "configuration_version": "2"}',
    );
  });

  test.each<readonly [string, MappingEdit, string]>([
    ['{', set('title', 't'), 'push/notJson'],
    ['[]', set('title', 't'), 'push/cannotEdit'],
    ['{"notification": 7}', set('title', 't'), 'push/cannotEdit'],
    [own, set('title', ' '), 'push/emptyName'],
    [own, { kind: 'rename', property: 'title', to: '' }, 'push/emptyName'],
    [own, { kind: 'rename', property: 'icon', to: 'sound' }, 'push/noSuchProperty'],
    [own, { kind: 'rename', property: 'title', to: 'body' }, 'push/nameTaken'],
    [own, { kind: 'remove', property: 'icon' }, 'push/noSuchProperty'],
  ])('given the mapping %j, rejects the edit %j', (text, edit, code) => {
    expect(() => editMapping(text, edit)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a conversion', () => {
  test('from the oldest mapping format preserves layout and other keys', () => {
    const text =
      '{\n\t"title": {\n\t\t"data": {\n\t\t\t"t": ""\n\t\t}\n\t},\n\t"own": {"data": [1]},\n\t"body": {"data": {"b": ""}}\n}\n';
    expect(editMapping(text, { kind: 'convert' })).toBe(
      '{\n\t"notification": {\n\t\t"title": "t",\n\t\t"body": "b"\n\t},\n\t"own": {"data": [1]},\n\t"configuration_version": "2"\n}\n',
    );
  });

  test.each([
    [
      '{"notification": {"title": "t", "channelId": "c"}}',
      '{"notification": {"title": "t", "channelId": "c"}, "configuration_version": "2"}',
    ],
    [
      '{"configuration_version": "1", "notification": {"title": "t"}}',
      '{"configuration_version": "2", "notification": {"title": "t"}}',
    ],
  ])('from the flat format changes only the version: %s', (text, converted) => {
    expect(editMapping(text, { kind: 'convert' })).toBe(converted);
    expect(editMapping(text, { kind: 'set-version' })).toBe(converted);
  });

  test('rejects equal keys at different paths', () => {
    const text = '{"title": {"data": {"text": ""}}, "body": {"data": {"more": {"text": ""}}}}';
    expect(() => editMapping(text, { kind: 'convert' })).toThrow(
      expect.objectContaining({
        code: 'push/ambiguousKey',
        message: expect.stringContaining('“body” and “title” have the key “text”'),
      }),
    );
  });

  test('moves the channel keys out of v21 in the same order', () => {
    const text =
      ' {\n    "notification" :{\n        "title": "t",\n        "v21":{\n            "channelId": "c",\n            "more": [1]\n        },\n        "own": 1\n    }\n} ';
    expect(editMapping(text, { kind: 'convert' })).toBe(
      ' {\n    "notification" :{\n        "title": "t",\n        "channelId":"c",\n        "more":[1],\n        "own": 1\n    },\n    "configuration_version" :"2"\n} ',
    );
  });
});

test('newMapping maps every property to its own name', () => {
  expect(readMapping(newMapping())).toEqual({
    format: 'version-2',
    problems: [],
    mapping: { keys: Object.fromEntries(notificationProperties.map((name) => [name, name])) },
  });
});

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...notificationProperties) },
  fc.constantFrom('colour', 'v21', '__proto__', ''),
);
const key = fc.oneof(
  fc.constantFrom('k', 'title', 'ключ', '"', ' '),
  fc.string({ minLength: 1, maxLength: 5 }),
);
const plainLine = fc.tuple(name, fc.oneof({ weight: 4, arbitrary: key }, fc.constant(null), fc.constant(7)));
const space = fc.constantFrom('', ' ', '\n', '\r\n\t', '  ');

/** Serialises members as JSON, possibly with repeated names. `pad`: whitespace between tokens. */
function written(members: readonly (readonly [string, string])[], pad: string): string {
  return `{${members.map(([one, value]) => `${pad}${JSON.stringify(one)}${pad}:${value}`).join(`${pad},`)}${pad}}`;
}

const flat = fc.tuple(fc.array(plainLine, { maxLength: 6 }), space).map(([lines, pad]) =>
  written(
    lines.map(([one, value]) => [one, JSON.stringify(value)] as const),
    pad,
  ),
);
const mixed = fc
  .tuple(
    fc.array(
      fc.oneof(
        plainLine.map(([one, value]) => [one, JSON.stringify(value)] as const),
        flat.map((value) => ['v21', value] as const),
      ),
      { maxLength: 6 },
    ),
    space,
  )
  .map(([lines, pad]) => written(lines, pad));
const path = fc
  .tuple(name, key)
  .map(([one, value]) => [one, written([['data', written([[value, '""']], '')]], '')] as const);
const file = fc
  .tuple(
    fc.oneof(
      fc
        .tuple(mixed, fc.constantFrom(null, '"1"', '"2"'))
        .map(([notification, version]) => [
          ['own', '{ "x":1 }'] as const,
          ['notification', notification] as const,
          ...(version === null ? [] : [['configuration_version', version] as const]),
        ]),
      fc.array(
        fc.oneof(
          path,
          plainLine.map(([one, value]) => [one, JSON.stringify(value)] as const),
        ),
        { maxLength: 5 },
      ),
    ),
    space,
    space,
  )
  .map(([members, pad, end]) => end + written(members, pad) + end);

const mappingOf = (text: string) => readMapping(text).mapping;

/** Returns the total length of the common prefix and the common suffix of two texts. */
function common(a: string, b: string): number {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return start + end;
}

describe('an edit of any file', () => {
  test('sets the key, keeps all other keys and changes one range of the text', () => {
    fc.assert(
      fc.property(file, fc.constantFrom(...notificationProperties), key, (text, property, value) => {
        fc.pre(value.trim() !== '');
        const changed = editMapping(text, set(property, value));
        const tree = readJsonTree(changed);
        expect(tree.ok).toBe(true);
        const line = `"${property}" `;
        const { mapping } = readMapping(changed);
        if (mapping) expect(mapping.keys[property]).toBe(value);
        const before = mappingOf(text);
        if (before && mapping) expect(mapping.keys).toEqual({ ...before.keys, [property]: value });
        expect(changed.length - common(text, changed)).toBeLessThanOrEqual(
          JSON.stringify(value).length * 2 + line.length + 60,
        );
        expect(editMapping(changed, set(property, value))).toBe(changed);
      }),
      { numRuns: 500 },
    );
  });

  test('restores the text when an added property is removed', () => {
    fc.assert(
      fc.property(file, key, (text, value) => {
        fc.pre(value.trim() !== '' && /"[^"]*"\s*:\s*"/.test(text));
        const format = readMapping(text).format;
        fc.pre(format === 'version-2' && /"notification"\s*:\s*\{[^}]*"/.test(text));
        fc.pre(!text.includes('"sound"'));
        const put = editMapping(text, set('sound', value));
        expect(editMapping(put, { kind: 'remove', property: 'sound' })).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test('preserves mapping keys and unknown members on conversion to version 2', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { format, mapping } = readMapping(text);
        fc.pre(format !== null);
        if (mapping && conflictingKeys(mapping)) {
          const apart = expect.objectContaining({ code: 'push/ambiguousKey' });
          expect(() => editMapping(text, { kind: 'convert' })).toThrow(apart);
          return;
        }
        const converted = editMapping(text, { kind: 'convert' });
        const now = readMapping(converted);
        expect(now.format).toBe('version-2');
        if (mapping) expect(now.mapping).toEqual({ keys: mapping.keys });
        if (text.includes('"own"')) expect(converted).toContain('{ "x":1 }');
        expect(editMapping(converted, { kind: 'convert' })).toBe(converted);
      }),
      { numRuns: 500 },
    );
  });

  test('keeps the order of all other members', () => {
    fc.assert(
      fc.property(file, fc.constantFrom(...notificationProperties), (text, property) => {
        const names = (source: string): string[] => {
          const tree = readJsonTree(source);
          return tree.ok ? namesIn(plainValue(tree.root)).filter((one) => one !== property) : [];
        };
        fc.pre(!text.includes(`"${property}"`));
        const changed = editMapping(text, set(property, 'k'));
        const added = new Set(['notification', 'data', 'k']);
        const remaining = names(changed).filter((one) => !added.has(one));
        expect(remaining).toEqual(names(text).filter((one) => !added.has(one)));
      }),
      { numRuns: 300 },
    );
  });
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([one, inner]) => [one, ...namesIn(inner)]);
}
