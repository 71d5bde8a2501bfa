/** Raw HTTP requests that another process on this computer can send to the loopback server. */
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallName } from '../../../preload/contract.ts';
import { ask, type OpenedWeb, openSession, openWeb, postJson, tokenOf } from './open-web.ts';

let opened: OpenedWeb;
beforeEach(async () => {
  opened = await openWeb();
});
afterEach(() => opened.close());

const info = { name: 'app.info', values: {} };
const code = (json: unknown): unknown => (json as { code?: unknown }).code;
const exchange = (token: unknown) => postJson(opened.port, '/bridge/session', { token });

/** Sends exactly these lines and returns everything received until the server closes the connection. */
async function raw(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(opened.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

test('a WebSocket upgrade is rejected on every path, even with a session', async () => {
  const { cookie, 'x-slipway-page': secret } = await opened.session();
  const host = `127.0.0.1:${opened.port}`;
  for (const origin of ['https://evil.example', 'null', `http://${host}`]) {
    for (const path of ['/', '/bridge/events', '/bridge/call', '/bridge/socket']) {
      const answer = await raw([
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${origin}`,
        `Cookie: ${cookie}`,
        `X-Slipway-Page: ${secret}`,
        'Connection: close, Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-Fetch-Mode: websocket',
        'Sec-Fetch-Site: cross-site',
      ]);
      expect(answer, `${origin} ${path}`).not.toMatch(/^HTTP\/1\.1 101/);
      if (path !== '/') expect(answer, `${origin} ${path}`).toMatch(/^HTTP\/1\.1 403/);
    }
  }
});

test('a request with a foreign, missing or second Host header is rejected', async () => {
  const host = `127.0.0.1:${opened.port}`;
  const { cookie, 'x-slipway-page': secret } = await opened.session();
  const evil = `evil.example:${opened.port}`;
  const call = (lines: readonly string[], target = '/bridge/events') =>
    raw([
      `GET ${target} HTTP/1.1`,
      ...lines,
      `Cookie: ${cookie}`,
      `X-Slipway-Page: ${secret}`,
      'Connection: close',
    ]);
  expect(await call([`Host: ${evil}`])).toMatch(/^HTTP\/1\.1 421/);
  expect(await call([])).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(await call([`Host: ${evil}`, `Host: ${host}`])).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(await call([`Host: ${evil}`], `http://${host}/bridge/events`)).toMatch(/^HTTP\/1\.1 421/);
});

test('an alternative spelling of a bridge path is protected or not found', async () => {
  const host = `127.0.0.1:${opened.port}`;
  const call = (target: string, origin: string) =>
    raw([`GET ${target} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, 'Connection: close']);
  for (const target of [
    `http://${host}/bridge/events`,
    `http://evil.example/bridge/events`,
    '/bridge/events?a=/',
    '/bridge/events#a',
  ]) {
    expect(await call(target, 'https://evil.example'), target).toMatch(/^HTTP\/1\.1 403/);
    expect(await call(target, `http://${host}`), target).toMatch(/^HTTP\/1\.1 401/);
  }
  for (const target of [
    '/%62ridge/call',
    '/bridge%2Fcall',
    '//bridge/call',
    '/a/../bridge/call',
    '/%zz',
    '/%ff',
  ]) {
    const answer = await call(target, 'https://evil.example');
    expect(answer, target).toMatch(/^HTTP\/1\.1 404/);
    expect(answer, target).toContain("default-src 'none'");
  }
});

test('every wrong token gets the same response', async () => {
  const right = tokenOf(opened.web.newLink());
  expect(right).toMatch(/^[\w-]{43}$/);
  const other = right.endsWith('A') ? 'E' : 'A';
  const near = [
    right.slice(0, -1),
    `${right}A`,
    right.slice(0, -1) + other,
    right.toLowerCase(),
    '',
    ' ',
    'A'.repeat(43),
  ];
  const answers = await Promise.all(near.map(exchange));
  for (const answer of answers) {
    expect([answer.status, code(answer.json)]).toEqual([401, 'web/linkRefused']);
    expect(answer.text).toBe(answers[0]?.text);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  for (const odd of [null, 7, [right], { token: right }]) {
    expect(code((await exchange(odd)).json)).toBe('web/notJson');
  }
  expect((await exchange('x'.repeat(2_000))).status).toBe(413);
  expect((await exchange(right)).status).toBe(200);
  expect((await exchange(right)).status).toBe(401);
});

test('each link has a token of 256 random bits', () => {
  const tokens = Array.from({ length: 500 }, () => tokenOf(opened.web.newLink()));
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('a new link is valid after many wrong tokens', async () => {
  for (let tried = 0; tried < 100; tried += 1) expect((await exchange('stale')).status).toBe(401);
  for (let tried = 0; tried < 20; tried += 1) expect((await exchange(`wrong-${tried}`)).status).toBe(401);
  const late = await exchange(tokenOf(opened.web.newLink()));
  expect([late.status, late.headers['set-cookie']?.length]).toEqual([200, 1]);
});

/** Bridge endpoints that need a session. */
const addresses: readonly (readonly [method: string, path: string, body: string])[] = [
  ['POST', '/bridge/call', '{"name":"app.info","values":{}}'],
  ['GET', '/bridge/events', ''],
  ['POST', '/bridge/files?name=a.apk', 'x'],
];

/** Returns the response of each endpoint to a program that forges the headers of a browser. */
async function forged(headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const browser = {
    origin: `http://127.0.0.1:${opened.port}`,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    'content-type': 'application/json',
  };
  const answers = addresses.map(([method, path, body]) =>
    ask(opened.port, path, { method, body, headers: { ...browser, ...headers } }),
  );
  return (await Promise.all(answers)).map(({ status, json }) => [status, code(json)]);
}

const refusedEverywhere = addresses.map(() => [401, 'web/sessionNeeded']);

test('a request with only the session cookie is rejected everywhere', async () => {
  const { cookie, 'x-slipway-page': secret } = await opened.session();
  expect(await forged({ cookie })).toEqual(refusedEverywhere);
  for (const guess of [
    '',
    'A'.repeat(43),
    cookie,
    cookie.split('=')[1] ?? '',
    secret.slice(1),
    `${secret}, ${secret}`,
  ]) {
    expect(await forged({ cookie, 'x-slipway-page': guess }), guess).toEqual(refusedEverywhere);
  }
});

test('a page secret without its session cookie is rejected', async () => {
  const { 'x-slipway-page': secret } = await opened.session();
  const { cookie } = await openSession(opened.port, opened.web.newLink());
  expect(await forged({ 'x-slipway-page': secret })).toEqual(refusedEverywhere);
  expect(await forged({ cookie, 'x-slipway-page': secret })).toEqual(refusedEverywhere);
});

test('the page secret appears in no header and no log line', async () => {
  const link = await postJson(opened.port, '/bridge/session', { token: tokenOf(opened.web.newLink()) });
  const { value } = link.json as { readonly value: string };
  expect(value).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(link.headers)).not.toContain(value);
  expect(opened.logged.join('\n')).not.toContain(value);
});

test('a cookie of the same name set by another port does not end a session', async () => {
  const session = await opened.session();
  const [name] = session.cookie.split('=');
  for (const cookie of [`${name}=planted; ${session.cookie}`, `${session.cookie}; ${name}=planted`]) {
    const answer = await postJson(opened.port, '/bridge/call', info, { ...session, cookie });
    expect(answer.status, cookie).toBe(200);
  }
});

test('every event stream without a session is rejected', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      ask(opened.port, '/bridge/events', { headers: { cookie: 'slipway=x' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
});

test('a page cannot read or write files of the user', async () => {
  const session = await opened.session();
  const path = join(opened.dataDir, 'mine.json');
  await writeFile(path, '# mine');
  const requests: readonly (readonly [name: CallName, values: object, code: string])[] = [
    ['uploads.exportHistory', { path, format: 'csv' }, 'bridge/notAllowed'],
    ['push.mapping.save', { path, before: '# mine', text: '{}' }, 'bridge/projectNotChecked'],
    ['push.mapping.open', { path }, 'bridge/projectNotChecked'],
    ['uploads.inspect', { path }, 'bridge/fileNotChosen'],
  ];
  for (const [name, values, expected] of requests) {
    const answer = await postJson(opened.port, '/bridge/call', { name, values }, session);
    expect(code(answer.json), name).toBe(expected);
  }
  expect(await readFile(path, 'utf8')).toBe('# mine');
});

test('the CSP requires Trusted Types and allows no policies', async () => {
  const { headers } = await ask(opened.port, '/');
  expect(headers['content-security-policy']).toContain(
    "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});
