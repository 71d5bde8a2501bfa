import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, plainVersion, reply, serverOf, withToken } from './api-world.ts';

async function build() {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, 'content');
  return { path, fileName: 'build.apk', size: 7 };
}

async function swallow(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}

test('createVersion reads the created version from the Location header', async () => {
  const file = await build();
  const url = await serverOf(
    withToken(async (request, response) => {
      await swallow(request);
      if (request.method === 'GET') return reply(response, 200, plainVersion);
      response.writeHead(201, { location: '/api/v3/testingdist/profiles/items/7' }).end();
    }),
  );
  const { resource } = await clientAt(url).api.testingdist.createVersion(3, file, {});
  expect(resource.id).toBe(7);
});

test.each<[string, string, (response: ServerResponse) => void]>([
  ['to a 404', '/api/v3/gone', (response) => reply(response, 404, {})],
  ['to a 500', '/api/v3/items/7', (response) => reply(response, 500, {})],
  [
    'to a page',
    '/login',
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  ],
  ['to another resource', '/api/v3/profiles/3', (response) => reply(response, 200, { id: 3, name: 'Shop' })],
  ['to a 204', '/api/v3/items/7', (response) => void response.writeHead(204).end()],
  ['to another origin', 'http://localhost.localdomain/x', (response) => reply(response, 200, plainVersion)],
  ['to an address with credentials', '//user:word@[::1]/x', (response) => reply(response, 200, plainVersion)],
  ['to an invalid address', 'http://[', (response) => reply(response, 200, plainVersion)],
])('a Location header that leads %s leaves the upload unconfirmed', async (_, location, there) => {
  const file = await build();
  const methods: (string | undefined)[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      methods.push(request.method);
      await swallow(request);
      if (request.method === 'GET') return there(response);
      response.writeHead(201, { location }).end();
    }),
  );
  await expect(clientAt(url).api.testingdist.createVersion(3, file)).rejects.toMatchObject({
    code: 'api/unconfirmed',
    remedy: 'none',
    details: { outcome: 'unknown', status: 201, method: 'POST' },
  });
  expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
});

test('an upload aborted while reading its new version has outcome unknown', async () => {
  const file = await build();
  const stop = new AbortController();
  const url = await serverOf(
    withToken(async (request, response) => {
      await swallow(request);
      if (request.method === 'GET') return stop.abort();
      response.writeHead(201, { location: '/x' }).end();
    }),
  );
  const upload = clientAt(url).api.testingdist.createVersion(3, file, { signal: stop.signal });
  await expect(upload).rejects.toMatchObject({ code: 'base/cancelled', details: { outcome: 'unknown' } });
});
