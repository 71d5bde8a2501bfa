import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  clientAt,
  plainVersion,
  rawServerOf,
  reply,
  serverOf,
  swallow,
  withToken,
  zeros,
} from './api-world.ts';

const megabyte = 1024 * 1024;

/** Starts a service that records connections. A null status leaves the request unanswered. */
async function service(status: (count: number) => number | null = () => 201) {
  const requests: Socket[] = [];
  const tokens: Socket[] = [];
  const url = await serverOf(
    withToken(
      async (request, response) => {
        requests.push(request.socket);
        await swallow(request);
        const answer = status(requests.length);
        if (answer !== null) reply(response, answer, request.url?.endsWith('/profiles') ? [] : plainVersion);
      },
      (request) => tokens.push(request.socket),
    ),
  );
  return { api: clientAt(url).api, sockets: () => requests, tokens };
}

test('sequential uploads share a connection, and parallel uploads do not', async () => {
  const { api, sockets } = await service();
  const file = await zeros(1_000);
  for (let count = 0; count < 3; count += 1) await api.testingdist.createVersion(3, file);
  expect(new Set(sockets()).size).toBe(1);
  const large = await zeros(8 * megabyte);
  await Promise.all([1, 2, 3].map(() => api.testingdist.createVersion(3, large)));
  expect(new Set(sockets().slice(3)).size).toBe(3);
});

test('sign-in, list, upload and send requests share one connection', async () => {
  const { api, sockets, tokens } = await service();
  await api.testingdist.list();
  await api.testingdist.createVersion(3, await zeros(1_000));
  await api.testingdist.activate(7);
  await api.testingdist.send(7, { teamIds: [], memberIds: [], emails: [] });
  expect([tokens.length, sockets().length]).toEqual([1, 4]);
  expect(new Set([...tokens, ...sockets()]).size).toBe(1);
});

test('a connection with an aborted request is not reused', async () => {
  const stop = new AbortController();
  const { api, sockets } = await service((count) => {
    if (count === 2) stop.abort();
    return count === 2 ? null : 201;
  });
  const file = await zeros(1_000);
  await api.testingdist.createVersion(3, file);
  const broken = api.testingdist.createVersion(3, file, { signal: stop.signal });
  await expect(broken).rejects.toMatchObject({ code: 'base/cancelled' });
  await api.testingdist.createVersion(3, file);
  const [first, second, third] = sockets();
  expect(second).toBe(first);
  expect(third).not.toBe(second);
});

test('an upload opens a new connection if the service closed the old one', async () => {
  const { api, sockets } = await service();
  const file = await zeros(1_000);
  await api.testingdist.createVersion(3, file);
  const [socket] = sockets();
  const closed = new Promise((resolve) => socket?.once('close', resolve));
  socket?.end();
  await closed;
  for (let count = 0; count < 20; count += 1) await turn();
  await expect(api.testingdist.createVersion(3, file)).resolves.toMatchObject({ resource: { id: 7 } });
  expect(new Set(sockets()).size).toBe(2);
});

test('a POST does not reuse a connection that closes after its response', async () => {
  const token = JSON.stringify({ access_token: 'token-1', expires_in: 72_000, token_type: 'Bearer' });
  const version = JSON.stringify(plainVersion);
  let connections = 0;
  const url = await rawServerOf((socket) => {
    connections += 1;
    socket.once('data', (chunk) => {
      const body = String(chunk).includes('/identity/') ? token : version;
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      setTimeout(() => socket.end(), 5);
      socket.on('data', () => socket.destroy());
    });
  });
  const { api } = clientAt(url);
  await expect(api.testingdist.activate(7)).resolves.toMatchObject({ id: 7 });
  await expect(api.testingdist.deactivate(7)).resolves.toMatchObject({ id: 7 });
  expect(connections).toBe(3);
});
