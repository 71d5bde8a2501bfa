import { expect, test } from 'vitest';
import { newAccessToken, readAccessToken } from '../../../renderer/logic/drafts/access-token-draft.ts';

test('without a limit only where that was chosen, each id once, and until the day that was chosen', () => {
  const draft = { ...newAccessToken, name: ' ci ', apps: 'com.example.a, com.example.b\ncom.example.a' };
  const app = (packageId: string) => ({ platform: null, packageId });
  expect(readAccessToken(draft, 1_000)).toEqual({
    token: {
      name: 'ci',
      apps: [app('com.example.a'), app('com.example.b')],
      acts: ['upload'],
      expiresAt: 1_000 + 90 * 86_400_000,
    },
  });
  expect(
    readAccessToken({ ...draft, which: 'all', days: 'never', acts: new Set(['send', 'upload']) }, 0),
  ).toEqual({
    token: { name: 'ci', apps: 'all', acts: ['upload', 'send'], expiresAt: null },
  });
});

test('each field says what is wrong with it', () => {
  const empty = { ...newAccessToken, acts: new Set<never>() };
  expect(readAccessToken(empty, 0)).toEqual({
    problems: {
      name: expect.any(String),
      apps: expect.stringContaining('at least one id'),
      acts: expect.any(String),
    },
  });
  expect(readAccessToken({ ...newAccessToken, name: 'ci', apps: 'com.example.a b!' }, 0)).toEqual({
    problems: { apps: expect.stringContaining('“b!”') },
  });
});
