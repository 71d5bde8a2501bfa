/** The connection test against real servers: each thing that can be wrong is named as what it is. */
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

async function expectWrong(
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

/** Nobody listens here: it takes a privileged program to. */
const closedPort = 'http://127.0.0.1:1';

const welcome: Handle = (request, response) => {
  request.resume();
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Guest network</title><h1>Welcome</h1>');
};

test('a service that works, in both modes', async () => {
  const { core, account } = await world();
  expect(await core.accounts.test(account)).toEqual({ problem: null });
  expect(await core.accounts.test({ ...account, mode: 'link' })).toEqual({ problem: null });
  expect(await core.accounts.list()).toEqual([]);
});

test('which of the six fields of the sign-in is wrong', async () => {
  const { core, account, lines } = await world();
  const wrongSecret = { ...account, clientSecret: 'not-the-secret-1' };
  await expectWrong(core, wrongSecret, 'sign-in', 'client');
  await expectWrong(core, { ...account, clientId: 'somebody' }, 'sign-in', 'client');
  await expectWrong(core, { ...account, password: 'not-the-word-1' }, 'sign-in', 'user');
  await expectWrong(core, { ...account, userName: 'somebody' }, 'sign-in', 'user');
  const picky = await serverOf((request, response) => {
    request.resume();
    reply(response, 400, { error: 'invalid_scope', error_description: 'Ask for distribution.api.' });
  });
  const said = await expectWrong(core, { ...account, authUrl: picky }, 'sign-in', 'scope');
  expect(inEnglish(said)).toContain('Ask for distribution.api.');
  expect(inEnglish(said)).toContain('Check the scope');
  const everything = lines.join('\n');
  for (const secret of ['not-the-secret-1', 'not-the-word-1', account.password, account.clientSecret]) {
    expect(inEnglish(everything)).not.toContain(secret);
  }
});

test('which of the two addresses leads nowhere, and why', async () => {
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
    await expectWrong(core, { ...account, authUrl: url }, 'sign-in', part);
    await expectWrong(core, { ...account, baseUrl: url }, 'service', part);
  }
});

test('a proxy that is not there, and one that wants a password', async () => {
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
  await expectWrong(core, hidden, 'sign-in', 'proxy');
  const proxy = await openForwardProxy({ port: Number(new URL(service.url).port), signIn: 'builder:word-1' });
  try {
    await through(proxy.url);
    await expectWrong(core, hidden, 'sign-in', 'proxy');
  } finally {
    await proxy.stop();
  }
});

test('signed in, but not let in', async () => {
  const { core, account } = await world();
  for (const status of [401, 403]) {
    const closed = await serverOf(
      withToken((_request, response) => reply(response, status, { detail: 'Not for this user.' })),
    );
    const said = await expectWrong(core, { ...account, baseUrl: closed }, 'service', 'access');
    expect(inEnglish(said)).toContain('Not for this user.');
  }
});

test('a service that answers in the other mode only', async () => {
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
  expect(inEnglish(await expectWrong(core, { ...account, baseUrl: linked }, 'service', 'mode'))).toContain(
    'only answers with links',
  );
  expect(inEnglish(await core.accounts.test({ ...account, baseUrl: linked, mode: 'link' }))).toEqual({
    problem: null,
  });
  const plain = await only(/^application\/json$/);
  const asked = { ...account, baseUrl: plain, mode: 'link' as const };
  expect(inEnglish(await expectWrong(core, asked, 'service', 'mode'))).toContain(
    'only answers without links',
  );
  const neither = await only(/^$/);
  await expectWrong(core, { ...account, baseUrl: neither }, 'service', 'access');
});

test('a service that is busy or broken is at fault itself', async () => {
  const { core, account } = await world();
  for (const status of [503, 500]) {
    const broken = await serverOf(
      withToken((_request, response) => reply(response, status, { detail: 'Later.' })),
    );
    await expectWrong(core, { ...account, baseUrl: broken }, 'service', 'service');
  }
});

test('an account that is kept is tried with its kept secrets, but never elsewhere', async () => {
  const { core, account } = await world();
  const { id } = await core.accounts.save(account);
  const { password: _, clientSecret: __, ...fields } = account;
  expect(await core.accounts.test({ ...fields, id })).toEqual({ problem: null });
  const elsewhere = await serverOf(withToken(welcome));
  await expect(core.accounts.test({ ...fields, id, authUrl: elsewhere })).rejects.toMatchObject({
    code: 'settings/invalid',
  });
});

test('one address, asked through the network as it is set', async () => {
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
