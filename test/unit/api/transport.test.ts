import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { knowsLocalhost } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import {
  clientAt,
  credentials,
  fileOf,
  plainVersion,
  rawServerOf,
  reply,
  serverOf,
  withToken,
} from './api-world.ts';
import { makeCertificate, makeSelfSigned, secureServerOf } from './certificates.ts';

const trusting = (authority: string) => ({ network: { certificates: async () => [authority] } });

const half = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"access';
const halfChunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"ac\r\n';

test('a sign-in at an unknown host fails with api/unknownHost', async () => {
  const { api } = clientAt('http://nobody-has-this-name.invalid');
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/unknownHost', remedy: 'check-network' });
});

test.each(['http://127.0.0.1:1', 'http://[::1]:1', ...(knowsLocalhost ? ['http://localhost:1'] : [])])(
  'a refused connection to %s is reported with its details',
  async (url) => {
    const { api } = clientAt(url);
    await expect(api.signIn()).rejects.toMatchObject({
      code: 'api/connectionRefused',
      remedy: 'check-network',
      details: {
        method: 'POST',
        url: `${url}/identity/connect/token`,
        requestId: expect.stringMatching(/^[\w-]{36}$/),
      },
      cause: { code: 'ECONNREFUSED' },
    });
  },
);

test('endless headers are rejected as too large', async () => {
  const head = `HTTP/1.1 200 OK\r\n${'x-padding: 0123456789\r\n'.repeat(10_000)}`;
  const { api } = clientAt(await rawServerOf((socket) => socket.once('data', () => socket.write(head))));
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/responseTooLarge', remedy: 'check-address' });
});

test.each<[string, (socket: Socket) => void]>([
  ['reset at once', (socket) => socket.resetAndDestroy()],
  ['closed without a response', (socket) => socket.once('data', () => socket.end())],
  [
    'reset in mid-response',
    (socket) => socket.once('data', () => socket.write(half, () => socket.resetAndDestroy())),
  ],
  ['closed in mid-response', (socket) => socket.once('data', () => socket.end(half))],
  ['closed between chunks', (socket) => socket.once('data', () => socket.end(halfChunked))],
])('a connection that is %s is reported as lost', async (_, handle) => {
  const { api } = clientAt(await rawServerOf(handle));
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/connectionLost', remedy: 'check-network' });
});

