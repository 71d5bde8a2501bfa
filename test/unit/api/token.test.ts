import { expect, test } from 'vitest';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { clientAt, credentials, reply, serverOf, withToken } from './api-world.ts';

test('parallel calls share one token request', async () => {
  let tokens = 0;
  const url = await serverOf(
    withToken(
      (_, response) => reply(response, 200, []),
      () => {
        tokens += 1;
      },
    ),
  );
  const { api } = clientAt(url);
  await Promise.all(Array.from({ length: 10 }, () => api.testingdist.list()));
  expect(tokens).toBe(1);
});

test('an aborted call does not cancel the token request of other calls', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: came, resolve: begun } = Promise.withResolvers<void>();
  const url = await serverOf(async (request, response) => {
    request.resume();
    if (request.url !== '/identity/connect/token') return reply(response, 200, []);
    begun();
    await released;
    reply(response, 200, { access_token: 'token-1', expires_in: 60, token_type: 'Bearer' });
  });
  const { api } = clientAt(url);
  const stop = new AbortController();
  const impatient = api.testingdist.list(stop.signal);
  const patient = api.testingdist.list();
  await came;
  stop.abort();
  await expect(impatient).rejects.toMatchObject({ code: 'base/cancelled' });
  release();
  await expect(patient).resolves.toEqual([]);
});

test('a token is renewed shortly before it expires', async () => {
  const used: (string | undefined)[] = [];
  const clock = createFakeClock();
  const url = await serverOf(
    withToken((request, response) => {
      used.push(request.headers.authorization);
      reply(response, 200, []);
    }),
  );
  const { api } = clientAt(url, { clock });
  await api.testingdist.list();
  clock.setNow(clock.now() + 71_900_000);
  await api.testingdist.list();
  clock.setNow(clock.now() + 60_000);
  await api.testingdist.list();
  expect(used).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
});

test('a 401 renews the token once, then requires a sign-in', async () => {
  let tokens = 0;
  let calls = 0;
  let accepted = 'Bearer token-2';
  const url = await serverOf(
    withToken(
      (request, response) => {
        calls += 1;
        reply(response, request.headers.authorization === accepted ? 200 : 401, []);
      },
      () => {
        tokens += 1;
      },
    ),
  );
  const { api } = clientAt(url);
  await expect(Promise.all([api.testingdist.list(), api.testingdist.list()])).resolves.toEqual([[], []]);
  expect(tokens).toBe(2);
  accepted = 'nobody';
  await expect(api.testingdist.list()).rejects.toMatchObject({ code: 'api/unauthorized', remedy: 'sign-in' });
  const before = calls;
  await expect(api.testingdist.list()).rejects.toMatchObject({ remedy: 'sign-in' });
  expect([tokens, calls]).toEqual([3, before]);
  accepted = 'Bearer token-4';
  await api.signIn();
  await expect(api.testingdist.list()).resolves.toEqual([]);
});

test('a wrong password is neither retried nor logged', async () => {
  let tokens = 0;
  const url = await serverOf((request, response) => {
    tokens += 1;
    request.resume();
    reply(response, 400, { error: 'invalid_grant', error_description: `"${credentials.password}" is wrong` });
  });
  const { api, lines } = clientAt(url);
  const failures = await Promise.allSettled([api.testingdist.list(), api.appstore.list()]);
  for (const failure of failures) {
    expect(failure).toMatchObject({ reason: { code: 'api/credentialsRefused', remedy: 'sign-in' } });
    expect(String((failure as PromiseRejectedResult).reason)).not.toContain(credentials.password);
  }
  await expect(api.root()).rejects.toMatchObject({ remedy: 'sign-in' });
  expect(tokens).toBe(1);
  expect(lines.join('\n')).not.toContain(credentials.password);
});

test('a failed token request is retried by the next call', async () => {
  let tokens = 0;
  const url = await serverOf((request, response) => {
    request.resume();
    if (request.url !== '/identity/connect/token') return reply(response, 200, []);
    tokens += 1;
    if (tokens === 1) return reply(response, 503, {});
    reply(response, 200, { access_token: 'token-1', expires_in: 60, token_type: 'Bearer' });
  });
  const { api } = clientAt(url);
  await expect(api.testingdist.list()).rejects.toMatchObject({ code: 'api/busy', remedy: 'wait' });
  await expect(api.testingdist.list()).resolves.toEqual([]);
});

test('a token echoed by the service is redacted in errors and in the log', async () => {
  const url = await serverOf(withToken((_, response) => reply(response, 500, { message: 'Bearer token-1' })));
  const { api, lines } = clientAt(url);
  const failure = await api.testingdist.list().catch((error: unknown) => String(error));
  expect(failure).not.toContain('token-1');
  expect(lines.join('\n')).not.toContain('token-1');
});
