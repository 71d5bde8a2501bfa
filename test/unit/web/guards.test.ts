import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type OpenedWeb, openWeb, postJson, type SessionHeaders, tokenOf } from './open-web.ts';

let opened: OpenedWeb;
let session: SessionHeaders;

beforeAll(async () => {
  opened = await openWeb();
  session = await opened.session();
});
afterAll(() => opened.close());

const info = { name: 'app.info', values: {} };
const code = (json: unknown): unknown => (json as { code?: unknown }).code;

test('a request to a foreign host name at 127.0.0.1 is rejected', async () => {
  for (const host of [
    `evil.example:${opened.port}`,
    '127.0.0.1',
    `127.0.0.1:1`,
    `127.0.0.1.evil.example:${opened.port}`,
  ]) {
    const page = await ask(opened.port, '/', { headers: { host } });
    expect([page.status, code(page.json)], host).toEqual([421, 'web/foreignHost']);
    const call = await postJson(opened.port, '/bridge/call', info, {
      host,
      ...session,
      origin: `http://${host}`,
    });
    expect([call.status, code(call.json)], host).toEqual([421, 'web/foreignHost']);
  }
});

test('localhost is accepted as the host', async () => {
  const host = `localhost:${opened.port}`;
  const reply = await postJson(opened.port, '/bridge/call', info, {
    host,
    ...session,
    origin: `http://${host}`,
  });
  expect(reply.status).toBe(200);
});

test('a call from a foreign origin is rejected', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    `http://127.0.0.1:${opened.port + 1}`,
    `https://127.0.0.1:${opened.port}`,
  ]) {
    const reply = await postJson(opened.port, '/bridge/call', info, { origin, ...session });
    expect([reply.status, code(reply.json)], origin).toEqual([403, 'web/foreignOrigin']);
  }
});

test('a POST without an Origin is rejected', async () => {
  const reply = await postJson(opened.port, '/bridge/call', info, { origin: '', ...session });
  expect([reply.status, code(reply.json)]).toEqual([403, 'web/foreignOrigin']);
});

test('a request marked as cross-site is rejected on every private path', async () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    for (const path of ['/bridge/events', '/bridge/call', '/bridge/files?name=a.apk', '/bridge/session']) {
      const method = path === '/bridge/events' ? 'GET' : 'POST';
      const reply = await ask(opened.port, path, { method, headers: { ...session, 'sec-fetch-site': site } });
      expect([reply.status, code(reply.json)], `${site} ${path}`).toEqual([403, 'web/foreignOrigin']);
    }
  }
});

test('an event stream for a foreign origin is rejected', async () => {
  const reply = await ask(opened.port, '/bridge/events', {
    headers: { ...session, origin: 'https://evil.example' },
  });
  expect(reply.status).toBe(403);
});

test('a request without a valid session is rejected', async () => {
  const port = opened.port;
  const { cookie } = session;
  const name = cookie.split('=')[0];
  const wrong: readonly Record<string, string>[] = [
    {},
    { cookie: `${name}=` },
    { cookie: `${name}=${'A'.repeat(43)}` },
    { cookie: `other=${cookie}` },
    { ...session, cookie: `other=${cookie}` },
    { ...session, 'x-slipway-page': 'A'.repeat(43) },
  ];
  for (const headers of wrong) {
    const call = await postJson(port, '/bridge/call', info, headers);
    const events = await ask(port, '/bridge/events', { headers });
    const files = await ask(port, '/bridge/files?name=a.apk', { method: 'POST', headers, body: 'x' });
    for (const reply of [call, events, files]) {
      expect([reply.status, code(reply.json)]).toEqual([401, 'web/sessionNeeded']);
    }
  }
});

test('a body of the wrong type, shape or size is rejected', async () => {
  const port = opened.port;
  const form = await ask(port, '/bridge/call', {
    method: 'POST',
    body: JSON.stringify(info),
    headers: { ...session, 'content-type': 'text/plain' },
  });
  expect([form.status, code(form.json)]).toEqual([415, 'web/wrongType']);
  const broken = await ask(port, '/bridge/call', {
    method: 'POST',
    body: '{"name":',
    headers: { ...session, 'content-type': 'application/json' },
  });
  expect([broken.status, code(broken.json)]).toEqual([400, 'web/notJson']);
  const shape = await postJson(port, '/bridge/call', { name: 1 }, { ...session });
  expect([shape.status, code(shape.json)]).toEqual([400, 'web/notJson']);
  const large = await postJson(port, '/bridge/session', { token: 'x'.repeat(5_000) });
  expect([large.status, code(large.json)]).toEqual([413, 'web/tooLarge']);
});

test('unknown paths and methods are rejected with their error codes', async () => {
  const port = opened.port;
  const missing = await postJson(port, '/bridge/nothing', {}, { ...session });
  expect([missing.status, code(missing.json)]).toEqual([404, 'web/notFound']);
  const method = await ask(port, '/bridge/call', { headers: { ...session } });
  expect([method.status, code(method.json)]).toEqual([405, 'web/methodNotAllowed']);
  const options = await ask(port, '/bridge/call', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(options.status).toBe(403);
  expect(options.headers['access-control-allow-origin']).toBeUndefined();
});

test('the page has a CSP that allows only its own resources', async () => {
  const page = await ask(opened.port, '/');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Slipway</title>');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers['x-content-type-options']).toBe('nosniff');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.headers['set-cookie']).toBeUndefined();
});

test('files outside the page are not served', async () => {
  for (const path of [
    '/../outside.html',
    '/%2e%2e/outside.html',
    '/assets/..%2f..%2foutside.html',
    '/assets',
    '/..%5coutside.html',
    '//etc/passwd',
  ]) {
    const reply = await ask(opened.port, path);
    expect(reply.status, path).toBe(404);
    expect(reply.text).not.toContain('not to be seen');
  }
  expect((await ask(opened.port, '/assets/main.js')).headers['content-type']).toBe(
    'text/javascript; charset=utf-8',
  );
});

test('link tokens, cookies and page secrets are not logged', async () => {
  const link = opened.web.newLink();
  await postJson(
    opened.port,
    '/bridge/session',
    { token: tokenOf(link) },
    { origin: 'https://evil.example' },
  );
  const text = opened.logged.join('\n');
  expect(text).not.toContain(tokenOf(link));
  expect(text).not.toContain(session.cookie.split('=')[1]);
  expect(text).not.toContain(session['x-slipway-page']);
});
