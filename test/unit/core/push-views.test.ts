import { expect, test } from 'vitest';
import { sentMessageView } from '../../../main/core/push/push-views.ts';
import { localise } from '../../../main/messages/localised.ts';
import type { SentEntry } from '../../../main/push/sending/send-history.ts';

const entry: SentEntry = {
  ...{ id: 1, at: 0, sender: 'work', mode: 'http-v1', address: 'https://push.example.org' },
  message: { to: 'Ready', data: { notification: { message: 'Done', reason: 'Cancelled' }, code: 'x' } },
  outcome: {
    ...{ ok: false, code: 'push/quota', message: 'Later.', remedy: 'wait' },
    values: { host: 'push.example.org', until: Date.UTC(2026, 10, 20, 12, 31, 5) },
  },
};

test('localise translates only the failure of a sent message', () => {
  const view = sentMessageView(entry);
  expect([view.to, view.excerpt, JSON.parse(view.text)]).toEqual([
    'Ready',
    'Done · Cancelled',
    entry.message,
  ]);
  for (const [language, text] of [
    ['de', / 20\.11\.2026, \d\d:\d\d /],
    ['fr', /après 20 nov\. 2026, \d\d:\d\d\./],
    ['tr', /: 20 Kas 2026 \d\d:\d\d\./],
  ] as const) {
    const { outcome, ...rest } = localise(view, language);
    expect({ ...rest, outcome: view.outcome }).toEqual(view);
    expect(outcome).toMatchObject({ code: 'push/quota', message: expect.stringMatching(text) });
  }
});

test('the excerpt of a message without texts is empty', () => {
  const data = { notification: 'no object' };
  expect(sentMessageView({ ...entry, message: { to: 'a', data } }).excerpt).toBe('');
  const long = { notification: { a: 'x'.repeat(500) } };
  expect(sentMessageView({ ...entry, message: { to: 'a', data: long } }).excerpt).toHaveLength(200);
});
