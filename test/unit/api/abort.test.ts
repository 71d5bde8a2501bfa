import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { advanceUntil, createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { tellsLateOfReset } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, rawServerOf, serverOf, swallow, withToken } from './api-world.ts';
import { makeCertificate } from './certificates.ts';

/** More bytes than a receiver that does not read has room for, and fewer than a sender's system takes. */
const waiting = 1024 * 1024;

/** A service that takes connections and reads nothing until it is told to. */
type Slow = {
  readonly connected: Promise<void>;
  /** Reads everything there is to read. */
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

/** Where a slow service is and how it is reached. */
type Place = { readonly url: string; readonly authority: string | null; readonly proxy: string | null };
type SlowPlace = Slow & Place;

async function plainSlow(): Promise<SlowPlace> {
  const { take, slow } = slowOf();
  return { ...slow, url: await rawServerOf(take), authority: null, proxy: null };
}

async function secureSlow(): Promise<SlowPlace> {
  const { take, slow } = slowOf();
  const { authority, ...certificate } = await makeCertificate('IP:127.0.0.1');
  const url = await rawServerOf((socket) => take(new TLSSocket(socket, { isServer: true, ...certificate })));
  return { ...slow, url: url.replace('http:', 'https:'), authority, proxy: null };
}

/** What is behind the proxy does not matter: it is the proxy that does not read. */
async function plainBehindProxy(): Promise<SlowPlace> {
  const { take, slow } = slowOf();
  return { ...slow, url: 'http://service.example', authority: null, proxy: await rawServerOf(take) };
}

async function secureBehindProxy(): Promise<SlowPlace> {
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

async function clientOf({ url: baseUrl, authority, proxy }: Place): Promise<{ api: Api; clock: FakeClock }> {
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

/** Resolves once the last byte of a body of more than `size` bytes was written to its connection. */
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

/** An upload whose every byte the system has taken, while the service has read none. */
async function handedOver(slow: SlowPlace, size: number) {
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
  ['given up because nothing moves', 'api/timeout', ({ clock, failure }) => advanceUntil(clock, failure)],
  ['ended with the program', 'base/cancelled', ({ api }) => api.close()],
];

/** How a connection looks to the service that was given up before all was sent. */
const cutOff = { complete: false, ...(tellsLateOfReset ? { reset: true } : {}) };

const places: readonly [string, () => Promise<SlowPlace>][] = [
  ['a service', plainSlow],
  ['a service behind TLS', secureSlow],
  ['a service behind a proxy', plainBehindProxy],
  ['a service behind TLS and a proxy', secureBehindProxy],
];

describe.each(places)('%s that does not read', (_, place) => {
  test.each(ends)(
    'never gets what still waits in the system of an upload that is %s',
    async (_end, code, end) => {
      const slow = await place();
      const taken = await handedOver(slow, waiting);
      await end(taken);
      expect(await taken.failure).toMatchObject({ code, details: { outcome: 'unknown' } });
      expect(await slow.rest()).toMatchObject(cutOff);
    },
  );
});

test('an upload that has arrived whole but was not answered is never called not sent', async () => {
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
  ['ended with the program', ({ api }) => api.close()],
])('what is %s while a connection is still being opened ends at once, and was not sent', async (_, end) => {
  const slow = await plainSlow();
  // Takes connections, but never answers the greeting of TLS.
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

test('a file that changes while it is sent ends its connection hard', async () => {
  const slow = await plainSlow();
  const { api } = await clientOf(slow);
  const file = await build(8 * waiting);
  const failure = api.testingdist.createVersion(3, file).catch((error: unknown) => error);
  await slow.connected;
  await appendFile(file.path, 'more');
  expect(await slow.rest()).toMatchObject(cutOff);
  expect(await failure).toMatchObject({ code: 'api/fileChanged', details: { outcome: 'not-sent' } });
});
