/**
 * Electron test double: the parts of the main process that Slipway uses. Windows are real Chromium pages with
 * the shipped preload, served by the registered handler. All other calls are recorded. Tests control it over
 * the control channel.
 */

import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from '@playwright/test';
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron';
import { fromWeb } from './addresses.ts';
import { AppDouble } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';
import { type Chromium, launchChromium } from './chromium.ts';
import { serveControl } from './control.ts';
import { CrashReporterDouble } from './crash-reporter.ts';
import { clipboardDouble, powerSaveBlockerDouble, screenDouble, shellDouble } from './desktop.ts';
import { dialogDouble } from './dialog.ts';
import { IpcMainDouble } from './ipc-main.ts';
import { createLifecycle } from './lifecycle.ts';
import { buildMenu, MenuDouble } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { NativeThemeDouble } from './native-theme.ts';
import { notificationClass } from './notification.ts';
import { answerPage } from './page-calls.ts';
import { PowerMonitorDouble } from './power-monitor.ts';
import { ProtocolDouble } from './protocol.ts';
import { createRecordings } from './recordings.ts';
import { safeStorageDouble } from './safe-storage.ts';
import { sessionsDouble } from './session.ts';
import { trayClass } from './tray.ts';
import { showUncaught } from './uncaught.ts';

const recordings = createRecordings();
const windows = new Set<BrowserWindowDouble>();
let chromium: Promise<Chromium> | null = null;

const windowOf = (page: Page): BrowserWindowDouble | undefined =>
  [...windows].find((window) => window.webContents.isOn(page));

const app = new AppDouble(recordings);
const lifecycle = createLifecycle({
  ...{ app, windows },
  release: async () => (await chromium)?.close(),
});
app.attach(lifecycle);
const { isReady } = lifecycle;
const ipcMain = new IpcMainDouble();
const protocol = new ProtocolDouble(recordings, isReady);
const crashReporter = new CrashReporterDouble(() => app.getPath('crashDumps'));
const session = sessionsDouble();

/** Starts Chromium only when needed, because the application may have no windows. */
function browser(): Promise<Chromium> {
  chromium ??= launchChromium({
    onRequest: (route) => protocol.answer(route),
    onFailure: (page, url, code) => windowOf(page)?.webContents.noteFailure(url, code),
    allowsNavigation: (page, url, mainFrame) =>
      windowOf(page)?.webContents.allowsNavigation(url, mainFrame) ?? false,
    onGone: () => app.exit(1),
  });
  return chromium;
}

class BrowserWindow extends BrowserWindowDouble {
  constructor(options: BrowserWindowConstructorOptions = {}) {
    super(options, {
      windows,
      isReady,
      workArea: () => screen.getPrimaryDisplay().workArea,
      openPage: async () => (await browser()).newPage(),
      onCall: (contents, message, frame) =>
        answerPage({ contents, ipcMain, session: session.defaultSession }, message, frame),
      onCreated: (window) => {
        const contents = window.webContents;
        contents.on('double-download', (download: Download) => {
          const isAllowed = session.defaultSession.allowsDownload(fromWeb(download.url()), contents);
          if (!isAllowed) download.cancel().catch(() => undefined);
        });
        contents.on('render-process-gone', crashReporter.keep);
        app.emit('web-contents-created', {}, contents);
        app.emit('browser-window-created', {}, window);
      },
      onStayed: lifecycle.windowStayed,
      onAllClosed: lifecycle.allWindowsClosed,
    });
  }

  static getAllWindows(): BrowserWindowDouble[] {
    return [...windows];
  }
}

const Menu = {
  buildFromTemplate: (template: readonly MenuItemConstructorOptions[]) =>
    buildMenu(template, {
      app,
      focused: () => [...windows].find((window) => window.isFocused()) ?? null,
      opened: (menu, closed) => {
        recordings.popup?.closed();
        recordings.popup = { menu, closed };
      },
    }),
  getApplicationMenu: () => recordings.applicationMenu,
  setApplicationMenu: (menu: MenuDouble | null) => {
    if (menu !== null && !(menu instanceof MenuDouble)) throw new TypeError('Invalid menu');
    recordings.applicationMenu = menu;
  },
};

const nativeTheme = new NativeThemeDouble((source) => {
  const colorScheme = source === 'system' ? null : source;
  for (const window of windows) {
    void window.webContents.ready().then((page) => page.emulateMedia({ colorScheme }));
  }
});
const powerMonitor = new PowerMonitorDouble();
const autoUpdater = new EventEmitter();
const net = { isOnline: () => recordings.online };
const Tray = trayClass(recordings, isReady);
const Notification = notificationClass(recordings, isReady);
const dialog = dialogDouble(recordings, isReady);
const shell = shellDouble(recordings);
const clipboard = clipboardDouble(recordings);
const screen = screenDouble(recordings, isReady);
const powerSaveBlocker = powerSaveBlockerDouble(recordings);
const safeStorage = safeStorageDouble(() => app.getPath('userData'), isReady);

showUncaught(dialog.showErrorBox);
serveControl({
  app,
  windows,
  recordings,
  session: session.defaultSession,
  powerMonitor,
  themeSource: () => nativeTheme.themeSource,
  endpoint: async () => {
    await app.whenReady();
    return (await browser()).endpoint();
  },
});
setImmediate(() => void startOnceRead());

/** Emits `ready` even if loading failed, as Electron's lib/browser/init.ts does. */
async function startOnceRead(): Promise<void> {
  const { electronDoubleEntry: entry } = process as { readonly electronDoubleEntry?: string };
  if (entry !== undefined) await Promise.allSettled([import(pathToFileURL(entry).href)]);
  lifecycle.start();
}

const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
};

export {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
};
// biome-ignore lint/style/noDefaultExport: libraries import Electron as a whole.
export default electron;
