import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type Api, createApi } from '../../../main/api/client.ts';
import { createNetwork } from '../../../main/api/network.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/redact.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { accountAt, credentials, reply, withToken } from './api-world.ts';
import { makeCertificate, secureServerOf } from './certificates.ts';

const password = 'p@ss/w:rd%';
const basic = `Basic ${Buffer.from(`builder:${password}`).toString('base64')}`;

type Proxy = {
  readonly host: string;
  readonly asked: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
};

/** A real proxy that wants a password. Requests to http:// it answers as the service would; tunnels lead to `port`. */
async function startProxy(port = 0, wanted: string | undefined = basic): Promise<Proxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Duplex>();
  const admit = (request: IncomingMessage): boolean => {
    asked.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers.authorization);
    return request.headers['proxy-authorization'] === wanted;
  };
  const service = withToken((_, response) => reply(response, 200, []));
  const server = createServer((request, response) => {
    if (!admit(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
      return;
    }
    request.url = new URL(request.url ?? '').pathname;
    void service(request, response);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (!admit(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, authorizations };
}

function clientThrough(
  proxy: string,
  url: string,
  certificates: readonly string[] = [],
): { api: Api; lines: readonly string[] } {
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const api = createApi({
    account: accountAt(url),
    credentials: async () => credentials,
    clock: systemClock,
    log,
    redactor,
    network: createNetwork({ proxyFor: () => proxy, certificates }),
  });
  onTestFinished(() => api.close());
  return { api, lines };
}

const withPassword = (host: string): string => `http://builder:${encodeURIComponent(password)}@${host}`;

test('an http:// service is asked for through the proxy, with its password', async () => {
  const proxy = await startProxy();
  const { api } = clientThrough(withPassword(proxy.host), 'http://service.example');
  await expect(api.testingdist.list()).resolves.toEqual([]);
  expect(proxy.asked).toEqual([
    'POST http://service.example/identity/connect/token',
    'GET http://service.example/api/v3/testingdist/profiles',
  ]);
});

test('an https:// service is reached through a tunnel; the proxy sees no token, the service no proxy password', async () => {
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
  expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT service.example:443']));
  expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]));
});

test('a certificate nobody trusts is not trusted through a tunnel either', async () => {
  const { authority: _, ...certificate } = await makeCertificate('DNS:service.example');
  const port = await secureServerOf(certificate, () => {});
  const proxy = await startProxy(port);
  const { api } = clientThrough(withPassword(proxy.host), 'https://service.example');
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/certificate' });
});

test.each(['http://service.example', 'https://service.example'])(
  'a proxy that does not know us is named as the reason (%s), without the password',
  async (url) => {
    const proxy = await startProxy(0, 'Basic other');
    const { api, lines } = clientThrough(withPassword(proxy.host), url);
    const failure = await api.signIn().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'api/proxy',
      remedy: 'check-network',
      message: expect.stringContaining('user name and password'),
    });
    for (const secret of [password, encodeURIComponent(password), basic]) {
      expect(`${String(failure)}${JSON.stringify(failure)}${lines.join('')}`).not.toContain(secret);
    }
  },
);

test.each(['http://service.example', 'https://service.example'])(
  'a proxy that is not there is named, not the service (%s)',
  async (url) => {
    await expect(clientThrough('http://127.0.0.1:1', url).api.signIn()).rejects.toMatchObject({
      code: 'api/proxy',
      message: expect.stringContaining('127.0.0.1:1 cannot be reached'),
    });
    await expect(
      clientThrough('http://nobody-has-this-name.invalid:3128', url).api.signIn(),
    ).rejects.toMatchObject({ code: 'api/proxy', message: expect.stringContaining('was not found') });
  },
);

test('a tunnel that leads nowhere is the proxy’s trouble', async () => {
  const proxy = await startProxy(1);
  const { api } = clientThrough(withPassword(proxy.host), 'https://service.example');
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/proxy' });
});

test.each([
  `http://builder:${password}@proxy.example:port`,
  'http://builder:p@ss/w:rd%@:3128',
  'socks5://builder:p%40ss@proxy.example:1080',
  'nonsense',
])('the address %s is refused without showing its password', async (proxy) => {
  const { api, lines } = clientThrough(proxy, 'https://service.example');
  const failure = await api.signIn().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'api/proxyAddress', remedy: 'check-address' });
  expect(`${String(failure)}${lines.join('')}`).not.toMatch(/p@ss|p%40ss|builder/);
});

test('a password with a stray % is used as it is', async () => {
  const proxy = await startProxy(0, `Basic ${Buffer.from('builder:50%').toString('base64')}`);
  const { api } = clientThrough(`http://builder:50%@${proxy.host}`, 'http://service.example');
  await expect(api.signIn()).resolves.toBeUndefined();
});
