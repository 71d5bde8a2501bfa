import { afterEach, expect, test } from 'vitest';
import type { Clock } from '../../../main/base/clock.ts';
import { createSessions, linkLifetimeMs } from '../../../main/web/sessions.ts';
import { type OpenedWeb, openSession, openWeb, postJson, type SessionHeaders, tokenOf } from './open-web.ts';

let opened: OpenedWeb | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

test('a link opens only one session', async () => {
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

test('a wrong token is rejected and does not use up the valid link', async () => {
  opened = await openWeb();
  for (const token of ['', 'A'.repeat(43), `${tokenOf(opened.web.url)}x`]) {
    expect((await postJson(opened.port, '/bridge/session', { token })).status).toBe(401);
  }
  expect((await opened.session()).cookie).not.toBe('');
});

test('a session is accepted only by its own host', async () => {
  opened = await openWeb();
  const session = await opened.session();
  const reply = await postJson(opened.port, '/bridge/call', { name: 'app.info', values: {} }, session);
  expect(reply.json).toMatchObject({
    ok: true,
    value: { version: '1.2.3', host: 'browser', hostReason: null },
  });
  const other = await openWeb();
  try {
    const foreign = await postJson(other.port, '/bridge/call', { name: 'app.info', values: {} }, session);
    expect(foreign.status).toBe(401);
  } finally {
    await other.close();
  }
});

const callInfo = async (session: SessionHeaders): Promise<number | undefined> =>
  (await postJson(opened?.port ?? 0, '/bridge/call', { name: 'app.info', values: {} }, session)).status;

test('a new link opens a separate session in another browser', async () => {
  opened = await openWeb();
  const one = await opened.session();
  const two = await openSession(opened.port, opened.web.newLink());
  expect(two.cookie).not.toBe(one.cookie);
  for (const session of [one, two]) expect(await callInfo(session)).toBe(200);
});

test('a second link in the same browser keeps its other tabs connected', async () => {
  opened = await openWeb();
  const one = await opened.session();
  const two = await openSession(opened.port, opened.web.newLink(), one.cookie);
  expect(two.cookie).toBe(one.cookie);
  expect(two['x-slipway-page']).not.toBe(one['x-slipway-page']);
  for (const session of [one, two]) expect(await callInfo(session)).toBe(200);
});

test('a link expires, and only the newest links are valid', () => {
  let now = 0;
  const clock: Clock = { now: () => now, monotonic: () => now, sleep: async () => {}, after: () => () => {} };
  const sessions = createSessions(clock, () => 1234);
  const late = sessions.newToken();
  now = linkLifetimeMs;
  expect(sessions.exchange(late, undefined)).toBeNull();
  const tokens = Array.from({ length: 20 }, () => sessions.newToken());
  expect(sessions.exchange(tokens[0] ?? '', undefined)).toBeNull();
  expect(sessions.exchange(tokens[19] ?? '', undefined)).not.toBeNull();
});

test('a session accepts only its own cookie with its own page secret', () => {
  const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => {}, after: () => () => {} };
  const sessions = createSessions(clock, () => 1234);
  const first = sessions.exchange(sessions.newToken(), undefined);
  const pair = first?.cookie?.split(';', 1)[0] ?? '';
  const page = { 'x-slipway-page': first?.pageSecret };
  expect(sessions.accepts({ cookie: `a=b; ${pair}`, ...page })).toBe(true);
  expect(sessions.accepts({ cookie: pair.replace('1234', '12345'), ...page })).toBe(false);
  expect(sessions.accepts({ cookie: pair })).toBe(false);
  expect(sessions.accepts({ cookie: pair, 'x-slipway-page': [first?.pageSecret] })).toBe(false);
  expect(sessions.accepts(page)).toBe(false);
  expect(sessions.accepts({})).toBe(false);
  const joined = sessions.exchange(sessions.newToken(), pair);
  expect(joined?.cookie).toBeNull();
  expect(sessions.accepts({ cookie: pair, 'x-slipway-page': joined?.pageSecret })).toBe(true);
  sessions.closeAll();
  expect(sessions.accepts({ cookie: pair, ...page })).toBe(false);
});
