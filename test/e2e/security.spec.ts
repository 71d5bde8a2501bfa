import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type Application, builtEntry, startApplication } from './application.ts';
import { callMain, expect, onBoth, test } from './fixtures.ts';
import { type RunningWindow, windowWeaknesses } from './weaknesses.ts';

const project = join(import.meta.dirname, '..', '..');

type Foreign = { readonly url: string; readonly requests: string[] };

/** Provides a foreign website. */
const withForeign = test.extend<{ readonly foreign: Foreign }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern.
  foreign: async ({}, use) => {
    const requests: string[] = [];
    const server: Server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('content-type', 'text/html').end('<h1>Foreign</h1>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await use({ url: `http://127.0.0.1:${port}/`, requests });
    server.closeAllConnections();
    server.close();
  },
});

const logged = (application: Application, text: string) => expect.poll(application.output).toContain(text);

/** Returns the externally observable properties of a running application. */
async function seen(application: Application): Promise<RunningWindow> {
  const answered = application.page.waitForResponse((answer) => answer.url() === `${application.origin}/`);
  await application.call('loadUrl', { url: 'app://slipway/' });
  return {
    ...(await application.snapshot()),
    policy: (await answered).headers()['content-security-policy'] ?? '',
    permissions: await application.call('askPermission', { permission: 'media' }),
  };
}

test('the window denies permissions and unsafe links, and isolates the page', async ({ application }) => {
  expect(windowWeaknesses(await seen(application))).toEqual([]);
  for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal']) {
    expect(await application.call('askPermission', { permission })).toEqual({
      request: false,
      check: false,
      device: false,
    });
  }
  const { page } = application;
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    'slipway://uploads',
  ]) {
    expect(await callMain(page, 'app.openLink', { url })).toMatchObject({
      ok: false,
      code: 'shell/linkRefused',
    });
  }
  expect(await callMain(page, 'app.openLink', { url: 'no address' })).toMatchObject({
    code: 'shell/noAddress',
  });
  expect(await callMain(page, 'app.openLink', { url: 'https://example.com/a' })).toEqual({
    ok: true,
    value: null,
  });
  expect((await application.snapshot()).openedLinks).toEqual(['https://example.com/a']);
});

test.describe('an application started with secrets in its environment', () => {
  test.use({ startOptions: { environment: { SLIPWAY_PASSWORD: 'a', SLIPWAY_USER: 'ann' } } });

  test('does not pass the secrets to programs that it opens', onBoth, async ({ application }) => {
    const { environment } = await application.snapshot();
    expect(environment.filter((name) => name.startsWith('SLIPWAY_'))).toContain('SLIPWAY_USER');
    expect(environment).not.toContain('SLIPWAY_PASSWORD');
  });
});

