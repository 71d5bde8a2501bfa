import { afterEach, expect, test } from 'vitest';
import type { Clock } from '../../../main/core.ts';
import { createSessions, linkLifetimeMs } from '../../../main/web/sessions.ts';
import { cookieOf, type OpenedWeb, openWeb, postJson, tokenOf } from './open-web.ts';

let opened: OpenedWeb | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

test('a link opens one session and then never again', async () => {
  opened = await openWeb();
  const token = tokenOf(opened.web.url);
  expect(token).toMatch(/^[\w-]{43}$/);
  const first = await postJson(opened.port, '/bridge/session', { token });
  expect(first.status).toBe(200);
  expect(first.headers['set-cookie']?.[0]).toMatch(
    /^slipway-\d+=[\w-]{43}; Path=\/bridge; HttpOnly; SameSite=Strict$/,
  );
  const second = await postJson(opened.port, '/bridge/session', { token });
  expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined]);
  expect(second.json).toMatchObject({ ok: false, code: 'web/linkRefused' });
});

test('a guess opens nothing and does not use up the real link', async () => {
  opened = await openWeb();
  for (const token of ['', 'A'.repeat(43), `${tokenOf(opened.web.url)}x`]) {
    expect((await postJson(opened.port, '/bridge/session', { token })).status).toBe(401);
  }
  expect(await opened.session()).not.toBe('');
});

test('a session answers calls until the host is stopped', async () => {
  opened = await openWeb();
  const cookie = await opened.session();
  const reply = await postJson(opened.port, '/bridge/call', { name: 'app.info', values: {} }, { cookie });
  expect(reply.json).toMatchObject({
    ok: true,
    value: { version: '1.2.3', host: 'browser', hostReason: null },
  });
  const other = await openWeb();
  try {
    const foreign = await postJson(other.port, '/bridge/call', { name: 'app.info', values: {} }, { cookie });
    expect(foreign.status).toBe(401);
  } finally {
    await other.close();
  }
});

test('each new link opens a session of its own', async () => {
  opened = await openWeb();
  const one = await opened.session();
  const two = cookieOf(
    await postJson(opened.port, '/bridge/session', { token: tokenOf(opened.web.newLink()) }),
  );
  expect(two).not.toBe(one);
  for (const cookie of [one, two]) {
    expect(
      (await postJson(opened.port, '/bridge/call', { name: 'app.info', values: {} }, { cookie })).status,
    ).toBe(200);
  }
});

test('a link expires, and only the newest links are kept', () => {
  let now = 0;
  const clock: Clock = { now: () => now, monotonic: () => now, sleep: async () => {}, after: () => () => {} };
  const sessions = createSessions(clock, 1234);
  const late = sessions.newToken();
  now = linkLifetimeMs;
  expect(sessions.exchange(late)).toBeNull();
  const tokens = Array.from({ length: 20 }, () => sessions.newToken());
  expect(sessions.exchange(tokens[0] ?? '')).toBeNull();
  expect(sessions.exchange(tokens[19] ?? '')).not.toBeNull();
});

test('only the named cookie with a live session is accepted', () => {
  const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => {}, after: () => () => {} };
  const sessions = createSessions(clock, 1234);
  const session = sessions.exchange(sessions.newToken()) ?? '';
  expect(sessions.accepts(`a=b; slipway-1234=${session}`)).toBe(true);
  expect(sessions.accepts(`slipway-12345=${session}`)).toBe(false);
  expect(sessions.accepts(undefined)).toBe(false);
  sessions.closeAll();
  expect(sessions.accepts(`slipway-1234=${session}`)).toBe(false);
});
