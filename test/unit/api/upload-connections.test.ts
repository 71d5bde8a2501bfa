import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, plainVersion, reply, serverOf, withToken } from './api-world.ts';

const megabyte = 1024 * 1024;

async function build(size = 1_000) {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, Buffer.alloc(size));
  return { path, fileName: 'build.apk', size };
}

async function swallow(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}

/** A service that notes over which connection each change of it came; a status of null is no answer. */
async function service(status: (count: number) => number | null = () => 201) {
  const changes: { readonly path: string; readonly socket: Socket }[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      if (request.method !== 'GET') changes.push({ path: request.url ?? '', socket: request.socket });
      await swallow(request);
      const answer = status(changes.length);
      if (answer !== null) reply(response, answer, plainVersion);
    }),
  );
  return { api: clientAt(url).api, sockets: () => changes.map(({ socket }) => socket) };
}

test('uploads that follow each other go over one connection, those at the same time over their own', async () => {
  const { api, sockets } = await service();
  const file = await build();
  for (let count = 0; count < 3; count += 1) await api.testingdist.createVersion(3, file);
  expect(new Set(sockets()).size).toBe(1);
  const large = await build(8 * megabyte);
  await Promise.all([1, 2, 3].map(() => api.testingdist.createVersion(3, large)));
  expect(new Set(sockets().slice(3)).size).toBe(3);
});

test('a connection that an upload was broken off on is never used again, nor one of an upload for anything else', async () => {
  const stop = new AbortController();
  const { api, sockets } = await service((count) => {
    if (count === 2) stop.abort();
    return count === 2 ? null : 201;
  });
  const file = await build();
  await api.testingdist.createVersion(3, file);
  const broken = api.testingdist.createVersion(3, file, { signal: stop.signal });
  await expect(broken).rejects.toMatchObject({ code: 'base/cancelled' });
  await api.testingdist.createVersion(3, file);
  await api.testingdist.activate(7).catch(() => null);
  const [first, second, third, fourth] = sockets();
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).not.toBe(third);
});

test('a connection the service gave up meanwhile is not waited for: the next upload has another one', async () => {
  const { api, sockets } = await service();
  const file = await build();
  await api.testingdist.createVersion(3, file);
  const [socket] = sockets();
  const closed = new Promise((resolve) => socket?.once('close', resolve));
  socket?.end();
  await closed;
  for (let turns = 0; turns < 20; turns += 1) await turn();
  await expect(api.testingdist.createVersion(3, file)).resolves.toMatchObject({ resource: { id: 7 } });
  expect(new Set(sockets()).size).toBe(2);
});
