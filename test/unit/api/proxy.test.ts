import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { CodedError } from '../../../main/base/errors.ts';
import { isTransient } from '../../../main/base/retry.ts';
import { type ForwardProxy, openForwardProxy } from '../../fakes/forward-proxy.ts';
import { knowsLocalhost } from '../../fakes/systems.ts';
import { clientAt, rawServerOf, reply, serverOf, withToken } from './api-world.ts';
import { makeCertificate, secureServerOf } from './certificates.ts';

const password = 'p@ss/w:rd%';
const basic = `Basic ${Buffer.from(`builder:${password}`).toString('base64')}`;

/** Starts a proxy that requires a password. It forwards to a new service, or to `port`. */
async function startProxy(port?: number, signIn = `builder:${password}`): Promise<ForwardProxy> {
  const service =
    port === undefined ? await serverOf(withToken((_, response) => reply(response, 200, []))) : '';
  const proxy = await openForwardProxy({ port: port ?? Number(new URL(service).port), signIn });
  onTestFinished(proxy.stop);
  return proxy;
}

function clientThrough(proxy: string, url: string, certificates: readonly string[] = []) {
  return clientAt(url, { network: { proxyFor: () => proxy, certificates: async () => certificates } });
}

const withPassword = (host: string): string => `http://builder:${encodeURIComponent(password)}@${host}`;

test('an http:// request goes through the proxy with its password', async () => {
  const proxy = await startProxy();
  const { api } = clientThrough(withPassword(proxy.host), 'http://service.example');
  await expect(api.testingdist.list()).resolves.toEqual([]);
  expect(proxy.requests).toEqual([
    'POST http://service.example/identity/connect/token',
    'GET http://service.example/api/v3/testingdist/profiles',
  ]);
});

test('an https:// request sends its token through a tunnel, not to the proxy', async () => {
  const { authority, ...certificate } = await makeCertificate('DNS:service.example');
  const seen: (string | undefined)[] = [];
  const port = await secureServerOf(
    certificate,
    withToken((request, response) => {
      seen.push(request.headers.authorization, request.headers['proxy-authorization'] as string | undefined);
      reply(response, 200, []);
    }),
  );
  const proxy = await startProxy(port);
  const { api } = clientThrough(withPassword(proxy.host), 'https://service.example', [authority]);
  await expect(api.testingdist.list()).resolves.toEqual([]);
  expect(seen).toEqual(['Bearer token-1', undefined]);
  expect(new Set(proxy.requests)).toEqual(new Set(['CONNECT service.example:443']));
  expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]));
});

test.runIf(knowsLocalhost)('an https:// proxy is used only if its certificate is trusted', async () => {
  const { authority, ...certificate } = await makeCertificate('DNS:service.example');
  const own = await makeCertificate('DNS:localhost');
  const authorities = [authority, own.authority];
  const handle = withToken((_, response) => reply(response, 200, []));
  const ports = {
    'https://service.example': await secureServerOf(certificate, handle),
    'http://service.example': Number(new URL(await serverOf(handle)).port),
  };
  for (const [url, port] of Object.entries(ports)) {
    const proxy = await openForwardProxy({ port, tls: own });
    onTestFinished(proxy.stop);
    const address = proxy.url.replace('127.0.0.1', 'localhost');
    const { api } = clientThrough(address, url, authorities);
    await expect(api.testingdist.list()).resolves.toEqual([]);
    await expect(clientThrough(address, url, [authority]).api.signIn()).rejects.toMatchObject({
      code: 'api/certificate',
      message: expect.stringContaining(new URL(address).host),
    });
    await expect(clientThrough(proxy.url, url, authorities).api.signIn()).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`${proxy.host}.*its certificate belongs to a different address`),
      ),
    });
  }
});

test('an untrusted certificate is rejected through a tunnel', async () => {
  const { authority: _, ...certificate } = await makeCertificate('DNS:service.example');
  const port = await secureServerOf(certificate, () => {});
  const proxy = await startProxy(port);
  const { api } = clientThrough(withPassword(proxy.host), 'https://service.example');
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/certificate' });
});

const services = ['http://service.example', 'https://service.example'];

