/** Downloads from addresses outside of the API. The token is sent only to the origin of the account. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientAt, reply, serverOf, withToken } from './api-world.ts';

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x80]);

/** Starts a service. `/api` returns an empty list, and every other path this response. */
async function beside(status: number, body: Uint8Array, headers: Record<string, string> = {}) {
  const requests: string[] = [];
  let tokens = 0;
  const url = await serverOf(
    withToken(
      (request, response) => {
        request.resume();
        if (request.url?.startsWith('/api/')) return reply(response, 200, []);
        requests.push(`${request.url} ${request.headers.authorization}`);
        response.writeHead(status, headers).end(body);
      },
      () => {
        tokens += 1;
      },
    ),
  );
  return { ...clientAt(url), url, requests, tokens: () => tokens };
}

test('bytes() returns the bytes unchanged for an address or a path', async () => {
  const { api, url, requests } = await beside(200, picture, {
    'content-type': 'text/plain; charset=utf-16le',
  });
  expect(await api.bytes(`${url}/icons/1?size=2#top`, 100)).toEqual(picture);
  expect(await api.bytes('/icons/2', 100)).toEqual(picture);
  expect(requests).toEqual(['/icons/1?size=2 Bearer token-1', '/icons/2 Bearer token-1']);
});

test('bytes() decompresses a gzip response', async () => {
  const { api } = await beside(200, gzipSync(picture), { 'content-encoding': 'gzip' });
  expect(await api.bytes('/icon', 100)).toEqual(picture);
});

test('bytes() sends no request to another origin', async () => {
  const { api, requests, url } = await beside(200, picture);
  const other = await beside(200, picture);
  for (const address of [
    `${other.url}/icon`,
    `//${new URL(other.url).host}/icon`,
    url.replace('http:', 'https:'),
    'file:///etc/passwd',
    `blob:${url}/icon`,
    'data:image/png;base64,AAAA',
    'http://[',
  ]) {
    expect(await api.bytes(address, 100), address).toBeNull();
  }
  expect([...requests, ...other.requests]).toEqual([]);
});

test('bytes() rejects another origin if its URL has credentials or no TLS', async () => {
  const { api, requests, tokens } = await beside(200, picture);
  const other = await beside(200, picture);
  for (const address of [
    `${other.url}/icon`,
    'http://icons.example/icon',
    'https://user:secret@icons.example/icon',
    'ftp://icons.example/',
    'https://',
  ]) {
    expect(await api.bytes(address, 100, { allowOtherOrigins: true }), address).toBeNull();
  }
  expect([...requests, ...other.requests, tokens()]).toEqual([0]);
});

test.each([404, 410])('bytes() returns null for status %i', async (status) => {
  const { api } = await beside(status, Buffer.from('gone'));
  expect(await api.bytes('/icon', 100)).toBeNull();
});

test.each([
  [302, 'api/redirected'],
  [403, 'api/forbidden'],
  [500, 'api/serverError'],
] as const)('bytes() rejects status %i with %s after one request', async (status, code) => {
  const { api, requests } = await beside(status, Buffer.from('no'), { location: '/elsewhere' });
  await expect(api.bytes('/icon', 100)).rejects.toMatchObject({ code });
  expect(requests).toHaveLength(1);
});

test('a 401 from outside the API keeps the session and its token', async () => {
  const { api, tokens } = await beside(401, Buffer.from('who?'), { 'www-authenticate': 'Basic realm="x"' });
  await api.testingdist.list();
  for (let time = 0; time < 3; time += 1) {
    await expect(api.bytes('/icon', 100)).rejects.toMatchObject({ code: 'api/unauthorized' });
  }
  await expect(api.testingdist.list()).resolves.toEqual([]);
  expect(tokens()).toBe(1);
});

test('bytes() rejects more bytes than allowed, compressed or not', async () => {
  const plain = await beside(200, Buffer.alloc(101));
  await expect(plain.api.bytes('/icon', 100)).rejects.toMatchObject({ code: 'api/responseTooLarge' });
  const packed = await beside(200, gzipSync(Buffer.alloc(10_000)), { 'content-encoding': 'gzip' });
  await expect(packed.api.bytes('/icon', 100)).rejects.toMatchObject({ code: 'api/responseTooLarge' });
  expect(await (await beside(200, Buffer.alloc(100))).api.bytes('/icon', 100)).toHaveLength(100);
});
