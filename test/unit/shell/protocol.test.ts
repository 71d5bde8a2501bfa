import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { createLog } from '../../../main/base/log/log.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { pageFile, pagePolicy, servePage } from '../../../main/shell/window/protocol.ts';

let folder = '';
const log = createLog({ clock: systemClock, redactor: new Redactor(), sinks: [] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-page-'));
  await mkdir(join(folder, 'page', 'assets'), { recursive: true });
  await writeFile(join(folder, 'page', 'index.html'), '<h1>Slipway</h1>');
  await writeFile(join(folder, 'page', 'assets', 'index-1.js'), 'run()');
  await writeFile(join(folder, 'secret.js'), 'secret');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const serve = (address: string, method = 'GET'): Promise<Response> =>
  servePage(join(folder, 'page'), log, () => 'de-AT')(new Request(address, { method }));

test('the page is served with its Content-Type and the CSP', async () => {
  const page = await serve('app://slipway/');
  expect(page.status).toBe(200);
  expect(await page.text()).toBe('<h1>Slipway</h1>');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toBe(pagePolicy);
  const script = await serve('app://slipway/assets/index-1.js');
  expect(await script.text()).toBe('run()');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  'app://slipway/../secret.js',
  'app://slipway/%2e%2e/secret.js',
  'app://slipway/..%2fsecret.js',
  'app://slipway/assets/..%5c..%5csecret.js',
  'app://slipway//secret.js',
  'app://slipway/assets%00.js',
  'app://slipway/%ff.js',
  'app://slipway/.hidden.js',
  'app://slipway/assets/',
  'app://slipway/nothing.js',
  'app://elsewhere/index.html',
  'file:///etc/passwd',
])('a request for %s returns 404', async (address) => {
  const response = await serve(address);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-security-policy')).toBe(pagePolicy);
});

test('methods other than GET and HEAD are rejected', async () => {
  expect((await serve('app://slipway/', 'POST')).status).toBe(405);
  const head = await serve('app://slipway/', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('no URL resolves outside the folder', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string(), (path, text) => {
      for (const address of [
        `app://slipway${path}`,
        `app://slipway/${text}`,
        `app://slipway/${encodeURI(text)}.js`,
      ]) {
        const file = pageFile('/page', address);
        if (file !== null) {
          expect(file.startsWith(`${sep}page${sep}`)).toBe(true);
          expect(file.split(sep)).not.toContain('..');
        }
      }
    }),
  );
});

test('the CSP allows only the page itself', () => {
  expect(pagePolicy.startsWith("default-src 'none'")).toBe(true);
  expect(pagePolicy).not.toMatch(/unsafe|\*|https?:|blob:/);
});
