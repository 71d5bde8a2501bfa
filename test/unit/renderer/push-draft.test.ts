import { describe, expect, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  inOtherForm,
  type MessageDraft,
  messageText,
  rowProblems,
  sentTo,
  targetIn,
} from '../../../renderer/logic/push/draft.ts';

const rows = [
  { id: 1, key: 'title', value: 'Tea' },
  { id: 2, key: '', value: '' },
  { id: 3, key: '__proto__', value: 'x' },
];
const draft: MessageDraft = { ...emptyDraft('work'), rows };

test('a message contains the rows as data and omits empty rows', () => {
  expect(messageText(draft)).toBe(
    JSON.stringify({ data: { notification: { title: 'Tea', ['__proto__']: 'x' } } }, null, 2),
  );
});

describe('switching the form', () => {
  test('converts rows to JSON and back', () => {
    const json = inOtherForm(draft);
    expect(json).toMatchObject({ form: 'json', json: messageText(draft) });
    expect(inOtherForm(json as MessageDraft)?.rows.map(({ key, value }) => [key, value])).toEqual([
      ['title', 'Tea'],
      ['__proto__', 'x'],
    ]);
  });

  test.each([
    '{"data": {"notification": {"count": 7}}}',
    '{"data": {"notification": {}, "other": "x"}}',
    '{"data": {"notification": {}}, "ttl": 5}',
    '{"data": []}',
    'no JSON',
  ])('is not possible for %s', (json) => {
    expect(inOtherForm({ ...draft, form: 'json', json })).toBeNull();
  });

  test('keeps the target that the JSON contains', () => {
    const json = '{"to": "/topics/news", "data": {"notification": {"title": "Tea"}}}';
    const named: MessageDraft = { ...draft, form: 'json', json, target: { kind: 'message', text: '' } };
    expect(inOtherForm(named)?.target).toEqual({ kind: 'topic', text: 'news' });
    expect(sentTo(named)).toBeNull();
  });
});

test('draftOf returns rows if all values are text, otherwise JSON', () => {
  expect(draftOf('{"data": {"notification": {"a": "b"}}}', '/topics/news', 'work')).toMatchObject({
    ...{ form: 'rows', target: { kind: 'topic', text: 'news' } },
    rows: [{ key: 'a', value: 'b' }],
  });
  const text = '{"data": {"notification": {"a": 1}}}';
  expect(draftOf(text, 'token', 'work')).toMatchObject({ form: 'json', json: text });
});

test('the target of a message is a device token or a topic', () => {
  expect([targetIn('abc'), targetIn('/topics/news'), targetIn(null)]).toEqual([
    { kind: 'device', text: 'abc' },
    { kind: 'topic', text: 'news' },
    { kind: 'device', text: '' },
  ]);
  expect(sentTo({ ...draft, target: { kind: 'topic', text: ' news ' } })).toEqual({
    kind: 'topic',
    name: 'news',
  });
  expect(sentTo({ ...draft, target: { kind: 'message', text: 'a' } })).toEqual({
    kind: 'device',
    token: 'a',
  });
});

test('rows with a missing or repeated key are reported', () => {
  const wrong = [...rows, { id: 4, key: ' ', value: 'x' }, { id: 5, key: 'title', value: 'again' }];
  expect([...rowProblems(wrong)]).toEqual([
    [4, 'empty'],
    [5, 'twice'],
  ]);
});
