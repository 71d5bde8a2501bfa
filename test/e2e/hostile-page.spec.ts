/** A hostile page in the same browser as a Slipway tab can neither read nor change anything. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, browserExecutable } from './browser.ts';
import { test as base, callMain, expect, inTab } from './fixtures.ts';
import { startTab, type Tab } from './tab.ts';

/** Host name of the hostile page. The browser resolves it to this computer. */
const stranger = 'evil.test';

type Hostile = {
  readonly tab: Tab;
  readonly page: Page;
  readonly port: number;
  /** Headers that the hostile server has received. */
  readonly received: IncomingHttpHeaders[];
};

const test = base.extend<{ readonly hostile: Hostile }>({
  hostile: async ({ dataDir }, use) => {
    const received: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers);
      response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Hostile</h1>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const browser: Browser = await chromium.launch({
      executablePath: browserExecutable(),
      args: [...browserArguments, `--host-resolver-rules=MAP ${stranger} 127.0.0.1`],
    });
    const context = await browser.newContext();
    const tab = await startTab(dataDir, context);
    // Waits until the tab has signed in with its link and received its cookie.
    await expect(tab.page.getByRole('main')).toBeVisible();
    await use({ tab, page: await context.newPage(), port, received });
    await tab.stop();
    await browser.close();
    server.closeAllConnections();
    server.close();
  },
});

/** Runs in the hostile page. Tries all attacks and returns what each of them could read. */
async function attack(target: string): Promise<Readonly<Record<string, string>>> {
  const command = JSON.stringify({ name: 'uploads.setPaused', values: { paused: true } });
  const within = <Value>(work: Promise<Value>, late: Value): Promise<Value> =>
    Promise.race([work, new Promise<Value>((resolve) => setTimeout(() => resolve(late), 5_000))]);
  const read = (path: string, options: RequestInit): Promise<string> =>
    fetch(target + path, { credentials: 'include', ...options }).then(
      async (answer) => (answer.type === 'opaque' ? 'nothing' : `${answer.status} ${await answer.text()}`),
      () => 'nothing',
    );
  const load = (element: HTMLElement): Promise<string> =>
    within(
      new Promise((resolve) => {
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('nothing');
        document.body.append(element);
      }),
      'nothing',
    );
  const made = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    values: Partial<HTMLElementTagNameMap[Name]>,
  ): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), values);
  const socket = (path: string): Promise<string> =>
    within(
      new Promise((resolve) => {
        const opening = new WebSocket(target.replace('http', 'ws') + path);
        opening.onopen = () => resolve('open');
        opening.onmessage = () => resolve('message');
        opening.onerror = () => resolve('nothing');
      }),
      'nothing',
    );
  const stream = (): Promise<string> =>
    within(
      new Promise((resolve) => {
        const source = new EventSource(`${target}/bridge/events`, { withCredentials: true });
        source.onopen = () => resolve('open');
        source.onerror = () => {
          source.close();
          resolve('nothing');
        };
      }),
      'nothing',
    );
  const submit = async (): Promise<string> => {
    const frame = made('iframe', { name: 'answer' });
    document.body.append(frame);
    const form = made('form', { method: 'post', enctype: 'text/plain', target: 'answer' });
    form.action = `${target}/bridge/call`;
    // A text/plain form is sent as name=value. Here, both parts together form the JSON of a command.
    form.append(made('input', { name: `${command.slice(0, -1)},"a":"`, value: '"}' }));
    document.body.append(form);
    const answered = new Promise<void>((resolve) => {
      frame.onload = () => resolve();
    });
    form.submit();
    await within(answered, undefined);
    try {
      return frame.contentDocument?.body.textContent ? 'read' : 'nothing';
    } catch {
      return 'nothing';
    }
  };
  const sandboxed = (): Promise<string> =>
    within(
      new Promise((resolve) => {
        const frame = made('iframe', {});
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.srcdoc = `<script>fetch(${JSON.stringify(`${target}/bridge/call`)}, { method: 'POST', credentials: 'include',
          mode: 'no-cors', body: ${JSON.stringify(command)} }).then((answer) => parent.postMessage(answer.type, '*'),
          () => parent.postMessage('nothing', '*'))</script>`;
        addEventListener('message', ({ data }) => resolve(data === 'opaque' ? 'nothing' : String(data)));
        document.body.append(frame);
      }),
      'nothing',
    );
  const framed = async (): Promise<string> => {
    const frame = made('iframe', { src: `${target}/` });
    await load(frame);
    return frame.contentDocument === null ? 'nothing' : frame.contentDocument.title || 'nothing';
  };
  return {
    'asking as JSON': await read('/bridge/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: command,
    }),
    'asking as text': await read('/bridge/call', { method: 'POST', mode: 'no-cors', body: command }),
    'reading events': await read('/bridge/events', {}),
    'sending a file': await read('/bridge/files?name=a.apk', { method: 'POST', mode: 'no-cors', body: 'x' }),
    'guessing a link': await read('/bridge/session', {
      method: 'POST',
      mode: 'no-cors',
      body: '{"token":"a"}',
    }),
    'reading the page': await read('/', {}),
    'a form': await submit(),
    'a sandboxed frame': await sandboxed(),
    'the page in a frame': await framed(),
    'an image': await load(made('img', { src: `${target}/bridge/events` })),
    'a script': await load(made('script', { src: `${target}/bridge/events` })),
    'a style sheet': await load(made('link', { rel: 'stylesheet', href: `${target}/bridge/events` })),
    'an event stream': await stream(),
    'a socket for events': await socket('/bridge/events'),
    'a socket for calls': await socket('/bridge/call'),
  };
}

