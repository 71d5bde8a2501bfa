import { expect, test } from 'vitest';
import type { AccountView, ConnectionPart } from '../../../preload/page.ts';
import {
  accountDraft,
  accountProblems,
  accountValues,
  serviceAddress,
  suspectFields,
} from '../../../renderer/logic/drafts/account-draft.ts';

const full = {
  ...accountDraft(null),
  authUrl: ' https://auth.example.com ',
  baseUrl: 'https://api.example.com/x',
  userName: 'dev',
  password: ' kept as typed ',
  clientId: 'client',
  clientSecret: 'secret',
  scope: 'all',
};

test('an empty account draft reports the first missing field', () => {
  expect(accountProblems(accountDraft(null), null)).toEqual({ baseUrl: 'Enter the address.' });
  expect(accountProblems({ ...full, password: '' }, null)).toEqual({ password: 'Enter the password.' });
});

test('an account draft rejects addresses that are not HTTP URLs', () => {
  expect(accountProblems({ ...full, authUrl: 'auth example', baseUrl: 'ftp://x' }, null)).toEqual({
    authUrl: expect.stringContaining('https://'),
    baseUrl: expect.stringContaining('https://'),
  });
});

test('serviceAddress adds https and removes the path of the API', () => {
  expect(serviceAddress(' builds.example.org ')).toBe('https://builds.example.org');
  expect(serviceAddress('http://127.0.0.1:8080/api/v3/')).toBe('http://127.0.0.1:8080');
  expect(serviceAddress('example.org/builds')).toBe('https://example.org/builds');
  expect(serviceAddress('builds.example.org:8443')).toBe('https://builds.example.org:8443');
  expect(serviceAddress('https://example.org/install/7?lang=de#top')).toBe('https://example.org/install/7');
  expect(serviceAddress(' ')).toBe('');
});

test('an account draft requires a vendor only in link mode', () => {
  expect(accountProblems(full, null)).toEqual({});
  expect(Object.keys(accountProblems({ ...full, mode: 'link' }, null))).toEqual(['vendor']);
});

test('accountValues uses the host as the name and does not trim secrets', () => {
  expect(accountValues(full, null)).toMatchObject({
    name: 'api.example.com',
    authUrl: 'https://auth.example.com',
    password: ' kept as typed ',
    installLinkTemplate: null,
  });
});

test('the sign-in address defaults to the service address', () => {
  expect(accountValues({ ...full, authUrl: ' ' }, null).authUrl).toBe('https://api.example.com/x');
  const addresses = { authUrl: 'https://a.example', baseUrl: 'https://a.example' };
  expect(accountDraft({ ...addresses } as AccountView).authUrl).toBe('');
  expect(accountDraft({ ...addresses, baseUrl: 'https://b.example' } as AccountView).authUrl).toBe(
    'https://a.example',
  );
});

test('accountValues omits stored secrets that are not entered again', () => {
  const account = { id: 'a', hasSecrets: true } as AccountView;
  const draft = { ...full, password: '', clientSecret: '' };
  expect(accountProblems(draft, account)).toEqual({});
  const values = accountValues(draft, account);
  expect(values.id).toBe('a');
  expect('password' in values || 'clientSecret' in values).toBe(false);
});

test('a failed connection test points to the fields that can fix it', () => {
  const failure = { code: 'api/x', message: '', remedy: 'none' } as const;
  const suspects = (at: 'sign-in' | 'service', part: ConnectionPart) =>
    suspectFields({ problem: { at, part, failure } }, full);
  expect(suspects('sign-in', 'name')).toEqual(['authUrl']);
  expect(suspects('service', 'address')).toEqual(['baseUrl']);
  expect(suspects('sign-in', 'user')).toEqual(['userName', 'password']);
  expect(suspects('sign-in', 'client')).toEqual(['clientId', 'clientSecret']);
  expect(suspects('sign-in', 'scope')).toEqual(['scope']);
  expect(suspects('service', 'mode')).toEqual(['mode']);
  expect(suspects('service', 'access')).toEqual([]);
  expect(suspectFields({ problem: null }, full)).toEqual([]);
  const problem = { at: 'sign-in', part: 'name', failure } as const;
  expect(suspectFields({ problem }, { authUrl: '' })).toEqual(['baseUrl']);
});
