import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readMapping as mainReadMapping,
  notificationProperties,
  parseMapping,
} from '../../../main/push/mapping/mapping.ts';
import { withEnglishResult } from '../../english.ts';

const readMapping = withEnglishResult(mainReadMapping);

const complete = `{
  "notification": {
    "title": "messageTitle",
    "body": "messageBody",
    "icon": "messageIcon",
    "channelId": "channel",
    "channelIdTitle": "channelName",
    "channelIdImportance": "channelImportance",
    "deleteChannelId": "oldChannel",
    "showBadge": "badge",
    "sound": "tone"
  },
  "configuration_version": "2"
}
`;

describe('a mapping of version 2', () => {
  test('provides all nine properties', () => {
    expect(readMapping(complete)).toEqual({
      format: 'version-2',
      problems: [],
      mapping: {
        keys: {
          title: 'messageTitle',
          body: 'messageBody',
          icon: 'messageIcon',
          channelId: 'channel',
          channelIdTitle: 'channelName',
          channelIdImportance: 'channelImportance',
          deleteChannelId: 'oldChannel',
          showBadge: 'badge',
          sound: 'tone',
        },
      },
    });
  });

  test.each(notificationProperties)('is valid with only %s', (property) => {
    const text = JSON.stringify({ notification: { [property]: 'k' }, configuration_version: '2' });
    expect(parseMapping(text)).toEqual({ keys: { [property]: 'k' } });
  });

  test('is valid without any property', () => {
    expect(parseMapping('{"notification": {}, "configuration_version": "2"}')).toEqual({ keys: {} });
  });

  test.each([
    [
      'a key that is not text',
      '{\n "notification": {\n  "title": 7\n },\n "configuration_version": "2"\n}',
      3,
      12,
      'The name of a key must be text in double quotes.',
    ],
    [
      'an empty key',
      '{"notification": {"sound": " "}, "configuration_version": "2"}',
      1,
      28,
      'The name of the key is empty. Enter the name under which the value arrives.',
    ],
    [
      'a version that is a number',
      '{"notification": {},\n"configuration_version": 2}',
      2,
      26,
      '“configuration_version” must be the text “2”.',
    ],
    [
      'a later version',
      '{"notification": {}, "configuration_version": "3"}',
      1,
      47,
      '“configuration_version” must be the text “2”.',
    ],
    [
      'an empty version',
      '{"notification": {}, "configuration_version": ""}',
      1,
      47,
      '“configuration_version” must be the text “2”.',
    ],
    [
      'no notification',
      '{"configuration_version": "2"}',
      1,
      1,
      '“notification” must be an object of properties and their key names.',
    ],
    [
      'a notification that is not an object',
      '{"notification": [], "configuration_version": "2"}',
      1,
      18,
      '“notification” must be an object of properties and their key names.',
    ],
  ])('is rejected with the position of %s', (_, text, line, column, message) => {
    expect(structuredClone(readMapping(text))).toEqual({
      format: 'version-2',
      mapping: null,
      problems: [{ severity: 'error', line, column, message }],
    });
    expect(() => parseMapping(text)).toThrow(
      expect.objectContaining({
        code: 'push/invalidMapping',
        message: `The mapping file cannot be used (line ${line}, column ${column}): ${message}`,
      }),
    );
  });

  test('is rejected with all errors in source order', () => {
    const { problems } = readMapping(
      '{"notification": {"title": 1,\n"body": ""},\n"configuration_version": "3"}',
    );
    expect(problems.map((problem) => [problem.line, problem.column])).toEqual([
      [1, 28],
      [2, 9],
      [3, 26],
    ]);
  });

  test('has a warning for an unknown property with any value', () => {
    const { mapping, problems } = readMapping(
      '{"notification": {"tittle": 5}, "configuration_version": "2"}',
    );
    expect(mapping).toEqual({ keys: {} });
    expect(structuredClone(problems)).toEqual([
      {
        severity: 'warning',
        line: 1,
        column: 19,
        message: '“tittle” is not a property of a notification; the handler ignores it.',
      },
    ]);
  });

  test('has warnings for unknown properties and duplicates', () => {
    const text = `{"notification": {
      "title": "a",
      "title": "text",
      "body": "text",
      "colour": "c"
    }, "configuration_version": "2", "own": 1}`;
    expect(structuredClone(readMapping(text))).toEqual({
      format: 'version-2',
      mapping: { keys: { title: 'text', body: 'text' } },
      problems: [
        {
          severity: 'warning',
          line: 3,
          column: 7,
          message: '“title” appears twice; the last value applies.',
        },
        {
          severity: 'warning',
          line: 4,
          column: 7,
          message: '“body” and “title” both use the key “text”.',
        },
        {
          severity: 'warning',
          line: 5,
          column: 7,
          message: '“colour” is not a property of a notification; the handler ignores it.',
        },
      ],
    });
  });
});

