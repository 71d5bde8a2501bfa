import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { advanceUntil, createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { reportsLateReset } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, rawServerOf, serverOf, swallow, withToken } from './api-world.ts';
import { makeCertificate } from './certificates.ts';

/** A sender can buffer this size, but it exceeds the buffer of a receiver that does not read. */
const waiting = 1024 * 1024;

/** A service that accepts connections and reads nothing until `rest` is called. */
type Slow = {
  readonly connected: Promise<void>;
  /** Reads the remaining bytes and reports how the connection ended. */
  rest(): Promise<{ readonly complete: boolean; readonly reset: boolean }>;
};

function slowOf(): { readonly take: (socket: Socket) => void; readonly slow: Slow } {
  const taken = Promise.withResolvers<Socket>();
  return {
    take: (socket) => {
      socket.pause();
      taken.resolve(socket);
    },
    slow: {
      connected: taken.promise.then(() => {}),
      rest: async () => {
        const socket = await taken.promise;
        const chunks: Buffer[] = [];
        let reset = false;
        socket.on('error', (error: NodeJS.ErrnoException) => {
          reset = error.code === 'ECONNRESET';
        });
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.on('end', () => socket.destroy());
        socket.resume();
        if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
        return { complete: Buffer.concat(chunks).toString('latin1').trimEnd().endsWith('--'), reset };
      },
    },
  };
}

/** A slow service with its certificate authority and its proxy. */
type Endpoint = { readonly url: string; readonly authority: string | null; readonly proxy: string | null };
type SlowEndpoint = Slow & Endpoint;

async function plainSlow(): Promise<SlowEndpoint> {
  const { take, slow } = slowOf();
  return { ...slow, url: await rawServerOf(take), authority: null, proxy: null };
}

async function secureSlow(): Promise<SlowEndpoint> {
  const { take, slow } = slowOf();
  const { authority, ...certificate } = await makeCertificate('IP:127.0.0.1');
  const url = await rawServerOf((socket) => take(new TLSSocket(socket, { isServer: true, ...certificate })));
  return { ...slow, url: url.replace('http:', 'https:'), authority, proxy: null };
}

/** No service is needed, because the proxy itself does not read. */
async function plainBehindProxy(): Promise<SlowEndpoint> {
  const { take, slow } = slowOf();
  return { ...slow, url: 'http://service.example', authority: null, proxy: await rawServerOf(take) };
}

async function secureBehindProxy(): Promise<SlowEndpoint> {
  const { take, slow } = slowOf();
  const { authority, ...certificate } = await makeCertificate('DNS:service.example');
  const proxy = await rawServerOf((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      take(new TLSSocket(socket, { isServer: true, ...certificate }));
    });
  });
  return { ...slow, url: 'https://service.example', authority, proxy };
}

async function clientOf({
  url: baseUrl,
  authority,
  proxy,
}: Endpoint): Promise<{ api: Api; clock: FakeClock }> {
  const clock = createFakeClock();
  const authUrl = await serverOf(withToken(() => {}));
  const certificates = async () => (authority === null ? [] : [authority]);
  const proxyFor = (url: URL) => (url.href.startsWith(baseUrl) ? proxy : null);
  const network = { proxyFor, certificates };
  return { api: clientAt(baseUrl, { account: { authUrl }, clock, network }).api, clock };
}

async function build(size: number) {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, Buffer.alloc(size, 'x'));
  return { path, fileName: 'build.apk', size };
}

/** Resolves once a body of more than `size` bytes is completely written to its connection. */
function bodySent(size: number): Promise<void> {
  const sent = Promise.withResolvers<void>();
  const listen = (message: unknown): void => {
    const { request } = message as { request: { contentLength: number | null } };
    if ((request.contentLength ?? 0) > size) sent.resolve();
  };
  subscribe('undici:request:bodySent', listen);
  onTestFinished(() => {
    unsubscribe('undici:request:bodySent', listen);
  });
  return sent.promise;
}

