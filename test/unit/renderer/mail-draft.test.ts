import { expect, test } from 'vitest';
import type { MailServerView } from '../../../preload/page.ts';
import {
  isStored,
  keepsPassword,
  mailDraft,
  mailProblems,
  mailProviders,
  providerOf,
  selectorProblem,
  serverValues,
  withProvider,
  withTls,
} from '../../../renderer/logic/drafts/mail-draft.ts';

const view: MailServerView = {
  server: {
    host: 'smtp.example.org',
    port: 465,
    secure: true,
    requireTls: false,
    userName: 'builds',
    from: 'Builds <builds@example.org>',
  },
  language: 'de',
  resolvedLanguage: 'de',
  hasPassword: true,
  failure: null,
};

test('a mail draft restores the stored server without its password', () => {
  const draft = mailDraft(view);
  expect(draft).toMatchObject({
    transport: 'server',
    port: '465',
    tls: 'always',
    password: '',
    language: 'de',
  });
  expect(mailProblems(draft)).toEqual({});
  expect(serverValues(draft)).toEqual({ server: view.server });
  expect(serverValues({ ...draft, userName: ' ', password: 'secret word' })).toEqual({
    server: { ...view.server, userName: null },
    password: 'secret word',
  });
});

test.each(['required', 'always', 'offered', 'never'] as const)(
  'a mail draft keeps the TLS setting %s',
  (tls) => {
    const { server } = serverValues({ ...mailDraft(view), tls });
    expect(mailDraft({ ...view, server }).tls).toBe(tls);
  },
);

test('the stored password applies only to the same server and user', () => {
  const draft = mailDraft(view);
  expect(keepsPassword(draft, view)).toBe(true);
  expect(keepsPassword({ ...draft, host: 'other.example.org' }, view)).toBe(false);
  expect(keepsPassword({ ...draft, userName: 'other' }, view)).toBe(false);
  expect(keepsPassword(draft, { ...view, hasPassword: false })).toBe(false);
});

test('a default port follows the TLS setting', () => {
  const draft = mailDraft({ server: null, language: 'app' });
  expect(draft).toMatchObject({ transport: 'outbox', port: '587', tls: 'required' });
  expect(withTls(draft, 'always').port).toBe('465');
  expect(withTls(withTls(draft, 'always'), 'offered').port).toBe('587');
  expect(withTls({ ...draft, port: '2525' }, 'always').port).toBe('2525');
});

test('a mail draft reports each missing or invalid field', () => {
  const draft = { ...mailDraft({ server: null, language: 'app' }), transport: 'server' as const };
  expect(Object.keys(mailProblems({ ...draft, transport: 'server', port: '' }))).toEqual([
    'host',
    'port',
    'from',
  ]);
  for (const port of ['0', '65536', '-1', '1e3', '12a'])
    expect(mailProblems({ ...mailDraft(view), port })).toHaveProperty('port');
  for (const from of ['nobody', '', 'a@b\r\nBcc: c@d']) {
    expect(mailProblems({ ...mailDraft(view), from })).toHaveProperty('from');
  }
});

test('a provider sets the server and keeps the entered credentials', () => {
  const empty = { ...mailDraft({ server: null, language: 'app' }), userName: 'ada', password: 'p' };
  for (const provider of mailProviders) {
    const draft = withProvider(empty, provider);
    expect(providerOf(draft)).toBe(provider);
    expect(draft).toMatchObject({ port: provider.tls === 'always' ? '465' : '587', password: 'p' });
    expect(draft.userName).toBe(provider.userName ?? 'ada');
  }
  expect(providerOf({ host: ' SMTP.Gmail.com ' })?.name).toBe('Gmail');
  expect(withProvider(withProvider(empty, mailProviders[0] ?? null), null).host).toBe('');
});

test('an unchanged mail draft counts as stored', () => {
  const draft = mailDraft(view);
  expect(isStored(draft, view)).toBe(true);
  expect(isStored({ ...draft, password: 'new' }, view)).toBe(false);
  expect(isStored({ ...draft, language: 'fr' }, view)).toBe(false);
});

test('a DKIM selector is empty or a DNS name', () => {
  for (const selector of ['', 's1', 'a_b-c.example', 'x'.repeat(200)])
    expect(selectorProblem(selector)).toBeUndefined();
  for (const selector of ['a b', 's1;', 'x'.repeat(201)]) expect(selectorProblem(selector)).toContain('s1');
});
