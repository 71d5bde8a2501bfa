import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editMapping, newMapping } from '../../../main/push/mapping/edit-mapping.ts';
import { notificationProperties } from '../../../main/push/mapping/mapping.ts';
import { type MappingForm, mappingForm } from '../../../main/push/mapping/mapping-form.ts';

const keysOf = ({ fields }: MappingForm): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ property, key }) => (key === null ? [] : [[property, key]])));

test('mappingForm of a new file has the key and position of each property', () => {
  const form = mappingForm(newMapping());
  expect(form).toMatchObject({
    format: 'version-2',
    editable: true,
    version: 'right',
    problems: [],
    others: [],
  });
  expect(form.fields.map(({ property }) => property)).toEqual([...notificationProperties]);
  expect(form.fields[0]).toEqual({ property: 'title', key: 'title', at: { line: 3, column: 5 } });
  expect(form.fields[8]).toEqual({ property: 'sound', key: 'sound', at: { line: 11, column: 5 } });
});

describe('mappingForm', () => {
  test('reads the oldest mapping format and lists other keys', () => {
    const form = mappingForm(
      '{"title": {"data": {"headline": ""}}, "colour": {"data": {"c": ""}}, "own": 1}',
    );
    expect(form).toMatchObject({ format: 'data-paths', editable: true, version: 'older' });
    expect(keysOf(form)).toEqual({ title: 'headline' });
    expect(form.others).toEqual([{ property: 'colour', key: 'c', at: { line: 1, column: 39 } }]);
  });

  test('reads the channel keys under v21', () => {
    const form = mappingForm('{"notification": {"title": "t", "v21": {"channelId": "c"}}}');
    expect(form).toMatchObject({ format: 'v21-channels', version: 'older', others: [] });
    expect(form.problems.map(({ message }) => message.code)).toEqual(['mapping/moves']);
    expect(keysOf(form)).toEqual({ title: 't', channelId: 'c' });
  });
});

test.each([
  ['{"notification": {"channelId": "c"}}', 'older'],
  ['{"notification": {}, "configuration_version": 2}', 'wrong'],
  ['{"notification": {}, "configuration_version": "1"}', 'older'],
  ['{"notification": {}, "configuration_version": "3"}', 'wrong'],
  ['{"configuration_version": "1"}', 'wrong'],
  ['{"notification": {}, "configuration_version": "2"}', 'right'],
  ['{}', 'missing'],
] as const)('mappingForm reads the version of %s as %s, and set-version corrects it', (text, version) => {
  expect(mappingForm(text).version).toBe(version);
  expect(mappingForm(editMapping(text, { kind: 'set-version' })).version).toBe('right');
});

test('mappingForm uses the last of duplicate names and reports its line', () => {
  const form = mappingForm('{"notification": {"title": "a",\n"title": "b"}, "configuration_version": "2"}');
  expect(form.fields[0]).toEqual({ property: 'title', key: 'b', at: { line: 2, column: 1 } });
  expect(form.problems).toMatchObject([{ severity: 'warning', line: 2, column: 1 }]);
});

test('mappingForm reads a non-string value as null', () => {
  const form = mappingForm('{"notification": {"body": 7}, "configuration_version": "2"}');
  expect(form.fields[1]).toEqual({ property: 'body', key: null, at: { line: 1, column: 19 } });
  expect(form.problems).toMatchObject([{ severity: 'error', line: 1, column: 27 }]);
});

test.each(['', 'null', '[]', '"x"', '{"notification": []}', '{', '{"notification": {"title" "t"}}'])(
  'mappingForm marks %j as not editable',
  (text) => {
    const form = mappingForm(text);
    expect(form.editable).toBe(false);
    expect(() => editMapping(text, { kind: 'set', property: 'title', key: 'k' })).toThrow();
    expect(form.problems.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
  },
);

const key = fc.string({ minLength: 1 }).filter((name) => name.trim() !== '');
const property = fc.constantFrom(...notificationProperties);
const mapping = fc
  .dictionary(
    fc.oneof(property, fc.constantFrom('titel', 'own')),
    fc.oneof(key, fc.constant(''), fc.integer()),
  )
  .map((notification) => JSON.stringify({ notification, configuration_version: '2' }, null, 2));

test('mappingForm returns each key that editMapping sets', () => {
  fc.assert(
    fc.property(mapping, property, key, (text, name, value) => {
      const form = mappingForm(editMapping(text, { kind: 'set', property: name, key: value }));
      expect(form.fields.find((field) => field.property === name)?.key).toBe(value);
    }),
  );
});

test('mappingForm never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), mapping), (text) => {
      expect(mappingForm(text).fields).toHaveLength(notificationProperties.length);
    }),
  );
});