describe('a mapping in an older format', () => {
  test('has warnings for entries without a key', () => {
    const older = readMapping(
      '{"notification": {"title": 7,\n"body": " ", "own": [], "v21": {"channelId": null, "colour": "c"}}}',
    );
    expect(older.mapping).toEqual({ keys: {} });
    expect(structuredClone(older.problems.slice(1))).toEqual([
      {
        severity: 'warning',
        line: 1,
        column: 28,
        message: '“title” does not point to a key name, so it maps nothing.',
      },
      {
        severity: 'warning',
        line: 2,
        column: 9,
        message: '“body” points to an empty name, so it maps nothing.',
      },
      ...['own', 'channelId', 'colour'].map((name) => ({
        severity: 'warning',
        line: 2,
        column: expect.any(Number),
        message: expect.stringContaining(`“${name}”`),
      })),
    ]);
    const oldest = readMapping(
      '{"title": {"data": {"": ""}}, "icon": 7, "body": {"data": {"b": ""}}, "own": 1}',
    );
    expect(oldest.mapping).toEqual({ keys: { body: 'b' }, paths: { body: ['data'] } });
    expect(oldest.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('oldest format'),
      'Converting it to version 2 moves keys: senders must then use data.b → data.notification.b.',
      '“title” points to an empty name, so it maps nothing.',
      '“icon” does not point to a key name, so it maps nothing.',
    ]);
  });

  test('uses the last of duplicate properties', () => {
    const { mapping } = readMapping(
      '{"title": {"data": {"a": ""}}, "body": {"data": {"b": ""}}, "title": 7}',
    );
    expect(mapping).toEqual({ keys: { body: 'b' }, paths: { body: ['data'] } });
  });

  test('is rejected if its notification is not an object', () => {
    expect(readMapping('{"notification": 7}')).toMatchObject({
      format: 'flat',
      mapping: null,
      problems: [{ severity: 'warning' }, { severity: 'error', line: 1, column: 18 }],
    });
  });

  test('is read with a warning if its keys are nested in “data”', () => {
    const reading = readMapping(
      '{"title": {"data": {"title": ""}}, "body": {"data": {"message": {"text": ""}}}}',
    );
    expect(reading.format).toBe('data-paths');
    expect(reading.mapping).toEqual({
      keys: { title: 'title', body: 'text' },
      paths: { title: ['data'], body: ['data', 'message'] },
    });
    expect(structuredClone(reading.problems)).toEqual([
      { severity: 'warning', line: 1, column: 1, message: expect.stringContaining('oldest format') },
      {
        ...{ severity: 'warning', line: 1, column: 1 },
        message:
          'Converting it to version 2 moves keys: senders must then use data.title → data.notification.title, data.message.text → data.notification.text.',
      },
    ]);
  });

  test('is read with a warning if “v21” contains the channel keys', () => {
    const reading = readMapping(
      '{"notification": {"title": "t", "v21": {"channelId": "c", "channelIdTitle": "n"}}}',
    );
    expect(reading.format).toBe('v21-channels');
    const v21Path = ['data', 'notification', 'v21'];
    expect(reading.mapping).toEqual({
      keys: { title: 't', channelId: 'c', channelIdTitle: 'n' },
      paths: { channelId: v21Path, channelIdTitle: v21Path },
    });
    expect(structuredClone(reading.problems)).toEqual([
      { severity: 'warning', line: 1, column: 1, message: expect.stringContaining('older format') },
      {
        ...{ severity: 'warning', line: 1, column: 1 },
        message: expect.stringContaining('data.notification.v21.c → data.notification.c,'),
      },
    ]);
  });

  test.each([
    ['{"notification": {"title": "t"}}', 'without “configuration_version”'],
    ['{"notification": {"title": "t", "channelId": "c"}}', 'without “configuration_version”'],
    ['{"notification": {"title": "t"}, "configuration_version": "1"}', '“configuration_version” is “1”'],
    ['{"configuration_version": "1.0", "notification": {"title": "t"}}', '“configuration_version” is “1.0”'],
  ])('uses the flat format if the version is missing or below 2: %s', (text, why) => {
    const { format, mapping, problems } = readMapping(text);
    expect([format, mapping?.keys.title, mapping?.paths]).toEqual(['flat', 't', undefined]);
    expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(problems[0]?.message).toContain(why);
    expect(problems[0]?.message).toContain('read as version 2');
    expect(problems[0]?.message).not.toContain('v21');
  });

  test.each([
    ['{"notification": {"v21": {"channelId": "c"}}, "configuration_version": "1"}', 'v21-channels'],
    ['{"title": {"data": {"t": ""}}, "configuration_version": "1"}', 'data-paths'],
  ])('is recognised despite a lower version: %s', (text, form) => {
    const { format, problems } = readMapping(text);
    expect([format, problems[0]?.message]).toEqual([form, expect.stringContaining('is “1”')]);
  });

  test('has a warning for equal keys at different paths', () => {
    const { problems } = readMapping('{"notification": {"title": "a", "v21": {"channelId": "a"}}}');
    expect(problems.at(-1)).toMatchObject({
      ...{ severity: 'warning', line: 1, column: 41 },
      message: expect.stringContaining('“channelId” and “title” have the key “a” in different places'),
    });
  });
});

