import { expect, test } from 'vitest';
import {
  accessTokenProblems,
  accessTokenValues,
  newAccessToken,
} from '../../../renderer/logic/drafts/access-token-draft.ts';

test('an access token lists each app once and expires after the chosen days', () => {
  const draft = { ...newAccessToken, name: ' ci ', apps: 'com.example.a, com.example.b\ncom.example.a' };
  const app = (packageId: string) => ({ platform: null, packageId });
  expect(accessTokenValues(draft, 1_000)).toEqual({
    name: 'ci',
    apps: [app('com.example.a'), app('com.example.b')],
    scopes: ['upload'],
    expiresAt: 1_000 + 90 * 86_400_000,
  });
  const unlimited = {
    ...draft,
    which: 'all',
    days: 'never',
    scopes: new Set(['send', 'upload'] as const),
  } as const;
  expect(accessTokenValues(unlimited, 0)).toEqual({
    name: 'ci',
    apps: 'all',
    scopes: ['upload', 'send'],
    expiresAt: null,
  });
});

test('an access token draft reports a problem for each invalid field', () => {
  expect(accessTokenProblems({ ...newAccessToken, scopes: new Set() })).toEqual({
    name: expect.any(String),
    apps: expect.stringContaining('at least one id'),
    scopes: expect.any(String),
  });
  expect(accessTokenProblems({ ...newAccessToken, name: 'ci', apps: 'com.example.a b!' })).toEqual({
    apps: expect.stringContaining('“b!”'),
  });
});
