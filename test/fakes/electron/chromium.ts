/** Starts the Chromium process that renders the contents of the windows. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Frame, type Page, type Route } from 'playwright';
import { browserArguments, browserExecutable } from '../../e2e/browser.ts';
import { customScheme } from './addresses.ts';

export type ChromiumHandlers = {
  /** Responds to a request to a custom scheme. Returns Chromium's error name on failure, otherwise null. */
  onRequest(route: Route): Promise<string | null>;
  onFailure(page: Page, url: string, code: string): void;
  /** Returns false to stop a navigation. */
  allowsNavigation(page: Page, url: string, mainFrame: boolean): boolean;
  /** Called when Chromium exits unexpectedly. */
  onGone(): void;
};

export type Chromium = {
  newPage(): Promise<Page>;
  /** Returns the URL for `chromium.connectOverCDP`. */
  endpoint(): Promise<string>;
  close(): Promise<void>;
};

export async function launchChromium(handlers: ChromiumHandlers): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'electron-double-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserExecutable(),
    args: [...browserArguments, '--remote-debugging-port=0', '--block-new-web-contents'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  await prepare(context, handlers);
  const own = new Set<Page>();
  let closing = false;
  context.on('close', () => {
    if (!closing) handlers.onGone();
  });
  return {
    newPage: async () => {
      const blank = context.pages().find((page) => !own.has(page));
      const page = blank ?? (await context.newPage());
      own.add(page);
      return page;
    },
    endpoint: async () => {
      const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      return `http://127.0.0.1:${port}`;
    },
    close: async () => {
      closing = true;
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function prepare(context: BrowserContext, handlers: ChromiumHandlers): Promise<void> {
  await context.route('**/*', (route) => answer(route, handlers));
}

async function answer(route: Route, handlers: ChromiumHandlers): Promise<void> {
  const request = route.request();
  const frame = frameOf(route);
  if (request.isNavigationRequest()) {
    const stays =
      frame && !handlers.allowsNavigation(frame.page(), request.url(), frame.parentFrame() === null);
    // An aborted navigation leaves the page unchanged, like a prevented one.
    if (!frame || stays) return route.abort('aborted');
  }
  if (!customScheme(request.url())) return route.continue();
  const code = await handlers.onRequest(route);
  if (code === null) return;
  if (frame && request.isNavigationRequest()) handlers.onFailure(frame.page(), request.url(), code);
  return route.abort('failed');
}

/** Returns the frame of a request; null for the first request of a page that is still opening. */
function frameOf(route: Route): Frame | null {
  try {
    return route.request().frame();
  } catch {
    return null;
  }
}