test('a response that is not HTTP is reported', async () => {
  const { api } = clientAt(await rawServerOf((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/notHttp', remedy: 'check-address' });
});

test('https:// to a server without TLS is reported', async () => {
  const url = await serverOf(withToken(() => {}));
  const { api } = clientAt(url.replace('http:', 'https:'));
  await expect(api.signIn()).rejects.toMatchObject({ code: 'api/certificate', remedy: 'check-address' });
});

test('a self-signed certificate is rejected before any request', async () => {
  let requests = 0;
  const port = await secureServerOf(await makeSelfSigned(), () => {
    requests += 1;
  });
  const { api } = clientAt(`https://127.0.0.1:${port}`);
  await expect(api.signIn()).rejects.toMatchObject({
    code: 'api/certificate',
    message: expect.stringContaining('self-signed'),
  });
  expect(requests).toBe(0);
});

test('a build arrives unchanged over TLS', async () => {
  const { authority, ...certificate } = await makeCertificate('IP:127.0.0.1');
  const bytes = randomBytes(9 * 1024 * 1024 + 77);
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, bytes);
  let received: Buffer = Buffer.alloc(0);
  const port = await secureServerOf(
    certificate,
    withToken(async (request, response) => {
      for (let pause = 0; pause < 5; pause += 1) await turn();
      received = await fileOf(request);
      reply(response, 201, plainVersion);
    }),
  );
  const { api } = clientAt(`https://127.0.0.1:${port}`, trusting(authority));
  const file = { path, fileName: 'build.apk', size: bytes.length };
  const { sha256 } = await api.testingdist.createVersion(3, file, {});
  expect(received.equals(bytes)).toBe(true);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a certificate of a trusted authority is accepted only for its host', async () => {
  const { authority, ...right } = await makeCertificate('IP:127.0.0.1');
  const port = await secureServerOf(
    right,
    withToken((_, response) => reply(response, 200, [])),
  );
  const url = `https://127.0.0.1:${port}`;
  await expect(clientAt(url).api.signIn()).rejects.toMatchObject({
    message: expect.stringContaining('does not trust'),
  });
  await expect(clientAt(url, trusting(authority)).api.testingdist.list()).resolves.toEqual([]);
  if (!knowsLocalhost) return;
  const elsewhere = clientAt(`https://localhost:${port}`, trusting(authority));
  await expect(elsewhere.api.signIn()).rejects.toMatchObject({
    message: expect.stringContaining('belongs to a different address'),
  });
});

test('a request without a response times out after 60 s', async () => {
  const clock = createFakeClock();
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  const { api } = clientAt(await serverOf(withToken(() => came())), { clock });
  const failed = expect(api.testingdist.list()).rejects.toMatchObject({
    code: 'api/timeout',
    remedy: 'check-network',
    message: expect.stringContaining('60\u00A0s'),
  });
  await arrived;
  await clock.advance(60_000);
  await failed;
  expect(clock.pending()).toBe(0);
});

const noRecipients = { teamIds: [], memberIds: [], emails: [] };
const everyCall: readonly [string, (api: Api) => Promise<unknown>][] = [
  ['root', (api) => api.root()],
  ['list', (api) => api.testingdist.list()],
  ['get', (api) => api.testingdist.get(3)],
  ['getVersion', (api) => api.testingdist.getVersion(7)],
  ['activate', (api) => api.testingdist.activate(7)],
  ['deactivate', (api) => api.testingdist.deactivate(7)],
  ['send', (api) => api.testingdist.send(7, noRecipients)],
  ['remove', (api) => api.testingdist.remove(3)],
  ['removeVersion', (api) => api.testingdist.removeVersion(7)],
  ['store list', (api) => api.appstore.list()],
  ['store get', (api) => api.appstore.get(3)],
  ['store update', (api) => api.appstore.update(3, { Name: 'x' })],
  ['store remove', (api) => api.appstore.remove(3)],
  ['store removeItem', (api) => api.appstore.removeItem(3)],
];

test.each(everyCall)('%s rejects a web page with status 200', async (_, call) => {
  const url = await serverOf(
    withToken((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('<!-- portal -->\n<!DOCTYPE html><title>Hotel\u001b[2J Wi-Fi</title>');
    }),
  );
  const { api } = clientAt(url);
  await expect(call(api)).rejects.toMatchObject({
    code: 'api/webPage',
    message: expect.stringMatching(/^[^\p{Cc}]*“Hotel \[2J Wi-Fi”/u),
  });
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is reported, not followed', async (status) => {
  const followed: string[] = [];
  const elsewhere = await serverOf((request, response) => {
    followed.push(request.url ?? '');
    reply(response, 200, []);
  });
  const url = await serverOf(
    withToken((_, response) => {
      response.writeHead(status, { location: `${elsewhere}/moved?ticket=secret-ticket` }).end();
    }),
  );
  const failure = await clientAt(url)
    .api.testingdist.list()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'api/redirected',
    message: expect.stringContaining(`${elsewhere}/moved`),
  });
  expect(String(failure)).not.toContain('secret-ticket');
  expect(followed).toEqual([]);
});

test('a link to another origin never receives the token', async () => {
  const stolen: (string | undefined)[] = [];
  const thief = await serverOf((request, response) => {
    stolen.push(request.headers.authorization);
    reply(response, 200, []);
  });
  const relations = [
    ['self', 'GET'],
    ['get_profiles', 'GET'],
    ['create_profile', 'POST'],
    ['delete_profile', 'DELETE'],
    ['delete_profile_item', 'DELETE'],
    ['activate_profile_item', 'POST'],
    ['deactivate_profile_item', 'DELETE'],
    ['update_profile', 'PUT'],
  ];
  const _links = relations.map(([rel, method]) => ({ rel, method, href: `${thief}/${rel}` }));
  const version = { ...plainVersion, _links };
  const url = await serverOf(
    withToken((request, response) => {
      if (request.url === '/api/v3/root')
        return reply(response, 200, { appStore: _links, testingDist: _links });
      if (request.url?.endsWith('/profiles')) return reply(response, 200, { _value: [], _links });
      if (request.url?.includes('/items/7')) return reply(response, 200, version);
      reply(response, 200, { id: 3, name: 'Shop', profiles: { _value: [version], _links }, _links });
    }),
  );
  const { api } = clientAt(url, { account: { mode: 'link' } });
  const { testingdist } = api;
  await testingdist.list();
  await testingdist.get(3);
  await testingdist.getVersion(7);
  await testingdist.getVersion(7);
  await testingdist.activate(7);
  await testingdist.deactivate(7);
  await testingdist.send(7, noRecipients);
  await testingdist.removeVersion(7);
  await testingdist.remove(3);
  expect(stolen).toEqual([]);
});

test('an endless response is not read completely', async () => {
  const closed: Promise<void>[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      closed.push(new Promise((resolve) => response.once('close', resolve)));
      response.writeHead(request.url?.endsWith('/3') ? 500 : 200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    }),
  );
  const { api } = clientAt(url);
  await expect(api.testingdist.list()).rejects.toMatchObject({ code: 'api/responseTooLarge' });
  await expect(api.testingdist.get(3)).rejects.toMatchObject({ code: 'api/serverError' });
  await Promise.all(closed);
});

test('close() cancels running requests and rejects new ones', async () => {
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  let requests = 0;
  const url = await serverOf(
    withToken(() => {
      requests += 1;
      came();
    }),
  );
  const { api } = clientAt(url);
  const failed = expect(api.testingdist.list()).rejects.toMatchObject({ code: 'base/cancelled' });
  await arrived;
  await api.close();
  await failed;
  await expect(api.testingdist.list()).rejects.toMatchObject({ code: 'base/cancelled' });
  expect(requests).toBe(1);
});

test('an aborted call sends no request, not even for a token', async () => {
  let requests = 0;
  const url = await serverOf((_, response) => {
    requests += 1;
    reply(response, 500, {});
  });
  const { api } = clientAt(url);
  const aborted = AbortSignal.abort(new Error('before'));
  const calls = [api.root(aborted), api.signIn(aborted), api.testingdist.activate(7, aborted)];
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: 'base/cancelled' })));
  expect(requests).toBe(0);
});

test('errors and the log contain no secret of the response or the address', async () => {
  const url = await serverOf(
    withToken((request, response) => {
      const text = `${request.headers.authorization} and ${credentials.password} and ${credentials.clientSecret}`;
      reply(response, 400, { detail: text, errors: { [text]: [text] } });
    }),
  );
  const { api, lines } = clientAt(url.replace('http://', 'http://someone:address-word@'));
  const error = (await api.testingdist.list().catch((reason: unknown) => reason)) as Error;
  const everything = [error.message, error.stack, JSON.stringify(error), ...lines].join('\n');
  expect(error).toMatchObject({ code: 'api/refused' });
  for (const secret of ['token-1', credentials.password, credentials.clientSecret, 'address-word']) {
    expect(everything).not.toContain(secret);
  }
});
