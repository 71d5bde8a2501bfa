import { createHash } from 'node:crypto';
import { appendFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { advanceUntil, createFakeClock } from '../../fakes/fake-clock.ts';
import { replacesOpenFiles } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { clientAt, fileIn, fileOf, plainVersion, reply, serverOf, swallow, withToken } from './api-world.ts';

const megabyte = 1024 * 1024;

/** Creates a file in which every 4-byte value is unique, so that a buffer that is sent twice is detected. */
async function build(
  size: number,
): Promise<{ path: string; fileName: string; size: number; sha256: string }> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(at, at);
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, bytes);
  return { path, fileName: 'Bäu "1".apk', size, sha256: createHash('sha256').update(bytes).digest('hex') };
}

test.each([0, 1, 65_536, megabyte, megabyte + 1, 9 * megabyte + 77])(
  'an upload of %i bytes arrives intact at a slow receiver',
  async (size) => {
    const file = await build(size);
    let received = '';
    let head = '';
    const url = await serverOf(
      withToken(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) {
          const count = chunks.push(chunk as Buffer);
          for (let pause = 0; pause < (count % 7 === 0 ? 40 : 0); pause += 1) await turn();
        }
        const body = Buffer.concat(chunks);
        expect(body.length).toBe(Number(request.headers['content-length']));
        head = body.subarray(0, 300).toString();
        received = createHash('sha256').update(fileIn(body)).digest('hex');
        reply(response, 201, plainVersion);
      }),
    );
    const { api } = clientAt(url);
    const [offered, progress]: [number[], number[]] = [[], []];
    const sent = await api.testingdist.createVersion(3, file, {
      onOffered: (bytes) => offered.push(bytes),
      // The progress is the number of bytes that were last offered to the connection.
      onProgress: (bytes) => {
        expect(offered.at(-1)).toBe(bytes);
        progress.push(bytes);
      },
    });
    expect([received, sent.sha256]).toEqual([file.sha256, file.sha256]);
    expect(sent.resource).toEqual(plainVersion);
    expect(head).toContain('name="file"; filename="Bäu %221%22.apk"');
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(offered).toEqual(progress);
    expect(progress.at(-1) ?? 0).toBe(size);
  },
);

test('an upload sends its body again after a 401', async () => {
  const file = await build(2 * megabyte + 3);
  const received: string[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      received.push(
        createHash('sha256')
          .update(await fileOf(request))
          .digest('hex'),
      );
      reply(response, request.headers.authorization === 'Bearer token-1' ? 401 : 201, plainVersion);
    }),
  );
  const { api } = clientAt(url);
  const { sha256 } = await api.testingdist.createVersion(3, file, {});
  expect(received).toEqual([file.sha256, file.sha256]);
  expect(sha256).toBe(file.sha256);
});

test.each([
  [400, 'refused'],
  [413, 'refused'],
  [429, 'refused'],
  [302, 'unknown'],
  [303, 'unknown'],
  [307, 'unknown'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('a complete upload answered with %i has the outcome %s', async (status, outcome) => {
  const file = await build(1_000);
  const url = await serverOf(
    withToken(async (request, response) => {
      await swallow(request);
      reply(response, status, {});
    }),
  );
  const error = await clientAt(url)
    .api.testingdist.create(file, {})
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ details: { outcome, status } });
});

describe('an upload rejected by an intermediary', () => {
  const answers = [
    ['a web page', { 'content-type': 'text/html' }, '<html><h1>no</h1></html>'],
    ['plain text', { 'content-type': 'text/plain' }, 'Request rejected'],
    ['an empty body', {}, ''],
  ] as const;
  const statuses = [400, 401, 403, 404, 407, 408, 413, 499] as const;

  test.each(statuses.flatMap((status) => answers.map((answer) => [status, ...answer] as const)))(
    'is sent once and has an unknown outcome: %i with %s',
    async (status, _, headers, text) => {
      const file = await build(1_000);
      let uploads = 0;
      const url = await serverOf(
        withToken(async (request, response) => {
          await swallow(request);
          uploads += 1;
          response.writeHead(status, headers).end(text);
        }),
      );
      const sent = clientAt(url).api.testingdist.create(file, {});
      await expect(sent).rejects.toMatchObject({ details: { outcome: 'unknown', status } });
      expect(uploads).toBe(1);
    },
  );
});

test.each([
  ['a page', 'text/html', '<html><title>Portal</title></html>', 'api/webPage'],
  ['an empty body', 'application/json', '', 'api/unconfirmed'],
  ['other JSON', 'application/json', '{"ok":true}', 'api/unexpectedResponse'],
])('an upload answered with 200 and %s has an unknown outcome', async (_, type, text, code) => {
  const file = await build(1_000);
  const url = await serverOf(
    withToken(async (request, response) => {
      await swallow(request);
      response.writeHead(200, { 'content-type': type }).end(text);
    }),
  );
  await expect(clientAt(url).api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code,
    details: { outcome: 'unknown' },
  });
});

