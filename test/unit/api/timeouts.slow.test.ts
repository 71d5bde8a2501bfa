import { expect, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { type Clock, systemClock } from '../../../main/base/clock.ts';
import { advanceUntil, createFakeClock } from '../../fakes/fake-clock.ts';
import { clientAt, plainVersion, rawServerOf, reply, serverOf, withToken, zeros } from './api-world.ts';
import { fullPort } from './full-port.ts';

const megabyte = 1024 * 1024;

function clientOf(url: string, clock: Clock, proxy: string | null = null): Api {
  return clientAt(url, { clock, network: { proxyFor: () => proxy, connectTimeoutMs: () => 50 } }).api;
}

// Only Linux fills the backlog of a listening socket predictably.
test.runIf(process.platform === 'linux')(
  'a connection to an address that does not answer times out',
  async () => {
    const host = `127.0.0.1:${await fullPort()}`;
    const unreachable = { code: 'api/unreachable', remedy: 'check-network' };
    await expect(clientOf(`http://${host}`, systemClock).signIn()).rejects.toMatchObject({
      ...unreachable,
      message: expect.stringContaining(`${host} cannot be reached (it does not answer)`),
    });
    const behind = clientOf('http://service.example', systemClock, `http://${host}`);
    await expect(behind.signIn()).rejects.toMatchObject({
      code: 'api/proxy',
      message: expect.stringContaining(`${host} did not forward the request: it cannot be reached`),
    });
  },
);

test('a TLS handshake without an answer times out', async () => {
  const url = (await rawServerOf((socket) => socket.resume())).replace('http:', 'https:');
  await expect(clientOf(url, systemClock).signIn()).rejects.toMatchObject({
    code: 'api/unreachable',
    message: expect.stringContaining('it does not answer'),
  });
});

test('a proxy tunnel that never opens times out and can be retried', async () => {
  let connections = 0;
  const url = await rawServerOf((socket) => {
    connections += 1;
    socket.resume();
  });
  const api = clientOf('https://service.example', systemClock, url);
  for (const count of [1, 2]) {
    await expect(api.signIn()).rejects.toMatchObject({
      code: 'api/proxy',
      message: expect.stringContaining(
        `${new URL(url).host} did not forward the request: it does not answer`,
      ),
    });
    expect(connections).toBe(count);
  }
});

test('a stalled upload times out when the service does not answer a probe', async () => {
  const clock = createFakeClock();
  const file = await zeros(64 * megabyte);
  const { promise: hasStalled, resolve: stalled } = Promise.withResolvers<void>();
  const url = await serverOf(
    withToken((request) => {
      request.once('data', () => {
        request.pause();
        stalled();
      });
    }),
  );
  const failed = expect(clientOf(url, clock).testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code: 'api/timeout',
    details: { outcome: 'not-sent' },
  });
  await hasStalled;
  await advanceUntil(clock, failed);
  expect(clock.pending()).toBe(0);
});

test('an upload that progresses has no time limit', async () => {
  const clock = createFakeClock();
  const file = await zeros(64 * megabyte);
  const step = 16 * megabyte;
  let received = 0;
  let proceed = (): void => {};
  const steps: (() => void)[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      for await (const chunk of request) {
        received += (chunk as Buffer).length;
        if (received < step * (steps.length + 1) || steps.length === 3) continue;
        await new Promise<void>((resolve) => {
          steps.push(resolve);
          proceed();
        });
      }
      reply(response, 201, plainVersion);
    }),
  );
  const upload = clientOf(url, clock).testingdist.createVersion(3, file, {});
  for (let count = 0; count < 3; count += 1) {
    if (steps.length <= count) {
      await new Promise<void>((resolve) => {
        proceed = resolve;
      });
    }
    await clock.advance(100_000);
    steps[count]?.();
  }
  await expect(upload).resolves.toMatchObject({ resource: { id: 7 } });
  expect(clock.monotonic()).toBe(300_000);
});

test('a stalled upload continues while the service answers probes', async () => {
  const clock = createFakeClock();
  const file = await zeros(64 * megabyte);
  let proceed = (): void => {};
  let probes = 0;
  const url = await serverOf(
    withToken((request, response) => {
      if (request.method === 'HEAD') {
        probes += 1;
        reply(response, 404, {});
        if (probes === 4) proceed();
        return;
      }
      request.once('data', () => {
        request.pause();
        proceed = () => request.resume();
      });
      request.on('end', () => reply(response, 201, plainVersion));
    }),
  );
  const upload = clientOf(url, clock).testingdist.createVersion(3, file, {});
  await advanceUntil(clock, upload);
  await expect(upload).resolves.toMatchObject({ resource: { id: 7 } });
  expect(probes).toBeGreaterThanOrEqual(4);
  expect(clock.pending()).toBe(0);
});

test('an upload without a response times out although probes are answered', async () => {
  const clock = createFakeClock();
  const file = await zeros(megabyte);
  const url = await serverOf(
    withToken(async (request, response) => {
      if (request.method === 'HEAD') reply(response, 200, {});
      else for await (const _ of request);
    }),
  );
  const upload = clientOf(url, clock).testingdist.createVersion(3, file, {});
  const failed = expect(upload).rejects.toMatchObject({
    code: 'api/timeout',
    details: { outcome: 'unknown' },
  });
  await advanceUntil(clock, failed);
  expect(clock.monotonic()).toBeGreaterThanOrEqual(300_000);
});
