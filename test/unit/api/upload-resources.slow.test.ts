import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, link, open, readdir, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, plainVersion, reply, serverOf, swallow, withToken, zeros } from './api-world.ts';

const megabyte = 1024 * 1024;
const onLinux = test.skipIf(process.platform !== 'linux');

async function writeInPlace(path: string, position: number): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.write('changed', position);
  await handle.close();
}

/** Returns the number of open handles of this process on the file. */
async function handlesOn(path: string): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target === path).length;
}

/** Polls, because the file is closed some time after the request fails. */
async function expectClosed(path: string): Promise<void> {
  await expect.poll(() => handlesOn(path)).toBe(0);
}

onLinux.each<[string, Parameters<typeof withToken>[0]]>([
  ['reset', (request) => void request.once('data', () => request.socket.resetAndDestroy())],
  ['rejected early', (_, response) => reply(response, 413, { detail: 'Too large.' })],
  ['confirmed early', (_, response) => reply(response, 201, plainVersion)],
  ['rejected twice with 401', (_, response) => reply(response, 401, {})],
  [
    'complete',
    async (request, response) => {
      await swallow(request);
      reply(response, 201, plainVersion);
    },
  ],
])('an upload that is %s leaves no file open', async (_, handle) => {
  const file = await zeros(24 * megabyte);
  const { api } = clientAt(await serverOf(withToken(handle)));
  await Promise.allSettled([
    api.testingdist.createVersion(3, file, {}),
    api.testingdist.createVersion(3, file, {}),
  ]);
  await expectClosed(file.path);
});

onLinux('an upload aborted while the service reads nothing closes its file', async () => {
  const file = await zeros(64 * megabyte);
  const stop = new AbortController();
  const url = await serverOf(
    withToken((request) => {
      request.once('data', () => {
        request.pause();
        stop.abort();
      });
    }),
  );
  const { api } = clientAt(url);
  const upload = api.testingdist.createVersion(3, file, { signal: stop.signal });
  await expect(upload).rejects.toMatchObject({ code: 'base/cancelled', details: { outcome: 'not-sent' } });
  await expectClosed(file.path);
});

onLinux('close() closes the file of a running upload', async () => {
  const file = await zeros(64 * megabyte);
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  const url = await serverOf(
    withToken((request) => {
      request.once('data', () => {
        request.pause();
        came();
      });
    }),
  );
  const { api } = clientAt(url);
  const failed = expect(api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code: 'base/cancelled',
  });
  await arrived;
  await api.close();
  await failed;
  await expectClosed(file.path);
});

test('an upload answered with success before its end is unconfirmed', async () => {
  const file = await zeros(64 * megabyte);
  const url = await serverOf(withToken((_, response) => reply(response, 201, plainVersion)));
  await expect(clientAt(url).api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code: 'api/unconfirmed',
    details: { outcome: 'unknown' },
  });
});

test('an upload whose token cannot be renewed has the outcome refused', async () => {
  const file = await zeros(1_000);
  let tokens = 0;
  const url = await serverOf(async (request, response) => {
    await swallow(request);
    if (request.url !== '/identity/connect/token') return reply(response, 401, {});
    tokens += 1;
    if (tokens > 1) return reply(response, 503, {});
    reply(response, 200, { access_token: 'token-1', expires_in: 72_000, token_type: 'Bearer' });
  });
  await expect(clientAt(url).api.testingdist.createVersion(3, file, {})).rejects.toMatchObject({
    code: 'api/busy',
    details: { outcome: 'refused' },
  });
});