/** Security settings as they are in the minified application, each with its insecure replacement. */
const weakenings: readonly (readonly [weakness: string, sound: string | RegExp, weak: string])[] = [
  ['sandbox', 'sandbox:!0', 'sandbox:!1'],
  ['contextIsolation', 'contextIsolation:!0', 'contextIsolation:!1'],
  ['nodeIntegration', 'nodeIntegration:!1', 'nodeIntegration:!0'],
  ['nodeIntegrationInWorker', 'nodeIntegrationInWorker:!1', 'nodeIntegrationInWorker:!0'],
  ['nodeIntegrationInSubFrames', 'nodeIntegrationInSubFrames:!1', 'nodeIntegrationInSubFrames:!0'],
  ['webSecurity', 'webSecurity:!0', 'webSecurity:!1'],
  ['allowRunningInsecureContent', 'allowRunningInsecureContent:!1', 'allowRunningInsecureContent:!0'],
  ['webviewTag', 'webviewTag:!1', 'webviewTag:!0'],
  ['navigateOnDragDrop', 'navigateOnDragDrop:!1', 'navigateOnDragDrop:!0'],
  ['experimentalFeatures', 'spellcheck:!1', 'spellcheck:!1,experimentalFeatures:!0'],
  ['spellcheck', 'spellcheck:!1', 'spellcheck:!0'],
  ['bypassCSP', 'codeCache:!0', 'codeCache:!0,bypassCSP:!0'],
  ['default-src', "`default-src 'none'`", "`default-src 'self'`"],
  ['script-src', "`script-src 'self'`", "`script-src 'self' 'unsafe-inline'`"],
  ['trusted-types', "`trusted-types 'none'`", '`trusted-types *`'],
  ['connect-src', "`font-src 'self'`", "`font-src 'self'`,`connect-src https:`"],
  ['permissions: request', /(?<=Denied a permission`,\{permission:\w+\}\),\w+)\(!1\)/, '(!0)'],
  ['permissions: check', 'setPermissionCheckHandler(()=>!1)', 'setPermissionCheckHandler(null)'],
  ['permissions: device', 'setDevicePermissionHandler(()=>!1)', 'setDevicePermissionHandler(null)'],
];

test('each weakening of a built application is detected', async ({ folder }) => {
  const output = join(folder, 'out');
  await cp(dirname(dirname(builtEntry())), output, { recursive: true });
  await cp(join(project, 'assets'), join(folder, 'assets'), { recursive: true });
  const chunks = ['app.js', 'page-locale.js'].map((name) => join(output, 'main', name));
  const programs = await Promise.all(chunks.map((chunk) => readFile(chunk, 'utf8')));
  for (const [weakness, sound, weak] of weakenings) {
    const holding = programs.findIndex((program) => program.split(sound).length > 1);
    expect(programs.join().split(sound).length, `${weakness} stands once in the built application`).toBe(2);
    programs[holding] = (programs[holding] ?? '').replace(sound, () => weak);
  }
  await Promise.all(chunks.map((chunk, index) => writeFile(chunk, programs[index] ?? '')));
  await writeFile(join(folder, 'package.json'), await readFile(join(project, 'package.json')));
  const application = await startApplication({ entry: join(output, 'main', 'index.js') });
  try {
    expect([...windowWeaknesses(await seen(application))].sort()).toEqual(
      weakenings.map(([weakness]) => weakness).sort(),
    );
  } finally {
    await application.stop();
  }
});

type Restriction = (application: Application, foreign: Foreign) => Promise<void>;

/** Restrictions of the page. All are checked in the same window; the last check leaves the page. */
const restrictions: Readonly<Record<string, Restriction>> = {
  'the page has the bridge and no Node API': async (application) => {
    const found = await application.page.evaluate(() => {
      const scope = globalThis as unknown as Record<string, unknown>;
      return {
        node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in scope),
        bridge: Object.keys(scope['slipway'] as object).sort(),
        frozen: Object.isFrozen(scope['slipway']),
      };
    });
    expect(found).toEqual({ node: [], bridge: ['call', 'on', 'pathForFile'], frozen: true });
  },
  'unknown calls and wrong arguments are refused with their codes': async (application) => {
    const { page } = application;
    const call = (name: unknown, values: unknown) => callMain(page, name as 'app.info', values as never);
    expect(await call('secrets.get', {})).toMatchObject({ ok: false, code: 'bridge/unknownCall' });
    expect(await call('__proto__', {})).toMatchObject({ ok: false, code: 'bridge/unknownCall' });
    expect(await call(7, {})).toMatchObject({ ok: false, code: 'shell/badCall' });
    expect(await call('app.info', { more: 1 })).toMatchObject({ ok: false, code: 'bridge/badArguments' });
    expect(await call('app.openLink', { url: 5 })).toMatchObject({ ok: false, code: 'bridge/badArguments' });
  },
  'every response of the app: scheme has the CSP': async (application) => {
    const answered = application.page.waitForResponse((answer) => answer.url() === `${application.origin}/`);
    await application.call('loadUrl', { url: 'app://slipway/' });
    const response = await answered;
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(response.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  },
  'the page itself causes no CSP violation': async (application) => {
    const complaints: string[] = [];
    application.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    application.page.on('pageerror', (error) => complaints.push(error.message));
    await application.call('loadUrl', { url: 'app://slipway/' });
    await expect(application.page.getByRole('heading').first()).toBeVisible();
    expect(complaints).toEqual([]);
  },
  'scripts, styles, images and requests from elsewhere are blocked': async (application) => {
    await expect(application.page.getByRole('heading').first()).toBeVisible();
    const result = await application.page.evaluate(async () => {
      const blocked: string[] = [];
      Object.assign(globalThis, { blocked });
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
      const refused: string[] = [];
      const attempts: Record<string, () => unknown> = {
        'inline script': () => {
          const script = document.createElement('script');
          script.textContent = 'window.intruder = true';
          document.head.append(script);
        },
        'inline handler': () => document.body.setAttribute('onclick', 'window.intruder = true'),
        markup: () => document.body.insertAdjacentHTML('beforeend', '<b>intruder</b>'),
        eval: () => Function('window.intruder = true')(),
        style: () => document.body.setAttribute('style', 'color: red'),
        image: () => {
          new Image().src = 'https://foreign.example/pixel.png';
        },
        frame: () => {
          const frame = document.createElement('iframe');
          frame.src = 'https://foreign.example/';
          document.body.append(frame);
        },
        fetch: () => fetch('https://foreign.example/').catch(() => refused.push('fetch')),
      };
      // Runs in a new task, because the policy does not apply to code that Playwright evaluates.
      await new Promise<void>((resolve) => {
        setTimeout(async () => {
          for (const [name, act] of Object.entries(attempts)) {
            try {
              await act();
            } catch {
              refused.push(name);
            }
          }
          document.body.click();
          setTimeout(resolve, 0);
        }, 0);
      });
      return { refused, intruder: 'intruder' in globalThis };
    });
    expect(result.intruder).toBe(false);
    expect(result.refused).toEqual(
      expect.arrayContaining(['inline script', 'inline handler', 'markup', 'eval', 'fetch']),
    );
    // Violation events are dispatched some time after the request is blocked.
    await expect
      .poll(() => application.page.evaluate(() => (globalThis as unknown as { blocked: string[] }).blocked))
      .toEqual(expect.arrayContaining(['connect-src', 'img-src', 'frame-src', 'style-src-attr']));
  },
  'app: addresses outside the page are not served': async (application) => {
    const statuses = await application.page.evaluate(async (origin) => {
      const paths = [
        '/../main/index.js',
        '/..%2fmain%2findex.js',
        '/%2e%2e/preload/preload.cjs',
        '/nothing.js',
      ];
      return Promise.all(
        paths.map(
          (path) =>
            new Promise<string>((resolve) => {
              const script = document.createElement('link');
              script.rel = 'stylesheet';
              script.href = origin + path;
              script.onload = () => resolve('served');
              script.onerror = () => resolve('refused');
              document.head.append(script);
            }),
        ),
      );
    }, application.origin);
    expect(statuses).toEqual(['refused', 'refused', 'refused', 'refused']);
  },
  'navigation is denied, by script and by link': async (application, foreign) => {
    const { page } = application;
    const before = page.url();
    await page.evaluate((url) => {
      location.href = `${url}script`;
    }, foreign.url);
    await logged(application, `"url":"${foreign.url}script"`);
    await page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = `${url}link`;
      document.body.append(link);
      link.click();
    }, foreign.url);
    await logged(application, `"url":"${foreign.url}link"`);
    expect(page.url()).toBe(before);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(foreign.requests).toEqual([]);
  },
  'new windows are denied': async (application, foreign) => {
    const { page } = application;
    const opened = await page.evaluate((url) => {
      const other = window.open(`${url}window`);
      const link = document.createElement('a');
      link.href = `${url}blank`;
      link.target = '_blank';
      document.body.append(link);
      link.click();
      return other !== null;
    }, foreign.url);
    expect(opened).toBe(false);
    await logged(application, `"url":"${foreign.url}window"`);
    await logged(application, `"url":"${foreign.url}blank"`);
    expect((await application.snapshot()).windows).toHaveLength(1);
    expect(foreign.requests).toEqual([]);
  },
  'a foreign page in the window gets no response': async (application, foreign) => {
    await application.call('loadUrl', { url: foreign.url });
    await expect(application.page.getByRole('heading', { name: 'Foreign' })).toBeVisible();
    expect(await callMain(application.page, 'app.info', {})).toMatchObject({
      ok: false,
      code: 'shell/foreignSender',
    });
  },
};

withForeign('the page cannot exceed its restrictions', onBoth, async ({ application, foreign }) => {
  for (const [name, check] of Object.entries(restrictions)) {
    await test.step(name, () => check(application, foreign));
  }
});
