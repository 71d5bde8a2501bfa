/** Fixtures of the specs: a running Slipway, and helpers that act as the user or as the page. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Browser, test as base, chromium, expect, type Locator, type Page } from '@playwright/test';
import type { Bridge, CallArguments, CallName, CallResult, Outcome } from '../../preload/page.ts';
import { hookName, preloadWorld } from '../fakes/electron/page-worlds.ts';
import { type FaultProxy, openFaultProxy } from '../fakes/fault-proxy.ts';
import { type Application, type StartOptions, startApplication } from './application.ts';
import { browserArguments, browserExecutable } from './browser.ts';
import { type HostKind, type Slipway, startDesktop, startSlipway } from './slipway.ts';
import { type OtherService, openOtherService } from './world.ts';

/** User agent of an ordinary browser. Install pages treat a headless browser as a robot. */
const personsBrowser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Marks a test that also runs in real Electron. */
export const onBoth = { tag: '@electron' };

/** Marks a test that runs in the window as well as in a browser tab. */
export const alsoInTab = { tag: '@browser' };

/** Marks a test that runs in a browser tab only. */
export const inTab = { tag: '@only-browser' };

export const everywhere = { tag: ['@electron', '@browser'] };

/**
 * Marks a test that skips the Electron double: the same screen runs in a tab and in real Electron, and other
 * tests cover the window.
 */
export const tabIsEnough = { tag: ['@electron', '@only-browser'] };

type Fixtures = {
  /** Electron test double, real Electron, or a browser tab. Set by the Playwright project. */
  readonly host: HostKind;
  /** Start options, which `test.use` overrides. */
  readonly startOptions: StartOptions;
  readonly application: Application;
  /** Starts the application with these settings already stored. */
  readonly startWith: (settings: Record<string, unknown>) => Promise<Application>;
  /** An empty folder that is removed after the test. */
  readonly folder: string;
  /** Starts Slipway on `dataDir`. Can be called repeatedly. */
  readonly start: () => Promise<Slipway>;
  readonly slipway: Slipway;
  /** Data folder of `start`. */
  readonly dataDir: string;
  /** A service that Slipway treats as remote. Its data is in `folder`. */
  readonly service: OtherService;
  /** Proxy in front of `service` that can slow down or break connections. */
  readonly connection: FaultProxy;
};

type WorkerFixtures = {
  /** Chromium shared by all tabs of a worker. It is started on first use. */
  readonly tabBrowser: () => Promise<Browser>;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  startOptions: [{}, { option: true }],
  host: ['double', { option: true }],
  application: async ({ startOptions, host }, use, testInfo) => {
    if (host === 'browser') throw new Error('A browser tab is no desktop application');
    const application = await startDesktop(host, startOptions);
    await use(application);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('output', { body: application.output(), contentType: 'text/plain' });
    }
    await application.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from the pattern.
  startWith: async ({}, use) => {
    const userData = await temporary('slipway-e2e-');
    const started: Application[] = [];
    await use(async (settings) => {
      await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
      const application = await startApplication({ userData });
      started.push(application);
      return application;
    });
    for (const application of started) await application.stop();
    await remove(userData);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from the pattern.
  folder: async ({}, use) => {
    const folder = await temporary('slipway-builds-');
    await use(folder);
    await remove(folder);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from the pattern.
  dataDir: async ({}, use) => {
    const folder = await temporary('slipway-e2e-');
    await use(folder);
    await remove(folder);
  },
  start: async ({ host, dataDir, tabBrowser }, use, testInfo) => {
    const started: Slipway[] = [];
    await use(async () => {
      const slipway = await startSlipway(host, dataDir, async () => (await tabBrowser()).newContext());
      started.push(slipway);
      return slipway;
    });
    for (const slipway of started) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('output', { body: slipway.output(), contentType: 'text/plain' });
        const path = testInfo.outputPath('page.png');
        const picture = await slipway.page.screenshot({ path }).catch(() => null);
        if (picture) await testInfo.attach('page', { path, contentType: 'image/png' });
      }
      await slipway.stop();
    }
  },
  slipway: async ({ start }, use) => use(await start()),
  service: async ({ folder }, use) => {
    const service = await openOtherService(join(folder, 'service'));
    await use(service);
    await service.stop();
  },
  connection: async ({ service }, use) => {
    const proxy = await openFaultProxy(service.url);
    await use(proxy);
    await proxy.stop();
  },
  tabBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from the pattern.
    async ({}, use) => {
      let browser: Promise<Browser> | null = null;
      await use(() => {
        browser ??= chromium.launch({
          executablePath: browserExecutable(),
          args: [...browserArguments, `--user-agent=${personsBrowser}`],
        });
        return browser;
      });
      await (await (browser as Promise<Browser> | null))?.close();
    },
    { scope: 'worker' },
  ],
});

/** Creates a temporary folder. Returns its real path, because Slipway shows real paths. */
async function temporary(prefix: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), prefix)));
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

export { expect };

export type PageWindow = { readonly slipway: Bridge };

/** Calls the main process as the page does, in the window or in a tab. */
export function callMain<Name extends CallName>(page: Page, name: Name, values: CallArguments<Name>) {
  return page.evaluate(
    async (body) => {
      const { slipway } = globalThis as unknown as Partial<PageWindow>;
      if (slipway) return slipway.call(body.name, body.values as never);
      const secret = sessionStorage.getItem('slipway-page') ?? '';
      const headers = { 'content-type': 'application/json', 'x-slipway-page': secret };
      const answer = await fetch('/bridge/call', { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as Outcome<CallResult<Name>>;
    },
    { name, values } as { name: Name; values: unknown },
  );
}

/** Passes files to the main process as after a drop, but without using the page's drop handler. */
export async function receiveFiles(page: Page, paths: readonly string[]): Promise<void> {
  const input = await inputWith(page, paths);
  await input.evaluate(async (element) => {
    const { slipway } = globalThis as unknown as PageWindow;
    for (const file of element.files ?? []) await slipway.pathForFile(file);
  });
  await input.dispose();
}

/** Creates a file input outside of the document and selects these files in it. */
async function inputWith(page: Page, paths: readonly string[]) {
  await setFilePaths(page, paths);
  const input = await page.evaluateHandle(() => {
    const element = document.createElement('input');
    element.type = 'file';
    element.multiple = true;
    return element;
  });
  await input.setInputFiles([...paths]);
  return input;
}

/** Drops files on the page, including their paths, as a file manager does. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const input = await inputWith(page, paths);
  await input.evaluate((element) => {
    const transfer = new DataTransfer();
    for (const file of element.files ?? []) transfer.items.add(file);
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }
  });
  await input.dispose();
}

/** Clicks a button and selects files in the system dialog that it opens. */
export async function chooseFiles(page: Page, button: Locator, paths: readonly string[]): Promise<void> {
  await setFilePaths(page, paths);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles([...paths]);
}

/** Replaces `webUtils` of the preload, because files in the double have no path. Not for browser tabs. */
async function setFilePaths(page: Page, paths: readonly string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const worlds: number[] = [];
  devtools.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === preloadWorld) worlds.push(context.id);
  });
  await devtools.send('Runtime.enable');
  const named = JSON.stringify(paths.map((path) => [basename(path), path]));
  const files = `globalThis[Symbol.for(${JSON.stringify(hookName)})].files`;
  const expression = `for (const [name, path] of ${named}) ${files}.set(name, path)`;
  for (const contextId of worlds) await devtools.send('Runtime.evaluate', { expression, contextId });
  await devtools.detach();
}
