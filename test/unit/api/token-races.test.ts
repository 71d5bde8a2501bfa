import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../main/base/clock.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { clientAt, reply, serverOf } from './api-world.ts';

type Given = { readonly response: ServerResponse; readonly token: string | undefined };

/** Starts a service that issues numbered tokens. The test sends all other responses. */
async function start(clock: Clock = systemClock) {
  const waiting: Given[] = [];
  const wanting: ((given: Given) => void)[] = [];
  let tokens = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    if (request.url === '/identity/connect/token') {
      tokens += 1;
      return reply(response, 200, {
        access_token: `token-${tokens}`,
        expires_in: 72_000,
        token_type: 'Bearer',
      });
    }
    const given = { response, token: request.headers.authorization };
    const want = wanting.shift();
    if (want) want(given);
    else waiting.push(given);
  });
  const { api, states } = clientAt(url, { clock });
  return {
    api,
    states,
    tokens: () => tokens,
    request: (): Promise<Given> => {
      const given = waiting.shift();
      return given ? Promise.resolve(given) : new Promise((resolve) => wanting.push(resolve));
    },
  };
}

test('a late 401 for an older token does not discard the newer token', async () => {
  const { api, request, tokens, states } = await start();
  const slow = expect(api.testingdist.list()).rejects.toMatchObject({ code: 'api/unauthorized' });
  reply((await request()).response, 401, {});
  const retried = await request();
  expect(retried.token).toBe('Bearer token-2');
  await api.signIn();
  reply(retried.response, 401, {});
  await slow;
  const next = api.testingdist.list();
  const received = await request();
  expect(received.token).toBe('Bearer token-3');
  reply(received.response, 200, []);
  await expect(next).resolves.toEqual([]);
  expect(tokens()).toBe(3);
  expect(states.at(-1)).toBe('signed-in');
});

test('a late 401 during a sign-in does not cancel the sign-in', async () => {
  const clock = createFakeClock();
  const { api, request, states } = await start(clock);
  const slow = expect(api.testingdist.list()).rejects.toMatchObject({ code: 'api/unauthorized' });
  reply((await request()).response, 401, {});
  const retried = await request();
  const signingIn = api.signIn();
  reply(retried.response, 401, {});
  await Promise.all([slow, signingIn]);
  expect(states.at(-1)).toBe('signed-in');
});

test('pending calls request no token once a sign-in is needed', async () => {
  const { api, request, tokens, states } = await start();
  const first = expect(api.testingdist.list()).rejects.toMatchObject({ remedy: 'sign-in' });
  const second = expect(api.appstore.list()).rejects.toMatchObject({ remedy: 'sign-in' });
  const [one, other] = [await request(), await request()];
  reply(one.response, 401, {});
  reply((await request()).response, 401, {});
  await Promise.race([first, second]);
  expect(states.at(-1)).toBe('sign-in-needed');
  reply(other.response, 401, {});
  await Promise.all([first, second]);
  expect(tokens()).toBe(2);
});

test('parallel calls with a 401 share one new token', async () => {
  const { api, request, tokens } = await start();
  const calls = Array.from({ length: 8 }, () => api.testingdist.list());
  const refused = await Promise.all(calls.map(() => request()));
  for (const { response } of refused) reply(response, 401, {});
  const again = await Promise.all(calls.map(() => request()));
  expect(new Set(again.map(({ token }) => token))).toEqual(new Set(['Bearer token-2']));
  for (const { response } of again) reply(response, 200, []);
  await expect(Promise.all(calls)).resolves.toHaveLength(8);
  expect(tokens()).toBe(2);
});

test('a network error does not require a sign-in', async () => {
  const { api, states } = clientAt('http://127.0.0.1:1');
  await expect(api.testingdist.list()).rejects.toMatchObject({ remedy: 'check-network' });
  await expect(api.testingdist.list()).rejects.toMatchObject({ remedy: 'check-network' });
  expect(states).toEqual(['signing-in', 'signed-out', 'signing-in', 'signed-out']);
});

test('a clock set back keeps a token, and a clock set ahead expires it', async () => {
  const clock = createFakeClock();
  const { api, request, tokens } = await start(clock);
  const used = async (): Promise<string | undefined> => {
    const call = api.testingdist.list();
    const { response, token } = await request();
    reply(response, 200, []);
    await call;
    return token;
  };
  expect(await used()).toBe('Bearer token-1');
  clock.setNow(clock.now() - 7 * 86_400_000);
  await clock.advance(71_939_000);
  expect(await used()).toBe('Bearer token-1');
  await clock.advance(2_000);
  expect(await used()).toBe('Bearer token-2');
  clock.setNow(clock.now() + 30 * 86_400_000);
  expect(await used()).toBe('Bearer token-3');
  expect(tokens()).toBe(3);
});

test.each([
  ['a web page', 'text/html', '<html><title>Portal</title></html>', 'api/webPage'],
  ['an empty body', 'application/json', '', 'api/unexpectedResponse'],
  ['no token', 'application/json', '{"expires_in":72000}', 'api/unexpectedResponse'],
  ['an empty token', 'application/json', '{"access_token":"","expires_in":72000}', 'api/unexpectedResponse'],
  [
    'a lifetime in words',
    'application/json',
    '{"access_token":"abcdef","expires_in":"soon","token_type":"Bearer"}',
    'api/unexpectedResponse',
  ],
  [
    'a token with a line break',
    'application/json',
    '{"access_token":"abcdef\\r\\nx-evil: 1","expires_in":72000}',
    'api/unexpectedResponse',
  ],
])('a token response with %s is rejected and may be retried', async (_, type, text, code) => {
  let tokens = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    tokens += 1;
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  const { api, states } = clientAt(url);
  const failure = await api.testingdist.list().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code, remedy: 'check-address' });
  expect(String(failure)).not.toContain('abcdef');
  await expect(api.testingdist.list()).rejects.toMatchObject({ code });
  expect(tokens).toBe(2);
  expect(states.at(-1)).toBe('signed-out');
});

test('a token with a lifetime of 0 s is requested for each call', async () => {
  let tokens = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    if (request.url !== '/identity/connect/token') return reply(response, 200, []);
    tokens += 1;
    reply(response, 200, { access_token: 'token', expires_in: 0, token_type: 'Bearer' });
  });
  const { api } = clientAt(url);
  await api.testingdist.list();
  await api.testingdist.list();
  expect(tokens).toBe(2);
});
