import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientAt, plainVersion, serverOf, withToken } from './api-world.ts';

const json = Buffer.from(JSON.stringify(plainVersion));

/** A client of a service that gives this answer to everything. */
async function answered(
  status: number,
  encoding: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
) {
  const asked: (string | undefined)[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      request.resume();
      asked.push(request.headers['accept-encoding']?.toString());
      const type = { 'content-type': 'application/json' };
      response.writeHead(status, { ...type, 'content-encoding': encoding, ...headers }).end(body);
    }),
  );
  return { ...clientAt(url), asked };
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
])('unpacks an answer encoded with “%s”, asked for or not', async (encoding, body) => {
  const { api, asked } = await answered(200, encoding, body);
  await expect(api.testingdist.getVersion(7)).resolves.toEqual(plainVersion);
  expect(asked).toEqual(['gzip']);
});

test.each<[string, string, Uint8Array]>([
  ['an encoding nobody knows', 'rot13', json],
  ['what is not packed at all', 'gzip', json],
  ['the first half only', 'gzip', gzipSync(json).subarray(0, 40)],
])('%s is said, and never taken for an answer', async (_, encoding, body) => {
  const { api } = await answered(200, encoding, body);
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({
    code: 'api/undecodable',
    remedy: 'retry',
    message: expect.stringContaining(encoding),
    details: { method: 'GET' },
  });
});

test('an answer that unpacks without end is not unpacked without end', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const { api } = await answered(200, 'gzip', bomb);
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({ code: 'api/responseTooLarge' });
});

test('blanks without end before nonsense do not hold anybody up', async () => {
  const { api } = await answered(200, '', Buffer.from(`${' '.repeat(4_000_000)}x`));
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({ code: 'api/unexpectedResponse' });
});

test('no content stays no content, whatever encoding it claims', async () => {
  const { api } = await answered(200, 'gzip', Buffer.alloc(0));
  await expect(api.testingdist.removeVersion(7)).resolves.toBeUndefined();
});

test.each<[string, Uint8Array, string]>([
  ['its reason', gzipSync('{"detail":"The index is being rebuilt"}'), 'The index is being rebuilt.'],
  ['its status when the reason cannot be unpacked', Buffer.from('{"detail":"no"}'), '500'],
])('a failure that is packed gives %s', async (_, body, said) => {
  const { api } = await answered(500, 'gzip', body);
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({
    code: 'api/serverError',
    message: expect.stringContaining(said),
  });
});

test('an answer in pieces and in another charset is read', async () => {
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

test('a charset nobody knows is taken for UTF-8', async () => {
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
