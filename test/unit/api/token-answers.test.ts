import { expect, test } from 'vitest';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { clientAt, credentials, reply, serverOf, withToken } from './api-world.ts';

test.each([
  ['years behind', 'Sun, 01 Jan 2006 00:00:00 GMT'],
  ['years ahead', 'Sun, 01 Jan 2051 00:00:00 GMT'],
  ['missing', ''],
])('a token lasts for expires_in when the server clock is %s', async (_, date) => {
  const clock = createFakeClock();
  const used: (string | undefined)[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      used.push(request.headers.authorization);
      reply(response, 200, []);
    }),
  );
  const sendToken = withToken(() => {});
  const authUrl = await serverOf((request, response) => {
    response.sendDate = false;
    if (date !== '') response.setHeader('date', date);
    return sendToken(request, response);
  });
  const { api } = clientAt(url, { clock, account: { authUrl } });
  await api.testingdist.list();
  await clock.advance(71_900_000);
  await api.testingdist.list();
  await clock.advance(60_000);
  await api.testingdist.list();
  expect(used).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
});

test('Retry-After dates are relative to the server clock', async () => {
  const clock = createFakeClock(Date.UTC(2031, 0, 1));
  const url = await serverOf(
    withToken((_, response) => {
      response.setHeader('date', 'Sat, 21 Nov 2026 08:30:00 GMT');
      response.setHeader('retry-after', 'Sat, 21 Nov 2026 08:31:30 GMT');
      reply(response, 503, {});
    }),
  );
  await expect(clientAt(url, { clock }).api.testingdist.list()).rejects.toMatchObject({
    code: 'api/busy',
    message: expect.stringContaining('2\u00A0min'),
    details: { retryAfterSeconds: 90 },
  });
});

test.each([
  [
    'with another type',
    200,
    '{"access_token":"abcdef","expires_in":60,"token_type":"mac"}',
    'api/unexpectedResponse',
  ],
  [
    'with a page for 400',
    400,
    '<html><title>The plain HTTP request was sent to HTTPS port</title>',
    'api/wrongAddress',
  ],
  ['with a page for 404', 404, '<html><title>Not found</title>', 'api/wrongAddress'],
  ['with a redirect', 302, '', 'api/redirected'],
])('a token response %s does not count as a rejected password', async (_, status, body, code) => {
  let tokenRequests = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    tokenRequests += 1;
    response.writeHead(status, { location: '/login' }).end(body);
  });
  const { api } = clientAt(url);
  const refusal = { code, remedy: 'check-address', details: { method: 'POST' } };
  const calls = [api.root(), api.testingdist.list()];
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(refusal)));
  await expect(api.root()).rejects.toMatchObject({ code });
  expect(tokenRequests).toBe(2);
});

test.each([
  ['an OAuth error', 400, '{"error":"invalid_grant"}', 'api/credentialsRefused'],
  ['a page', 401, '<html><title>Unauthorized</title></html>', 'api/credentialsRefused'],
  [
    'an ASP.NET message',
    400,
    '{"Message":"Authentication could not be completed."}',
    'api/credentialsRefused',
  ],
  ['a wrong client', 401, '{"error":"invalid_client"}', 'api/clientRefused'],
  ['a wrong scope', 400, '{"error":"invalid_scope"}', 'api/scopeRefused'],
])('a sign-in rejected with %s is not retried by later calls', async (_, status, body, code) => {
  let tokenRequests = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    tokenRequests += 1;
    response.writeHead(status).end(body);
  });
  const { api } = clientAt(url);
  await expect(api.root()).rejects.toMatchObject({ code, remedy: 'sign-in' });
  for (const call of [() => api.root(), () => api.testingdist.list(), () => api.appstore.get(3)]) {
    await expect(call()).rejects.toMatchObject({ code, remedy: 'sign-in' });
  }
  expect(tokenRequests).toBe(1);
  await expect(api.signIn()).rejects.toMatchObject({ code });
  expect(tokenRequests).toBe(2);
});

test.each([
  ['missing', {}, 3_600],
  ['null', { expires_in: null }, 3_600],
  ['an empty string', { expires_in: '' }, 3_600],
  ['a fraction', { expires_in: 1_799.5 }, 1_799.5],
  ['a fraction in a string', { expires_in: '1799.5' }, 1_799.5],
  ['a string', { expires_in: '1800' }, 1_800],
])('a token lifetime that is %s is accepted', async (_, lifetime, seconds) => {
  const clock = createFakeClock();
  let tokenRequests = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    if (request.method === 'GET') return reply(response, 200, []);
    tokenRequests += 1;
    reply(response, 200, { access_token: `token-${tokenRequests}`, ...lifetime });
  });
  const { api } = clientAt(url, { clock });
  await api.testingdist.list();
  clock.setNow(clock.now() + (seconds - 61) * 1_000);
  await api.testingdist.list();
  expect(tokenRequests).toBe(1);
  clock.setNow(clock.now() + 2_000);
  await api.testingdist.list();
  expect(tokenRequests).toBe(2);
});

test('every request has a User-Agent header', async () => {
  const agents: unknown[] = [];
  const url = await serverOf(
    withToken(
      (request, response) => {
        agents.push(request.headers['user-agent']);
        reply(response, 200, []);
      },
      (request) => agents.push(request.headers['user-agent']),
    ),
  );
  const { api } = clientAt(url, { network: { userAgent: 'Slipway/1.2.3' } });
  await api.testingdist.list();
  expect(agents).toEqual(['Slipway/1.2.3', 'Slipway/1.2.3']);
});

test('the token request encodes its six fields as a form', async () => {
  let form = new URLSearchParams();
  let type: string | undefined;
  const url = await serverOf(async (request, response) => {
    type = request.headers['content-type'];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    form = new URLSearchParams(Buffer.concat(chunks).toString());
    reply(response, 200, { access_token: 'token', expires_in: 60, token_type: 'BEARER' });
  });
  const account = { userName: 'ä&b=c d+e', clientId: '%20', scope: 'one two' };
  await clientAt(url, { account }).api.signIn();
  expect(type).toMatch(/^application\/x-www-form-urlencoded/);
  expect(Object.fromEntries(form)).toEqual({
    username: account.userName,
    password: credentials.password,
    client_id: account.clientId,
    client_secret: credentials.clientSecret,
    grant_type: 'password',
    scope: account.scope,
  });
});
