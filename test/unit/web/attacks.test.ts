/** What somebody else on this computer can send to the loopback host, byte by byte. */
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuessBrake } from '../../../main/web/guess-brake.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { ask, type OpenedWeb, openWeb, postJson, tokenOf } from './open-web.ts';

let opened: OpenedWeb;
beforeEach(async () => {
  opened = await openWeb();
});
afterEach(() => opened.close());

const code = (json: unknown): unknown => (json as { code?: unknown }).code;
const trade = (token: unknown) => postJson(opened.port, '/bridge/session', { token });

/** Sends exactly these lines and gives what comes back until the host ends the connection. */
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

test('no connection becomes a web socket, with the cookie of the session or without', async () => {
  const cookie = await opened.session();
  const host = `127.0.0.1:${opened.port}`;
  for (const origin of ['https://evil.example', 'null', `http://${host}`]) {
    for (const path of ['/', '/bridge/events', '/bridge/call', '/bridge/socket']) {
      const answer = await raw([
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${origin}`,
        `Cookie: ${cookie}`,
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

test('a request that names two hosts, none, or one in its target is refused', async () => {
  const host = `127.0.0.1:${opened.port}`;
  const cookie = await opened.session();
  const evil = `evil.example:${opened.port}`;
  const call = (lines: readonly string[], target = '/bridge/events') =>
    raw([`GET ${target} HTTP/1.1`, ...lines, `Cookie: ${cookie}`, 'Connection: close']);
  expect(await call([`Host: ${evil}`])).toMatch(/^HTTP\/1\.1 421/);
  expect(await call([])).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(await call([`Host: ${evil}`, `Host: ${host}`])).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(await call([`Host: ${evil}`], `http://${host}/bridge/events`)).toMatch(/^HTTP\/1\.1 421/);
});

test('a token is refused unless it is exactly right, always in the same words', async () => {
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
  const answers = await Promise.all(near.map(trade));
  for (const answer of answers) {
    expect([answer.status, code(answer.json)]).toEqual([401, 'web/linkRefused']);
    expect(answer.text).toBe(answers[0]?.text);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  for (const odd of [null, 7, [right], { token: right }]) {
    expect(code((await trade(odd)).json)).toBe('web/notJson');
  }
  expect((await trade('x'.repeat(2_000))).status).toBe(413);
  expect((await trade(right)).status).toBe(200);
  expect((await trade(right)).status).toBe(401);
});

test('links are made of 256 random bits each', () => {
  const tokens = Array.from({ length: 500 }, () => tokenOf(opened.web.newLink()));
  expect(new Set(tokens).size).toBe(500);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('after twenty wrong tokens none is looked at any more, not even the right one', async () => {
  const right = tokenOf(opened.web.newLink());
  for (let tried = 0; tried < 20; tried += 1) expect((await trade(`wrong-${tried}`)).status).toBe(401);
  const late = await trade(right);
  expect([late.status, code(late.json)]).toEqual([429, 'web/tooManyTries']);
  expect(late.headers['set-cookie']).toBeUndefined();
});

test('who is connected already goes on meanwhile', async () => {
  const cookie = await opened.session();
  for (let tried = 0; tried < 21; tried += 1) await trade(`wrong-${tried}`);
  const info = await postJson(opened.port, '/bridge/call', { name: 'app.info', values: {} }, { cookie });
  expect(info.status).toBe(200);
});

test('a minute later a link is looked at again', async () => {
  const clock = createFakeClock();
  const brake = createGuessBrake(clock);
  for (let tried = 0; tried < 19; tried += 1) brake.wrong();
  expect(brake.allows()).toBe(true);
  brake.wrong();
  expect(brake.allows()).toBe(false);
  await clock.advance(59_999);
  expect(brake.allows()).toBe(false);
  await clock.advance(1);
  expect(brake.allows()).toBe(true);
});

test('many streams of a stranger cost nothing: each is refused at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      ask(opened.port, '/bridge/events', { headers: { cookie: 'slipway=x' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
});
