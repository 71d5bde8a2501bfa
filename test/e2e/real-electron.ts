/** Runs the application in a real Electron, if one can be started. */
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import type { ControlCalls, ControlName, Snapshot } from '../fakes/electron/control-contract.ts';
import type { Application, StartOptions } from './application.ts';

const project = join(import.meta.dirname, '..', '..');

export type FoundElectron = { readonly path: string } | { readonly reason: string };

/** Returns the Electron of the `electron` package, or the reason why it cannot run here. */
export function findElectron(environment: NodeJS.ProcessEnv = process.env): FoundElectron {
  const { DISPLAY, WAYLAND_DISPLAY, ELECTRON_OVERRIDE_DIST_PATH: override } = environment;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return { reason: 'this computer has no display' };
  }
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  try {
    const path = join(override ?? join(folder, 'dist'), readFileSync(join(folder, 'path.txt'), 'utf8'));
    accessSync(path, constants.X_OK);
    return { path };
  } catch {
    return { reason: 'its program was not downloaded' };
  }
}

export async function startRealElectron(path: string, options: StartOptions): Promise<Application> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'slipway-e2e-')));
  const isRoot = process.getuid?.() === 0;
  const electron = await _electron.launch({
    executablePath: path,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      project,
      `--user-data-dir=${userData}`,
      ...(options.arguments ?? []),
    ],
    env: definedOnly({ ...process.env, ...options.environment }),
  });
  let output = '';
  for (const stream of [electron.process().stdout, electron.process().stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString('utf8');
    });
  }
  await recordOpenedAddresses(electron);
  const closed = once(electron.process(), 'exit').then(([code]) => code as number | null);
  const call = callsOf(electron);
  return {
    page: await electron.firstWindow(),
    origin: 'app://slipway',
    process: electron.process(),
    userData,
    call,
    snapshot: () => call('snapshot', {}),
    output: () => output,
    ended: () => closed,
    stop: async () => {
      await electron.close();
      if (options.userData === undefined) await rm(userData, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Opened = { readonly links: string[]; readonly paths: string[] };

/** Replaces the function that opens URLs on the desktop with a function that records the URLs. */
function recordOpenedAddresses(electron: ElectronApplication): Promise<void> {
  return electron.evaluate(({ shell }) => {
    const opened: Opened = { links: [], paths: [] };
    Object.assign(globalThis, { opened });
    Object.assign(shell, {
      openExternal: async (url: string) => void opened.links.push(url),
      showItemInFolder: (path: string) => void opened.paths.push(path),
      openPath: async (path: string) => {
        opened.paths.push(path);
        return '';
      },
    });
  });
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function callsOf(electron: ElectronApplication): Application['call'] {
  const acts: {
    readonly [Name in ControlName]?: (values: ControlCalls[Name]['arguments']) => Promise<unknown>;
  } = {
    snapshot: () => snapshotOf(electron),
    loadUrl: ({ url }) =>
      electron.evaluate(
        ({ BrowserWindow }, address) => BrowserWindow.getAllWindows()[0]?.loadURL(address),
        url,
      ),
    crashPage: () =>
      electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      ),
    openFile: ({ path }) =>
      electron.evaluate(
        ({ app }, opened) => void app.emit('open-file', { preventDefault: () => undefined }, opened),
        path,
      ),
    openUrl: ({ url }) =>
      electron.evaluate(
        ({ app }, opened) => void app.emit('open-url', { preventDefault: () => undefined }, opened),
        url,
      ),
    closeWindow: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    activate: () => electron.evaluate(({ app }) => void app.emit('activate')),
    power: ({ event }) =>
      electron.evaluate(({ powerMonitor }, happened) => {
        let waits = false;
        const preventDefault = (): void => {
          waits = true;
        };
        powerMonitor.emit(happened, { preventDefault });
        return waits;
      }, event),
    quit: () => electron.evaluate(({ app }) => app.quit()),
  };
  return async (name, values) => {
    const act = acts[name] as ((values: unknown) => Promise<unknown>) | undefined;
    if (!act) throw new Error(`Only the double can do “${name}”`);
    return (await act(values)) as never;
  };
}

async function snapshotOf(electron: ElectronApplication): Promise<Snapshot> {
  const windows = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      id: window.id,
      url: window.webContents.getURL(),
      title: window.getTitle(),
      visible: window.isVisible(),
      focused: window.isFocused(),
      minimized: window.isMinimized(),
      maximized: window.isMaximized(),
      bounds: window.getBounds(),
      progress: null,
      overlay: null,
      webPreferences: {},
    })),
  );
  const { links, paths } = await electron.evaluate(
    () => (globalThis as unknown as { readonly opened: Opened }).opened,
  );
  return {
    windows,
    trays: [],
    popup: [],
    applicationMenu: [],
    notifications: [],
    dialogs: [],
    openedLinks: links,
    shownPaths: paths,
    clipboard: await electron.evaluate(({ clipboard }) => clipboard.readText()),
    badgeCount: 0,
    wakeful: 0,
    recentDocuments: [],
    aboutPanel: null,
    themeSource: '',
    schemes: [],
    environment: await electron.evaluate(() => Object.keys(process.env)),
  };
}
