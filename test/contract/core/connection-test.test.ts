/** The connection test against real servers: each fault is attributed to its cause. */
import { text as bodyOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ConnectionPart, ConnectionTarget } from '../../../main/core/accounts/connection-part.ts';
import type { Core } from '../../../main/core.ts';
import { textOf } from '../../../main/messages/text.ts';
import type { AccountInput } from '../../../main/settings/accounts.ts';
import { inEnglish } from '../../english.ts';
import { openForwardProxy } from '../../fakes/forward-proxy.ts';
import { type Handle, rawServerOf, reply, serverOf, withToken } from '../../unit/api/api-world.ts';
import { makeCertificate, secureServerOf } from '../../unit/api/certificates.ts';
import { startHost } from '../service/service-host.ts';
import { freshCore } from './core-world.ts';

async function world() {
  const { core, lines } = await freshCore();
  const { service } = await startHost();
  if (!service.firstUser) throw new Error('The service made no first user');
  const account: AccountInput = {
    name: 'Work',
    authUrl: service.url,
    baseUrl: service.url,
    scope: 'distribution',
    mode: 'plain',
    vendor: 'acme',
    installLinkTemplate: null,
    ...service.firstUser,
  };
  return { core, lines, account, service };
}

async function expectProblem(
  core: Core,
  account: AccountInput,
  at: ConnectionTarget,
  part: ConnectionPart,
): Promise<string> {
  const { problem } = await core.accounts.test(account);
  expect(problem).toMatchObject({ at, part });
  await expect(core.accounts.list()).resolves.toEqual([]);
  return problem ? textOf(problem.failure) : '';
}

/** A privileged port on which no program listens. */
const closedPort = 'http://127.0.0.1:1';

const welcome: Handle = (request, response) => {
  request.resume();
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Guest network</title><h1>Welcome</h1>');
};

test('the test of a working service succeeds in both modes', async () => {
  const { core, account } = await world();
  expect(await core.accounts.test(account)).toEqual({ problem: null });
  expect(await core.accounts.test({ ...account, mode: 'link' })).toEqual({ problem: null });
  expect(await core.accounts.list()).toEqual([]);
});

test('a failed sign-in names the field that has the wrong value', async () => {
  const { core, account, lines } = await world();
  const wrongSecret = { ...account, clientSecret: 'not-the-secret-1' };
  await expectProblem(core, wrongSecret, 'sign-in', 'client');
  await expectProblem(core, { ...account, clientId: 'somebody' }, 'sign-in', 'client');
  await expectProblem(core, { ...account, password: 'not-the-word-1' }, 'sign-in', 'user');
  await expectProblem(core, { ...account, userName: 'somebody' }, 'sign-in', 'user');
  const picky = await serverOf((request, response) => {
    request.resume();
    reply(response, 400, { error: 'invalid_scope', error_description: 'Ask for distribution.api.' });
  });
  const text = await expectProblem(core, { ...account, authUrl: picky }, 'sign-in', 'scope');
  expect(inEnglish(text)).toContain('Ask for distribution.api.');
  expect(inEnglish(text)).toContain('Check the scope');
  const everything = lines.join('\n');
  for (const secret of ['not-the-secret-1', 'not-the-word-1', account.password, account.clientSecret]) {
    expect(inEnglish(everything)).not.toContain(secret);
  }
});

