import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientAt, plainVersion, serverOf, withToken } from './api-world.ts';

const json = Buffer.from(JSON.stringify(plainVersion));

/** Creates a client whose service answers all requests with this response. */
async function answered(
  status: number,
  encoding: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
) {
  const acceptedEncodings: (string | undefined)[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      request.resume();
      acceptedEncodings.push(request.headers['accept-encoding']?.toString());
      const type = { 'content-type': 'application/json' };
      response.writeHead(status, { ...type, 'content-encoding': encoding, ...headers }).end(body);
    }),
  );
  return { ...clientAt(url), acceptedEncodings };
}

test.each<[string, Uint8Array]>([
  ['gzip', gzipSync(json)],
  ['X-GZIP', gzipSync(json)],
  ['deflate', deflateSync(json)],
  ['br', brotliCompressSync(json)],
  ['zstd', zstdCompressSync(json)],
  ['gzip, br', brotliCompressSync(gzipSync(json))],
  ['identity', json],
  ['', json],
])('a response encoded with “%s” is decoded', async (encoding, body) => {
  const { api, acceptedEncodings } = await answered(200, encoding, body);
  await expect(api.testingdist.getVersion(7)).resolves.toEqual(plainVersion);
  expect(acceptedEncodings).toEqual(['gzip']);
});

test.each<[string, string, Uint8Array]>([
  ['an unknown encoding', 'rot13', json],
  ['a body that is not compressed', 'gzip', json],
  ['a truncated body', 'gzip', gzipSync(json).subarray(0, 40)],
])('%s is reported as undecodable', async (_, encoding, body) => {
  const { api } = await answered(200, encoding, body);
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({
    code: 'api/undecodable',
    remedy: 'retry',
    message: expect.stringContaining(encoding),
    details: { method: 'GET' },
  });
});

test('a decompression bomb is rejected as too large', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const { api } = await answered(200, 'gzip', bomb);
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({ code: 'api/responseTooLarge' });
});

test('invalid JSON after 4 MB of spaces is rejected', async () => {
  const { api } = await answered(200, '', Buffer.from(`${' '.repeat(4_000_000)}x`));
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({ code: 'api/unexpectedResponse' });
});

test('an empty body with a content encoding is accepted', async () => {
  const { api } = await answered(200, 'gzip', Buffer.alloc(0));
  await expect(api.testingdist.removeVersion(7)).resolves.toBeUndefined();
});

test.each<[string, Uint8Array, string]>([
  ['its reason', gzipSync('{"detail":"The index is being rebuilt"}'), 'The index is being rebuilt.'],
  ['its status when the reason cannot be decoded', Buffer.from('{"detail":"no"}'), '500'],
])('the error for a compressed response contains %s', async (_, body, reason) => {
  const { api } = await answered(500, 'gzip', body);
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({
    code: 'api/serverError',
    message: expect.stringContaining(reason),
  });
});

test('a chunked response in a charset other than UTF-8 is decoded', async () => {
  const url = await serverOf(
    withToken(async (_, response) => {
      const text = Buffer.from(JSON.stringify({ ...plainVersion, applicationName: 'Bäckerei' }), 'latin1');
      response.writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' });
      for (let at = 0; at < text.length; at += 2) response.write(text.subarray(at, at + 2));
      response.end();
    }),
  );
  const { api } = clientAt(url);
  await expect(api.testingdist.getVersion(7)).resolves.toMatchObject({ applicationName: 'Bäckerei' });
});

test('an unknown charset is read as UTF-8', async () => {
  const url = await serverOf(
    withToken((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=klingon' });
      response.end(JSON.stringify({ ...plainVersion, applicationName: 'Bäckerei' }));
    }),
  );
  await expect(clientAt(url).api.testingdist.getVersion(7)).resolves.toMatchObject({
    applicationName: 'Bäckerei',
  });
});