/** Collects the statuses of requests below this URL, including those hidden from the page. */
async function statusesOf(page: Page, address: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  const asked = new Set<string>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith(address)) asked.add(requestId);
  });
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (asked.has(requestId)) statuses.push(statusCode);
  });
  return statuses;
}

test('a hostile page cannot read data or call the bridge', inTab, async ({ hostile }) => {
  test.setTimeout(120_000);
  const { tab, page, port } = hostile;
  const paused = () => callMain(tab.page, 'uploads.paused', {});
  const statuses = await statusesOf(page, `${tab.origin}/bridge/`);
  // Another port of 127.0.0.1 counts as the same site, so requests from there include the cookie.
  for (const origin of [
    `http://127.0.0.1:${port}`,
    `http://${stranger}:${port}`,
    `http://localhost:${port}`,
  ]) {
    await page.goto(origin);
    const found = await page.evaluate(attack, tab.origin);
    expect(
      Object.entries(found).filter(([, answer]) => answer !== 'nothing'),
      origin,
    ).toEqual([]);
    expect(await paused(), origin).toEqual({ ok: true, value: false });
  }
  // Proves that the requests have reached Slipway and were refused.
  expect(statuses.length).toBeGreaterThan(10);
  expect(new Set(statuses)).toEqual(new Set([403]));
  // Proves that the command is valid: it succeeds when Slipway's own page sends it.
  expect(await callMain(tab.page, 'uploads.setPaused', { paused: true })).toMatchObject({ ok: true });
  expect(await paused()).toEqual({ ok: true, value: true });
});

test('a cookie captured on another port cannot open a session', inTab, async ({ hostile }) => {
  const { tab, page, port, received } = hostile;
  await page.goto(`http://127.0.0.1:${port}/bridge/call`);
  await page.evaluate(() => fetch('/bridge/events', { credentials: 'include' }));
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toBe('{}');
  // Ignores requests without a cookie, such as the icon request.
  const { cookie = '' } = received.findLast((headers) => headers.cookie !== undefined) ?? {};
  // Proves that the browser sends the cookie to the other port as well.
  expect(cookie).toContain(`slipway-${new URL(tab.origin).port}=`);
  const secret = await tab.page.evaluate(() => sessionStorage.getItem('slipway-page'));
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(received)).not.toContain(secret);
  const replayed = await fetch(`${tab.origin}/bridge/call`, {
    method: 'POST',
    headers: { cookie, origin: tab.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'app.info', values: {} }),
  });
  expect([replayed.status, await replayed.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'web/sessionNeeded' }),
  ]);
  expect(await callMain(tab.page, 'app.info', {})).toMatchObject({ ok: true });
});

test('a request through DNS rebinding is refused', inTab, async ({ hostile }) => {
  const { tab, page } = hostile;
  const { port } = new URL(tab.origin);
  const answer = await page.goto(`http://${stranger}:${port}/`);
  expect(answer?.status()).toBe(421);
  expect(await answer?.text()).not.toContain('<title>Slipway');
  const asked = await page.evaluate(async () => {
    const call = await fetch('/bridge/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'app.info', values: {} }),
    }).then(
      (reply) => reply.status,
      () => 0,
    );
    return { call, cookie: document.cookie };
  });
  // Either the page's content security policy blocks the request (0), or the server refuses it (421).
  expect([0, 421]).toContain(asked.call);
  expect(asked.cookie).toBe('');
});