/** Starts an upload and waits until the kernel, but not the service, has received its body. */
async function handedOver(slow: SlowEndpoint, size: number) {
  const { api, clock } = await clientOf(slow);
  const stop = new AbortController();
  const taken = bodySent(size);
  const upload = api.testingdist.createVersion(3, await build(size), {
    signal: stop.signal,
  });
  const failure = upload.then(
    () => null,
    (error: unknown) => error,
  );
  await Promise.all([taken, slow.connected]);
  return { api, clock, stop, failure };
}

type Taken = Awaited<ReturnType<typeof handedOver>>;

const ends: readonly [string, string, (taken: Taken) => unknown][] = [
  ['cancelled', 'base/cancelled', ({ stop }) => stop.abort()],
  ['timed out', 'api/timeout', ({ clock, failure }) => advanceUntil(clock, failure)],
  ['ended by closing the client', 'base/cancelled', ({ api }) => api.close()],
];

/** End of the connection as the service observes it if the client resets it before all bytes are sent. */
const cutOff = { complete: false, ...(reportsLateReset ? { reset: true } : {}) };

const endpoints: readonly [string, () => Promise<SlowEndpoint>][] = [
  ['a service', plainSlow],
  ['a service behind TLS', secureSlow],
  ['a service behind a proxy', plainBehindProxy],
  ['a service behind TLS and a proxy', secureBehindProxy],
];

describe.each(endpoints)('%s that stops reading', (_, openEndpoint) => {
  test.each(ends)('receives no more buffered bytes of an upload that is %s', async (_end, code, end) => {
    const slow = await openEndpoint();
    const taken = await handedOver(slow, waiting);
    await end(taken);
    expect(await taken.failure).toMatchObject({ code, details: { outcome: 'unknown' } });
    expect(await slow.rest()).toMatchObject(cutOff);
  });
});

test('a complete upload aborted before its response has an unknown outcome', async () => {
  const arrived = Promise.withResolvers<void>();
  const url = await serverOf(
    withToken(async (request) => {
      await swallow(request);
      arrived.resolve();
    }),
  );
  const { api } = await clientOf({ url, authority: null, proxy: null });
  const stop = new AbortController();
  const upload = api.testingdist.createVersion(3, await build(waiting), { signal: stop.signal });
  const failed = expect(upload).rejects.toMatchObject({
    code: 'base/cancelled',
    details: { outcome: 'unknown' },
  });
  await arrived.promise;
  stop.abort();
  await failed;
});

test.each<[string, (taken: { stop: AbortController; api: Api }) => unknown]>([
  ['cancelled', ({ stop }) => stop.abort()],
  ['ended by closing the client', ({ api }) => api.close()],
])('an upload %s during the TLS handshake has the outcome not-sent', async (_, end) => {
  const slow = await plainSlow();
  // The server accepts connections, but never answers the TLS handshake.
  const url = slow.url.replace('http:', 'https:');
  const { api } = await clientOf({ ...slow, url });
  const stop = new AbortController();
  const upload = api.testingdist.createVersion(3, await build(10), { signal: stop.signal });
  const list = api.testingdist.list(stop.signal);
  const failed = Promise.all([
    expect(upload).rejects.toMatchObject({ code: 'base/cancelled', details: { outcome: 'not-sent' } }),
    expect(list).rejects.toMatchObject({ code: 'base/cancelled' }),
  ]);
  await slow.connected;
  await end({ stop, api });
  await failed;
});

test('a file that changes during its upload resets the connection', async () => {
  const slow = await plainSlow();
  const { api } = await clientOf(slow);
  const file = await build(8 * waiting);
  const failure = api.testingdist.createVersion(3, file).catch((error: unknown) => error);
  await slow.connected;
  await appendFile(file.path, 'more');
  expect(await slow.rest()).toMatchObject(cutOff);
  expect(await failure).toMatchObject({ code: 'api/fileChanged', details: { outcome: 'not-sent' } });
});