test.each(services)('a rejected proxy password is reported and not retried (%s)', async (url) => {
  const proxy = await startProxy(1, 'builder:other');
  const { api, lines } = clientThrough(withPassword(proxy.host), url);
  const failure = (await api.signIn().catch((error: unknown) => error)) as CodedError;
  expect(failure).toMatchObject({
    code: 'api/proxyRefused',
    remedy: 'check-network',
    message: expect.stringContaining(`${proxy.host} did not accept the user name and password`),
  });
  expect(proxy.requests).toHaveLength(1);
  expect(isTransient({ remedy: failure.remedy, status: failure.details.status ?? null })).toBe(false);
  for (const secret of [password, encodeURIComponent(password), basic]) {
    expect(`${String(failure)}${JSON.stringify(failure)}${lines.join('')}`).not.toContain(secret);
  }
});

test.each(services)('a proxy that requires a password is named in the error (%s)', async (url) => {
  const proxy = await startProxy(1);
  await expect(clientThrough(proxy.url, url).api.signIn()).rejects.toMatchObject({
    code: 'api/proxyPassword',
    remedy: 'check-network',
    message: expect.stringContaining(`${proxy.host} requires a user name and password`),
  });
});

test.each(services)('an unreachable proxy is named in the error (%s)', async (url) => {
  await expect(clientThrough('http://127.0.0.1:1', url).api.signIn()).rejects.toMatchObject({
    code: 'api/proxy',
    remedy: 'check-network',
    message: expect.stringMatching(/127\.0\.0\.1:1 .*cannot be reached \(nothing answers there\)/),
  });
  await expect(
    clientThrough('http://nobody-has-this-name.invalid:3128', url).api.signIn(),
  ).rejects.toMatchObject({
    code: 'api/proxy',
    message: expect.stringMatching(/nobody-has-this-name\.invalid:3128 .*was not found/),
  });
});

const page = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html><title>Blocked by policy</title></html>',
});

test.each([
  ['http://service.example', 403, 'api/proxy', 'it answered 403, “Blocked by policy”'],
  ['http://service.example', 503, 'api/proxy', 'it answered 503, “Blocked by policy”'],
  ['http://service.example', 200, 'api/webPage', 'answered with a web page (“Blocked by policy”)'],
  ['https://service.example', 403, 'api/proxy', 'it answered 403'],
  ['https://service.example', 502, 'api/proxy', 'it answered 502'],
  ['https://service.example', 200, 'api/certificate', 'is not secure'],
])(
  'the error names a proxy that answers %s with a web page and status %i',
  async (url, status, code, words) => {
    const proxy = await startProxy(1);
    proxy.respondWith(page(status));
    const failure = await clientThrough(withPassword(proxy.host), url)
      .api.signIn()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(String(failure)).toContain(proxy.host);
  },
);

test.each([
  [
    'closes the connection',
    (socket: Socket) => socket.once('data', () => socket.end()),
    ['api/proxy', 'api/connectionLost'],
  ],
  ['does not speak HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'), ['api/notHttp']],
])('the error names a proxy that %s', async (_, handle, codes) => {
  const { host } = new URL(await rawServerOf(handle));
  for (const url of services) {
    const failure = await clientThrough(`http://${host}`, url)
      .api.signIn()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining(host) });
    expect(codes).toContain((failure as { code: string }).code);
  }
});

test('a tunnel to an unreachable service is reported as a proxy error', async () => {
  const proxy = await startProxy(1);
  const { api } = clientThrough(withPassword(proxy.host), 'https://service.example');
  await expect(api.signIn()).rejects.toMatchObject({
    code: 'api/proxy',
    message: expect.stringContaining(proxy.host),
  });
});

test.each([
  `http://builder:${password}@proxy.example:port`,
  'http://builder:p@ss/w:rd%@:3128',
  'socks5://builder:p%40ss@proxy.example:1080',
  'nonsense',
])('the proxy address %s is rejected without showing its password', async (proxy) => {
  const { api, lines } = clientThrough(proxy, 'https://service.example');
  const failure = await api.signIn().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'api/proxyAddress', remedy: 'check-input' });
  expect(`${String(failure)}${lines.join('')}`).not.toMatch(/p@ss|p%40ss|builder/);
});

test('a proxy password with a stray % is sent unchanged', async () => {
  const proxy = await startProxy(undefined, 'builder:50%');
  const { api } = clientThrough(`http://builder:50%@${proxy.host}`, 'http://service.example');
  await expect(api.signIn()).resolves.toBeUndefined();
});
