import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, dirname, extname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { safeName } from '../../../main/web/dropped-files.ts';
import { startWeb } from '../../../main/web/web.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { ask, type OpenedWeb, openWeb, type Reply, type SessionHeaders } from './open-web.ts';

let opened: OpenedWeb;
afterEach(() => opened.close());

async function drop(name: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Reply> {
  return ask(opened.port, `/bridge/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers: { ...(await session()), 'content-length': String(body.length), ...headers },
  });
}

let cachedSession: SessionHeaders | null = null;
async function session(): Promise<SessionHeaders> {
  cachedSession ??= await opened.session();
  return cachedSession;
}

async function open(): Promise<void> {
  cachedSession = null;
  opened = await openWeb();
}

const spool = (): string => join(opened.dataDir, 'dropped');

test('a dropped file is copied into a private folder under its own name', async () => {
  await open();
  const body = Buffer.from('a build '.repeat(100_000));
  const reply = await drop('Field Notes – ü.APK', body);
  const path = String((reply.json as { value: unknown }).value);
  expect(reply.json).toEqual({ ok: true, value: path });
  expect(basename(path)).toBe('Field Notes _ ü.APK');
  expect(dirname(dirname(path))).toBe(spool());
  expect(await readFile(path)).toEqual(body);
  if (!hasModes) return;
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(spool())).mode & 0o077).toBe(0);
});

test('a file name never resolves outside the folder', async () => {
  await open();
  for (const name of [
    '../../../etc/passwd.apk',
    '..\\..\\evil.apk',
    '/etc/passwd',
    '..',
    '',
    '\u0000.ipa',
    'a/b/c.ipa',
  ]) {
    const reply = await drop(name, Buffer.from('x'));
    const path = String((reply.json as { value: unknown }).value);
    expect(dirname(dirname(path)), name).toBe(spool());
  }
});

test('a dropped file is removed if its transfer is aborted', async () => {
  await open();
  const headers = {
    ...(await session()),
    origin: `http://127.0.0.1:${opened.port}`,
    host: `127.0.0.1:${opened.port}`,
    'content-length': '1000000',
  };
  const sent = request({
    host: '127.0.0.1',
    port: opened.port,
    path: '/bridge/files?name=a.apk',
    method: 'POST',
    headers,
    agent: false,
  });
  sent.on('error', () => undefined);
  sent.write(Buffer.alloc(100_000));
  await vi.waitFor(async () => expect(await readdir(spool())).toHaveLength(1), { timeout: 10_000 });
  sent.destroy();
  await vi.waitFor(async () => expect(await readdir(spool())).toEqual([]), { timeout: 10_000 });
});

test('a file that does not fit on the disk is rejected and removed', async () => {
  await open();
  const huge = '9000000000000000';
  const reply = await ask(opened.port, '/bridge/files?name=big.ipa', {
    method: 'POST',
    headers: { ...(await session()), 'content-length': huge, expect: '100-continue' },
  }).catch((error: unknown) => error);
  expect(reply).toMatchObject({
    status: 507,
    json: { ok: false, code: 'web/noSpace', remedy: 'free-space' },
  });
  expect(await readdir(spool())).toEqual([]);
});

test('a file without a Content-Length is rejected', async () => {
  await open();
  const reply = await ask(opened.port, '/bridge/files?name=a.apk', {
    method: 'POST',
    body: 'x',
    headers: { ...(await session()), 'transfer-encoding': 'chunked' },
  });
  expect([reply.status, (reply.json as { code: unknown }).code]).toEqual([411, 'web/lengthRequired']);
});

test('unused copies older than a day are removed at startup', async () => {
  await open();
  const [old, young] = [join(spool(), 'old'), join(spool(), 'young')];
  await mkdir(old);
  await mkdir(young);
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  const again = await startWeb({
    core: opened.core,
    rendererDir: opened.rendererDir,
    log: collectedLog().log,
  });
  await again.stop();
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

test('any name is sanitised and keeps the extension of the build', async () => {
  await open();
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom('.apk', '.ipa', '.APK'),
      (stem, extension) => {
        const name = safeName(stem + extension);
        expect(name).toBe(basename(name));
        expect(extname(name)).toBe(extension);
        expect(name).toMatch(/^[^.\s/\\\p{Cc}][^/\\\p{Cc}]*$/u);
        expect(name.length).toBeLessThanOrEqual(260);
      },
    ),
  );
});