test.each<[string, (path: string) => Promise<void>]>([
  ['written in place with the same size', (path) => writeInPlace(path, 31 * megabyte)],
  [
    'written with its old mtime restored',
    async (path) => {
      const { atime, mtime } = await stat(path);
      await writeInPlace(path, 0);
      await utimes(path, atime, mtime);
    },
  ],
])('a file %s during its upload is never sent completely', async (_, change) => {
  const file = await zeros(32 * megabyte);
  // Rounds the mtime to milliseconds, because `utimes` could not restore smaller fractions.
  const { atime, mtime } = await stat(file.path);
  await utimes(file.path, atime, mtime);
  let whole = false;
  let written: Promise<void> | null = null;
  const url = await serverOf(
    withToken(async (request, response) => {
      for await (const _chunk of request) {
        written ??= change(file.path);
        await written;
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

test.each<[string, (path: string) => Promise<void>]>([
  ['linked and given another mode', (path) => link(path, `${path}.link`).then(() => chmod(path, 0o600))],
  ['moved away', (path) => rename(path, `${path}.moved`)],
  ['removed', (path) => rm(path)],
])('a file that is %s during its upload arrives unchanged', async (_, change) => {
  const file = await zeros(32 * megabyte);
  let changed: Promise<void> | null = null;
  const url = await serverOf(
    withToken(async (request, response) => {
      for await (const _chunk of request) {
        changed ??= change(file.path);
        await changed;
      }
      reply(response, 201, plainVersion);
    }),
  );
  const { sha256 } = await clientAt(url).api.testingdist.createVersion(3, file, {});
  expect(sha256).toBe(createHash('sha256').update(Buffer.alloc(file.size)).digest('hex'));
});

test('a folder and a path below a file are rejected before sending', async () => {
  const url = await serverOf(withToken((_, response) => reply(response, 201, plainVersion)));
  const { api } = clientAt(url);
  const folder = await temporaryFolder();
  const { path } = await zeros(1);
  const file = { fileName: 'a.apk', size: 4_096 };
  await expect(api.testingdist.create({ ...file, path: folder })).rejects.toMatchObject({
    details: { outcome: 'not-sent' },
  });
  await expect(api.testingdist.create({ ...file, path: `${path}/below` })).rejects.toMatchObject({
    code: 'file/missing',
    details: { outcome: 'not-sent' },
  });
});

test.each([
  'plain.apk',
  'with "quotes" and \\ backslash.apk',
  'with\r\nnewline: x\n.apk',
  'Ünï–çødé 漢字 🚀.ipa',
  'semi;colon=x, comma.apk',
  '../../up.apk',
])('the file name %j is encoded as FormData expects', async (fileName) => {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, 'content');
  let read: File | null = null;
  let parts = 0;
  const url = await serverOf(
    withToken(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(Buffer.concat(chunks), { headers }).formData();
      parts = [...form].length;
      read = form.get('file') as File;
      reply(response, 201, plainVersion);
    }),
  );
  await clientAt(url).api.testingdist.createVersion(3, { path, fileName, size: 7 }, {});
  const file = read as File | null;
  expect(parts).toBe(1);
  expect(await file?.text()).toBe('content');
  const asSent = fileName.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
  expect([fileName, asSent]).toContain(file?.name);
});

test('an upload of 300 MB uses less than 64 MiB of memory', async () => {
  const file = await zeros(300_000_000);
  const url = await serverOf(
    withToken(async (request, response) => {
      await swallow(request);
      reply(response, 201, plainVersion);
    }),
  );
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    import { createApi } from ${module('../../../main/api/client.ts')};
    import { systemClock } from ${module('../../../main/base/clock.ts')};
    import { createLog } from ${module('../../../main/base/log/log.ts')};
    import { Redactor } from ${module('../../../main/base/log/redact.ts')};
    const [url, path] = process.argv.slice(1);
    const redactor = new Redactor();
    const account = { id: 'a', name: 'a', kind: 'remote', authUrl: url, baseUrl: url, userName: 'u', clientId: 'c',
      scope: 's', mode: 'plain', vendor: 'v', installLinkTemplate: null };
    const api = createApi({ account, redactor, clock: systemClock,
      credentials: async () => ({ password: 'password', clientSecret: 'secret' }),
      log: createLog({ clock: systemClock, redactor, sinks: [] }) });
    await api.signIn();
    const before = process.memoryUsage.rss();
    let peak = 0;
    const onProgress = () => { peak = Math.max(peak, process.memoryUsage.rss()); };
    await api.testingdist.createVersion(3, { path, fileName: 'b.apk', size: ${file.size} }, { onProgress });
    process.stdout.write(String(peak - before));
    await api.close();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', script, url, file.path],
  ]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(64 * 1024 * 1024);
});
