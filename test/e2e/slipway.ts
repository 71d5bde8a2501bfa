/** A running Slipway, either in its window or in a browser tab. */
import type { BrowserContext, Page } from '@playwright/test';
import { type Application, startApplication } from './application.ts';
import { findElectron, startRealElectron } from './real-electron.ts';
import { startTab } from './tab.ts';

export type HostKind = 'double' | 'electron' | 'browser';

export type Slipway = {
  readonly page: Page;
  readonly dataDir: string;
  /** Access to the desktop and the window; null for a browser tab. */
  readonly desktop: Application | null;
  /** Returns the terminal output so far. */
  output(): string;
  copied(): Promise<string>;
  /** Returns the URLs that were opened outside of the page. */
  opened(): Promise<readonly string[]>;
  /** Quits Slipway, or sends Ctrl-C to its terminal. */
  stop(): Promise<void>;
  /** Kills Slipway, as a power failure does. */
  kill(): Promise<void>;
};

/** Starts Slipway. `context` is the browser context of the tab; the window ignores it. */
export async function startSlipway(
  host: HostKind,
  dataDir: string,
  context: () => Promise<BrowserContext>,
): Promise<Slipway> {
  if (host === 'browser') return inTab(dataDir, await context());
  return inWindow(dataDir, await startDesktop(host, { userData: dataDir }));
}

export function startDesktop(
  host: 'double' | 'electron',
  options: Parameters<typeof startApplication>[0],
): Promise<Application> {
  if (host === 'double') return startApplication(options);
  const found = findElectron();
  if ('reason' in found) throw new Error(`Electron cannot be run: ${found.reason}`);
  return startRealElectron(found.path, options ?? {});
}

function inWindow(dataDir: string, desktop: Application): Slipway {
  return {
    page: desktop.page,
    dataDir,
    desktop,
    output: desktop.output,
    copied: async () => (await desktop.snapshot()).clipboard,
    opened: async () => (await desktop.snapshot()).openedLinks,
    stop: desktop.stop,
    kill: async () => {
      desktop.process.kill('SIGKILL');
      await desktop.ended();
    },
  };
}

async function inTab(dataDir: string, context: BrowserContext): Promise<Slipway> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tab = await startTab(dataDir, context);
  const { page } = tab;
  return {
    page,
    dataDir,
    desktop: null,
    output: tab.output,
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
    opened: async () => {
      const others = context.pages().filter((other) => !other.url().startsWith(tab.origin));
      return others.map((other) => other.url());
    },
    stop: async () => {
      await tab.stop();
      await context.close();
    },
    kill: async () => {
      await tab.kill();
      await context.close();
    },
  };
}