test('an unusable address is reported with its field and the reason', async () => {
  const { core, account } = await world();
  const direct = { mode: 'none', url: null, userName: null, bypass: [] } as const;
  const { proxy: _, ...rest } = await core.network.get();
  await core.network.set({ ...rest, caFiles: [], proxy: { ...direct, bypass: [] } });
  const page = await serverOf(welcome);
  const mute = await rawServerOf((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  const certificate = await makeCertificate('DNS:somewhere.example');
  const secure = `https://127.0.0.1:${await secureServerOf(certificate, welcome)}`;
  for (const [url, part] of [
    ['http://no-such-host.invalid', 'name'],
    [closedPort, 'port'],
    [secure, 'certificate'],
    [page, 'address'],
    [mute, 'address'],
  ] as const) {
    await expectProblem(core, { ...account, authUrl: url }, 'sign-in', part);
    await expectProblem(core, { ...account, baseUrl: url }, 'service', part);
  }
});

test('the base address of a service is found from a page address', async () => {
  const { core, account, service } = await world();
  for (const path of ['/install/some-page', '/apps/7/40/', '/api', '/a/b/c']) {
    const given = { ...account, authUrl: `${service.url}${path}`, baseUrl: `${service.url}${path}` };
    expect(await core.accounts.test(given), path).toEqual({ problem: null, address: service.url });
    expect(await core.accounts.test({ ...given, password: 'not-the-word-1' }), path).toMatchObject({
      problem: { part: 'user' },
      address: service.url,
    });
  }
});

test('a service is found behind a redirect only within its origin', async () => {
  const { core, account, service } = await world();
  const received: string[] = [];
  const stranger = await serverOf((request, response) => {
    received.push(request.url ?? '');
    request.resume();
    reply(response, 200, { access_token: 'x', token_type: 'bearer', expires_in: 60 });
  });
  for (const location of [
    `${stranger}/`,
    'javascript:alert(1)',
    '//',
    '/again',
    'http://[',
    'ftp://127.0.0.1/',
  ]) {
    const page = await serverOf((request, response) => {
      request.resume();
      response.writeHead(308, { location }).end();
    });
    const given = { ...account, authUrl: page, baseUrl: page };
    await expectProblem(core, given, 'sign-in', 'address');
  }
  expect(received).toEqual([]);
  const moved = await serverOf((request, response) => {
    if (request.url?.startsWith('/sub/')) return void forward(service.url, request, response);
    request.resume();
    response.writeHead(308, { location: `/sub${request.url}` }).end();
  });
  expect(await core.accounts.test({ ...account, authUrl: moved, baseUrl: moved })).toEqual({
    problem: null,
    address: `${moved}/sub`,
  });
});

/** Passes a request below `/sub` to the service at `url`. */
async function forward(url: string, ...[request, response]: Parameters<Handle>): Promise<void> {
  const { authorization = '', accept = '' } = request.headers;
  const answer = await fetch(`${url}${request.url?.slice('/sub'.length)}`, {
    method: request.method ?? 'GET',
    headers: { authorization, accept, 'content-type': request.headers['content-type'] ?? '' },
    ...(request.method === 'POST' ? { body: await bodyOf(request) } : {}),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(await answer.text());
}

test('an unreachable proxy or a missing proxy password is a proxy problem', async () => {
  const { core, account, service } = await world();
  const { proxy: _, ...rest } = await core.network.get();
  const through = (url: string) =>
    core.network.set({
      ...rest,
      caFiles: [],
      proxy: { mode: 'manual', url, userName: null, bypass: [] },
    });
  const hidden = { ...account, authUrl: 'http://hidden.invalid', baseUrl: 'http://hidden.invalid' };
  await through(closedPort);
  await expectProblem(core, hidden, 'sign-in', 'proxy');
  const proxy = await openForwardProxy({ port: Number(new URL(service.url).port), signIn: 'builder:word-1' });
  try {
    await through(proxy.url);
    await expectProblem(core, hidden, 'sign-in', 'proxy');
  } finally {
    await proxy.stop();
  }
});

test('a refusal after the sign-in is reported as an access problem', async () => {
  const { core, account } = await world();
  for (const status of [401, 403]) {
    const closed = await serverOf(
      withToken((_request, response) => reply(response, status, { detail: 'Not for this user.' })),
    );
    const text = await expectProblem(core, { ...account, baseUrl: closed }, 'service', 'access');
    expect(inEnglish(text)).toContain('Not for this user.');
  }
});

test('a service that only supports the other mode is reported', async () => {
  const { core, account } = await world();
  const root = { appStore: [], testingDist: [] };
  const only = (accepted: RegExp) =>
    serverOf(
      withToken(({ headers }, response) => {
        if (accepted.test(headers.accept ?? '')) reply(response, 200, root);
        else reply(response, 406, { detail: 'Not in this form.' });
      }),
    );
  const linked = await only(/hateaos/);
  expect(inEnglish(await expectProblem(core, { ...account, baseUrl: linked }, 'service', 'mode'))).toContain(
    'supports only responses with links',
  );
  expect(inEnglish(await core.accounts.test({ ...account, baseUrl: linked, mode: 'link' }))).toEqual({
    problem: null,
  });
  const plain = await only(/^application\/json$/);
  const input = { ...account, baseUrl: plain, mode: 'link' as const };
  expect(inEnglish(await expectProblem(core, input, 'service', 'mode'))).toContain(
    'supports only responses without links',
  );
  const neither = await only(/^$/);
  await expectProblem(core, { ...account, baseUrl: neither }, 'service', 'access');
});

test('a busy or broken service is reported as a service problem', async () => {
  const { core, account } = await world();
  for (const status of [503, 500]) {
    const broken = await serverOf(
      withToken((_request, response) => reply(response, status, { detail: 'Later.' })),
    );
    await expectProblem(core, { ...account, baseUrl: broken }, 'service', 'service');
  }
});

test('the secrets of a saved account are sent only to its own address', async () => {
  const { core, account } = await world();
  const { id } = await core.accounts.save(account);
  const { password: _, clientSecret: __, ...fields } = account;
  expect(await core.accounts.test({ ...fields, id })).toEqual({ problem: null });
  const elsewhere = await serverOf(withToken(welcome));
  await expect(core.accounts.test({ ...fields, id, authUrl: elsewhere })).rejects.toMatchObject({
    code: 'settings/invalid',
  });
});

test('network.check tests one address with the network settings', async () => {
  const { core, service } = await world();
  const { proxy: _, ...rest } = await core.network.get();
  const set = (proxy: Parameters<typeof core.network.set>[0]['proxy']) =>
    core.network.set({ ...rest, caFiles: [], proxy });
  const none = { mode: 'none', url: null, userName: null, bypass: [] } as const;
  await set({ ...none, bypass: [] });
  expect(await core.network.check({ address: `${service.url}/healthz?x=1#y` })).toEqual({
    address: `${service.url}/healthz`,
    proxy: null,
    status: expect.any(Number),
    problem: null,
  });
  expect(await core.network.check({ address: 'http://no-such-host.invalid' })).toMatchObject({
    status: null,
    problem: { part: 'name' },
  });
  expect(await core.network.check({ address: closedPort })).toMatchObject({ problem: { part: 'port' } });
  const certificate = await makeCertificate('IP:127.0.0.1');
  const port = await secureServerOf(certificate, welcome);
  expect(await core.network.check({ address: `127.0.0.1:${port}` })).toMatchObject({
    address: `https://127.0.0.1:${port}/`,
    problem: { part: 'certificate' },
  });
  const proxy = await openForwardProxy({ port: Number(new URL(service.url).port), signIn: 'builder:word-1' });
  try {
    await set({ ...none, bypass: [], mode: 'manual', url: proxy.url });
    expect(await core.network.check({ address: 'http://hidden.invalid/' })).toMatchObject({
      problem: { part: 'proxy' },
    });
    await set({
      ...none,
      bypass: [],
      mode: 'manual',
      url: proxy.url,
      userName: 'builder',
      password: 'word-1',
    });
    expect(await core.network.check({ address: 'http://hidden.invalid/' })).toMatchObject({
      proxy: proxy.host,
      problem: null,
    });
  } finally {
    await proxy.stop();
  }
  for (const address of ['', 'ftp://example.org', 'https://user:word@example.org', 'not an address']) {
    await expect(core.network.check({ address })).rejects.toMatchObject({ code: 'settings/invalid' });
  }
});
