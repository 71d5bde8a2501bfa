import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../main/base/clock.ts';
import { createLog } from '../../../main/base/log/log.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { type Core, createCore } from '../../../main/core.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { memorySettings } from '../../../main/settings/settings-store.ts';
import { startWeb, type Web } from '../../../main/web/web.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';

export type OpenedWeb = {
  readonly web: Web;
  readonly core: Core;
  readonly dataDir: string;
  readonly rendererDir: string;
  readonly port: number;
  readonly logged: readonly string[];
  /** Opens a session with the initial link and returns the headers that it needs. */
  session(): Promise<SessionHeaders>;
  close(): Promise<void>;
};

/** Opens a real core on a temporary folder behind a real loopback host. */
export async function openWeb(): Promise<OpenedWeb> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-web-test-'));
  const [dataDir, rendererDir] = [join(folder, 'data'), join(folder, 'renderer')];
  await mkdir(join(rendererDir, 'assets'), { recursive: true });
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>Slipway</title>');
  await writeFile(join(rendererDir, 'assets', 'main.js'), 'export {};');
  await writeFile(join(folder, 'outside.html'), 'not to be seen');
  const logged: string[] = [];
  const redactor = new Redactor();
  const log = createLog({ clock: systemClock, redactor, sinks: [(line) => logged.push(line)] });
  const core = await createCore({
    dataDir,
    settings: memorySettings({}, log),
    secrets: memorySecrets(),
    clock: systemClock,
    log,
    redactor,
    version: '1.2.3',
    ...quickPasswords,
  });
  const web = await startWeb({ core, rendererDir, log });
  const port = Number(new URL(web.url).port);
  return {
    web,
    core,
    dataDir,
    rendererDir,
    port,
    logged,
    session: () => openSession(port, web.url),
    close: async () => {
      await web.stop();
      await core.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Session cookie and page secret. Only the pages of Slipway send both. */
export type SessionHeaders = { readonly cookie: string; readonly 'x-slipway-page': string };

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
};

export type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** Sends a request. Host and, for POST, Origin default to the correct values; empty values omit a header. */
export async function ask(port: number, path: string, asked: Asked = {}): Promise<Reply> {
  const { method = 'GET', body } = asked;
  const origin = method === 'POST' ? { origin: `http://127.0.0.1:${port}` } : {};
  const headers = Object.fromEntries(
    Object.entries({ host: `127.0.0.1:${port}`, ...origin, ...asked.headers }).filter(
      ([, value]) => value !== '',
    ),
  );
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
        const json: unknown = isJson ? JSON.parse(text) : null;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export function postJson(
  port: number,
  path: string,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return ask(port, path, {
    method: 'POST',
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function tokenOf(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}

export function cookieOf(reply: Reply): string {
  return reply.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** Opens a link as the page does, with the browser’s existing cookie if there is one. */
export async function openSession(port: number, link: string, cookie = ''): Promise<SessionHeaders> {
  const reply = await postJson(port, '/bridge/session', { token: tokenOf(link) }, { cookie });
  const { value } = reply.json as { readonly value: string };
  return { cookie: cookieOf(reply) || cookie, 'x-slipway-page': value };
}
