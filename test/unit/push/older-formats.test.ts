import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Localised } from '../../../main/messages/localised.ts';
import {
  resolveNotification as mainResolveNotification,
  type ResolvedNotification,
} from '../../../main/push/handler/resolver.ts';
import { editMapping } from '../../../main/push/mapping/edit-mapping.ts';
import { notificationProperties, parseMapping } from '../../../main/push/mapping/mapping.ts';
import { exampleMessage } from '../../../main/push/sending/example-message.ts';
import { prepareMessage as mainPrepareMessage, readMessage } from '../../../main/push/sending/message.ts';
import { withEnglishResult } from '../../english.ts';

const resolveNotification = withEnglishResult(mainResolveNotification);
const prepareMessage = withEnglishResult(mainPrepareMessage);

const oldest = '{"title": {"data": {"t": ""}}, "body": {"data": {"message": {"text": ""}}}}';
const separateChannels = '{"notification": {"title": "t", "v21": {"channelId": "c", "channelIdTitle": "n"}}}';

const device = { platform: 'android', apiLevel: 33 } as const;

function resolve(mapping: string, data: unknown): Localised<ResolvedNotification> {
  return resolveNotification(parseMapping(mapping), { to: 'device', data }, device);
}

describe('resolveNotification with an older mapping', () => {
  test('follows the paths of the oldest mapping format', () => {
    const { title, body } = resolve(oldest, { t: 'T', message: { text: 'B' } });
    expect(title).toMatchObject({ value: 'T', key: 't', path: '$title', source: 'received' });
    expect(body).toMatchObject({ value: 'B', explanation: 'Taken from the key “data.message.text”.' });
  });

  test('reads the channel keys under v21', () => {
    const resolved = resolve(separateChannels, { notification: { t: 'T', v21: { c: '7', n: 'News' } } });
    expect(resolved.title).toMatchObject({ value: 'T', path: '$notification.title' });
    expect(resolved.channelId).toMatchObject({
      ...{ value: '7', key: 'c', path: '$notification.v21.channelId' },
      explanation: 'Taken from the key “data.notification.v21.c”.',
    });
    expect(resolved.channelIdTitle.value).toBe('News');
  });

  test('falls back to the path of version 2 and reports the fallback', () => {
    const { title } = resolve(oldest, { notification: { t: 'T' } });
    expect(title).toMatchObject({
      value: 'T',
      explanation:
        'Taken from the key “data.notification.t”, where version 2 expects it; this older mapping points to “data.t”.',
    });
    expect(resolve(separateChannels, { notification: { c: '7' } }).channelId.value).toBe('7');
  });

  test('prefers the mapped path', () => {
    const both = { notification: { c: '8', v21: { c: '7' } } };
    expect(resolve(separateChannels, both).channelId.value).toBe('7');
  });

  test('names the mapped path of a missing key', () => {
    const { title } = resolve(oldest, { notification: {} });
    expect(title.explanation).toBe(
      'The received data has no key “data.t”, so the notification has no title.',
    );
  });

  test('resolves the keys of a flat version 1 file like version 2 keys', () => {
    const flat = '{"notification": {"title": "my.png", "channelId": "c"}, "configuration_version": "1"}';
    const { title, channelId } = resolve(flat, { notification: { 'my.png': 'T', c: '7' } });
    expect([title.value, channelId.value]).toEqual(['T', '7']);
    expect(title.explanation).toBe('Taken from the key “my.png”.');
  });
});

describe('an object sent as a JSON string', () => {
  test.each<readonly [string, string, unknown]>([
    ['notification', separateChannels, { notification: '{"t": "T", "v21": {"c": "7"}}' }],
    ['notification and v21', separateChannels, { notification: '{"t": "T", "v21": "{\\"c\\": \\"7\\"}"}' }],
    ['v21 alone', separateChannels, { notification: { t: 'T', v21: ' {"c": "7"}' } }],
    ['all data', separateChannels, '{"notification": {"t": "T", "v21": {"c": "7"}}}'],
  ])('is parsed as the object: %s', (_, mapping, data) => {
    const { title, channelId } = resolve(mapping, data);
    expect([title.value, channelId.value]).toEqual(['T', '7']);
  });

  test.each(['', '{', '[{"t": "T"}]', '"t"', 'T', `${'{"a":'.repeat(200)}1`])('is null for %j', (text) => {
    expect(resolve(separateChannels, { notification: text }).title.value).toBeNull();
  });

  test('is read from a request body of HTTP v1 that contains the message', () => {
    const data = { notification: '{"t": "T"}' };
    const body = (message: object): unknown => readMessage(JSON.stringify({ message, validate_only: true }));
    const beside = { validate_only: true, data };
    expect(body({ token: 'device', data })).toEqual({ ...beside, to: 'device' });
    expect(body({ topic: 'news', data, android: {} })).toEqual({
      ...beside,
      to: '/topics/news',
      android: {},
    });
    expect(body({ data })).toEqual(beside);
    const sent = prepareMessage(body({ token: 'device', data }));
    expect(sent.message).toEqual({ to: 'device', data: { notification: { t: 'T' } } });
    expect(sent.notes).toEqual([expect.stringContaining('validate_only')]);
    const named = { to: 'device', message: { data: 1 }, data };
    expect(readMessage(JSON.stringify(named))).toEqual(named);
    expect(readMessage('{"message": "T"}')).toEqual({ message: 'T' });
  });

  test('is converted to an object before sending', () => {
    const given = { to: 'device', data: { notification: '{"t": "T", "n": 7}' } };
    expect(prepareMessage(given).message.data).toEqual({ notification: { t: 'T', n: '7' } });
    for (const notification of ['T', '[]', '{', '7']) {
      expect(() => prepareMessage({ to: 'device', data: { notification } })).toThrow(
        expect.objectContaining({ code: 'push/badMessage' }),
      );
    }
  });
});

test.each([oldest, separateChannels, '{"notification": {"title": "t", "channelId": "c"}}'])(
  'exampleMessage of %s has all mapped values before and after conversion',
  (text) => {
    const mapping = parseMapping(text);
    const received: unknown = JSON.parse(exampleMessage(mapping));
    const before = resolveNotification(mapping, received, device);
    const mapped = notificationProperties.filter((property) => mapping.keys[property] !== undefined);
    expect(mapped.map((property) => before[property].source)).toEqual(mapped.map(() => 'received'));
    expect(mapped.filter((property) => before[property].explanation.includes('version 2'))).toEqual([]);
    const converted = parseMapping(editMapping(text, { kind: 'convert' }));
    const after = resolveNotification(converted, JSON.parse(exampleMessage(converted)), device);
    expect(mapped.map((property) => after[property].value)).toEqual(
      mapped.map((property) => before[property].value),
    );
  },
);

test('exampleMessage resolves for any path and key', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('__proto__', 'constructor', 'data', 'to'),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), name, (path, key) => {
      fc.pre(key.trim() !== '' && !(path.length === 0 && key === 'data') && path[0] !== 'to');
      const mapping = { keys: { title: key }, paths: { title: ['data', 'own', ...path] } };
      const received: unknown = JSON.parse(exampleMessage(mapping));
      expect(resolveNotification(mapping, received, device).title.source).toBe('received');
    }),
  );
});