test('a lost connection has outcome not-sent mid-body, unknown afterwards', async () => {
  const file = await build(40 * megabyte);
  let cutAt = 'body';
  const url = await serverOf(
    withToken(async (request, response) => {
      if (cutAt === 'body') {
        request.once('data', () => request.destroy());
        return;
      }
      await swallow(request);
      response.destroy();
    }),
  );
  const { api } = clientAt(url);
  const lost = { code: 'api/connectionLost', remedy: 'check-network' };
  await expect(api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    ...lost,
    details: { outcome: 'not-sent' },
  });
  cutAt = 'answer';
  await expect(api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    ...lost,
    details: { outcome: 'unknown' },
  });
});

test('an upload rejected mid-body stops and reports the rejection', async () => {
  const file = await build(64 * megabyte);
  const url = await serverOf(
    withToken((request, response) => {
      request.pause();
      reply(response, 413, { detail: 'At most 1 MB.' });
    }),
  );
  await expect(clientAt(url).api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code: 'api/tooLarge',
    details: { outcome: 'refused', status: 413 },
    message: expect.stringContaining('67.1\u00A0MB'),
  });
});

test('an upload without a response times out as idle', async () => {
  const file = await build(100);
  const clock = createFakeClock();
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  const url = await serverOf(
    withToken(async (request) => {
      await swallow(request);
      came();
    }),
  );
  const { api } = clientAt(url, { clock });
  const upload = api.testingdist.createVersion(3, file, { idleTimeoutMs: 30_000 });
  const failed = expect(upload).rejects.toMatchObject({
    code: 'api/timeout',
    details: { outcome: 'unknown' },
  });
  await arrived;
  await advanceUntil(clock, failed);
  expect(clock.pending()).toBe(0);
});

test('an abort mid-body cancels the upload', async () => {
  const file = await build(64 * megabyte);
  const stop = new AbortController();
  const url = await serverOf(
    withToken((request) => {
      request.once('data', () => stop.abort());
    }),
  );
  await expect(
    clientAt(url).api.testingdist.createVersion(3, file, { signal: stop.signal }),
  ).rejects.toMatchObject({ code: 'base/cancelled', details: { outcome: 'not-sent' } });
});

async function replaceWithNew(path: string): Promise<void> {
  await writeFile(`${path}.new`, 'new');
  await rename(`${path}.new`, path);
}

type Change = readonly [string, (path: string) => Promise<void>];

test.each<Change>([
  ['grows', (path: string) => appendFile(path, 'more')],
  ['shrinks', (path: string) => truncate(path, 5 * megabyte)],
  ...(replacesOpenFiles ? [['is replaced', replaceWithNew] as Change] : []),
])('a file that %s during its upload is never sent completely', async (_, change) => {
  const file = await build(64 * megabyte);
  let whole = false;
  let changing: Promise<void> | null = null;
  const url = await serverOf(
    withToken(async (request, response) => {
      for await (const _chunk of request) {
        changing ??= change(file.path);
        await changing;
      }
      whole = true;
      reply(response, 201, plainVersion);
    }),
  );
  await expect(clientAt(url).api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code: 'api/fileChanged',
    details: { outcome: 'not-sent' },
  });
  expect(whole).toBe(false);
});

test.each([
  ['small', 4_000],
  ['large', 20 * megabyte],
])('a %s build that does not match its checksums is never sent completely', async (_, size) => {
  const bytes = tinyBuild(size);
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, bytes);
  const check = await contentCheckOf(path);
  const file = { path, fileName: 'build.apk', size: bytes.length, check };
  const received: number[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      const at = received.push(0) - 1;
      for await (const chunk of request) received[at] = (received[at] ?? 0) + (chunk as Buffer).length;
      reply(response, 201, plainVersion);
    }),
  );
  const { api } = clientAt(url);
  const whole: string[] = [];
  const options = { onVerified: (sha256: string) => void whole.push(sha256) };
  const { sha256 } = await api.testingdist.createVersion(3, file, options);
  expect(whole).toEqual([sha256]);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await writeFile(path, bytes);
  await expect(api.testingdist.createVersion(3, file, options)).rejects.toMatchObject({
    code: 'package/partDamaged',
    details: { outcome: 'not-sent' },
  });
  expect(whole).toEqual([sha256]);
  expect(received[1] ?? 0).toBeLessThan(bytes.length);
});

test('a missing file or a file of a different size is not sent', async () => {
  const file = await build(100);
  const url = await serverOf(withToken((_, response) => reply(response, 201, plainVersion)));
  const { api } = clientAt(url);
  await expect(api.testingdist.create({ ...file, size: 99 }, {})).rejects.toMatchObject({
    code: 'api/fileChanged',
    details: { outcome: 'not-sent' },
  });
  await expect(api.testingdist.create({ ...file, path: `${file.path}.no` }, {})).rejects.toMatchObject({
    code: 'file/missing',
    details: { outcome: 'not-sent' },
  });
});

test('an upload to a closed port has the outcome not-sent', async () => {
  const { api } = clientAt('http://127.0.0.1:1');
  await expect(api.testingdist.create(await build(100), {})).rejects.toMatchObject({
    code: 'api/connectionRefused',
    details: { outcome: 'not-sent' },
  });
});