describe('a mapping with 20,000 entries', () => {
  test('has warnings with the line of each unknown and duplicate entry', () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => index);
    const entries = numbers.flatMap((index) => [`"unknown${index}": "key"`, `"unknown${index}": "key"`]);
    const { problems } = readMapping(
      `{"configuration_version": "2", "notification": {\n${entries.join(',\n')}\n}}`,
    );
    const lines = numbers.flatMap((index) => [2 * index + 3, 2 * index + 3]);
    expect(problems.map(({ line }) => line).join()).toBe(lines.join());
  });
});

describe('parseMapping', () => {
  test('reports the position of a JSON syntax error', () => {
    const text = '{\n  "notification": {\n    "title": "a",\n  }\n}';
    expect(() => parseMapping(text)).toThrow(
      expect.objectContaining({
        code: 'push/notJson',
        remedy: 'check-input',
        message: 'The mapping file is not valid JSON (line 4, column 3): Remove the comma before }.',
      }),
    );
  });

  test.each(['[]', '"text"', 'null', '{}', '{"title": "x"}', '7'])('rejects %s', (text) => {
    expect(() => parseMapping(text)).toThrow(expect.objectContaining({ code: 'push/invalidMapping' }));
    expect(readMapping(text)).toMatchObject({ format: null, mapping: null });
  });

  test('returns a mapping or at least one error for any text', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({ notification: fc.jsonValue(), configuration_version: fc.jsonValue() }, { requiredKeys: [] })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const { mapping, problems } = readMapping(text);
        expect(mapping === null).toBe(problems.some((problem) => problem.severity === 'error'));
      }),
      { numRuns: 300 },
    );
  });
});
