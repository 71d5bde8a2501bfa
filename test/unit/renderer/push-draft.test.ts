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

test('keys and values are the data of a message; a row without both is left out', () => {
  expect(messageText(draft)).toBe(
    JSON.stringify({ data: { notification: { title: 'Tea', ['__proto__']: 'x' } } }, null, 2),
  );
});

describe('the other form', () => {
  test('leads there and back', () => {
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
  ])('%s stays JSON', (json) => {
    expect(inOtherForm({ ...draft, form: 'json', json })).toBeNull();
  });

  test('whom the JSON names is kept', () => {
    const json = '{"to": "/topics/news", "data": {"notification": {"title": "Tea"}}}';
    const named: MessageDraft = { ...draft, form: 'json', json, target: { kind: 'message', text: '' } };
    expect(inOtherForm(named)?.target).toEqual({ kind: 'topic', text: 'news' });
    expect(sentTo(named)).toBeNull();
  });
});

test('a message of the list is opened as keys and values, or as the JSON it is', () => {
  expect(draftOf('{"data": {"notification": {"a": "b"}}}', '/topics/news', 'work')).toMatchObject({
    ...{ form: 'rows', target: { kind: 'topic', text: 'news' } },
    rows: [{ key: 'a', value: 'b' }],
  });
  const text = '{"data": {"notification": {"a": 1}}}';
  expect(draftOf(text, 'token', 'work')).toMatchObject({ form: 'json', json: text });
});

test('whom it goes to', () => {
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

test('a value without a key and a key given twice are named', () => {
  const wrong = [...rows, { id: 4, key: ' ', value: 'x' }, { id: 5, key: 'title', value: 'again' }];
  expect([...rowProblems(wrong)]).toEqual([
    [4, 'empty'],
    [5, 'twice'],
  ]);
});
