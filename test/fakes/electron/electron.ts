/**
 * A double of the parts of Electron's main process that Slipway uses. Its windows are real Chromium pages, its custom
 * scheme is served by the registered handler with the headers it gives, its preload runs as shipped. The rest of the
 * desktop records what it is told; a test reads and drives it over the control channel.
 */

import { EventEmitter } from 'node:events';
import type { Download, Page } from '@playwright/test';
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron';
import { fromWeb } from './addresses.ts';
import { AppDouble } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';
import { type Chromium, launchChromium } from './chromium.ts';
import { serveControl } from './control.ts';
import { CrashReporterDouble } from './crash-reporter.ts';
import {
  clipboardDouble,
  dialogDouble,
  nativeImage,
  nativeThemeDouble,
  notificationClass,
  powerSaveBlockerDouble,
  safeStorageDouble,
  screenDouble,
  shellDouble,
  trayClass,
} from './desktop.ts';
import { IpcMainDouble } from './ipc-main.ts';
import { MenuDouble } from './menu.ts';
import { PowerMonitorDouble } from './power-monitor.ts';
import { createRecordings } from './recordings.ts';
import { ProtocolDouble, SessionDouble } from './session.ts';
import { showUncaught } from './uncaught.ts';
import { frameOf } from './web-contents.ts';

const recordings = createRecordings();
const windows = new Set<BrowserWindowDouble>();
let chromium: Chromium | null = null;

const windowOf = (page: Page | null): BrowserWindowDouble | undefined =>
  [...windows].find((window) => page !== null && window.webContents.isOn(page));

const app = new AppDouble(recordings, start, {
  closeWindows: () => {
    for (const window of [...windows]) window.close();
    return windows.size === 0;
  },
  release: async () => chromium?.close(),
});
const ipcMain = new IpcMainDouble();
const protocol = new ProtocolDouble(recordings, () => app.isReady());
const crashReporter = new CrashReporterDouble(() => app.getPath('crashDumps'));
const session = { defaultSession: new SessionDouble(), fromPartition: () => new SessionDouble() };

async function start(): Promise<void> {
  chromium = await launchChromium({
    onCall: async ({ page, frame, kind, channel, values }) => {
      const window = windowOf(page);
      if (!window) return { error: 'Error: the window is gone' };
      const event = { sender: window.webContents, senderFrame: frameOf(frame) };
      if (kind === 'open') {
        window.webContents.askForWindow(channel);
        return {};
      }
      if (kind === 'invoke') return ipcMain.invoke(event, channel, values);
      ipcMain.emit(channel, event, ...values);
      return {};
    },
    onRequest: (route) => protocol.answer(route),
    allowsNavigation: (page, url, mainFrame) =>
      windowOf(page)?.webContents.allowsNavigation(url, mainFrame) ?? false,
    onGone: () => app.exit(1),
  });
}

class BrowserWindow extends BrowserWindowDouble {
  constructor(options: BrowserWindowConstructorOptions = {}) {
    super(options, {
      windows,
      isReady: () => app.isReady(),
      workArea: () => screen.getPrimaryDisplay().workArea,
      openPage: () => {
        if (!chromium) throw new Error('Chromium is not running');
        return chromium.newPage();
      },
      onCreated: (window) => {
        const contents = window.webContents;
        contents.on('double-download', (download: Download) => {
          const kept = session.defaultSession.allowsDownload(fromWeb(download.url()), contents);
          if (!kept) download.cancel().catch(() => undefined);
        });
        contents.on('render-process-gone', crashReporter.keep);
        app.emit('web-contents-created', {}, contents);
        app.emit('browser-window-created', {}, window);
      },
      onAllClosed: () => {
        if (!app.emit('window-all-closed')) app.quit();
      },
    });
  }

  static getAllWindows(): BrowserWindowDouble[] {
    return [...windows];
  }
}

const Menu = {
  buildFromTemplate: (template: readonly MenuItemConstructorOptions[]) => new MenuDouble(template),
  setApplicationMenu: (menu: MenuDouble | null) => {
    recordings.applicationMenu = menu;
  },
};

const theme = nativeThemeDouble();
const nativeTheme = {
  get themeSource() {
    return theme.themeSource;
  },
  set themeSource(source) {
    theme.themeSource = source;
    const colorScheme = source === 'system' ? null : source;
    for (const window of windows) {
      void window.webContents.ready().then((page) => page.emulateMedia({ colorScheme }));
    }
  },
  get shouldUseDarkColors() {
    return theme.themeSource === 'dark';
  },
};

const powerMonitor = new PowerMonitorDouble();
const autoUpdater = new EventEmitter();
const net = { isOnline: () => recordings.online };
const Tray = trayClass(recordings);
const Notification = notificationClass(recordings);
const dialog = dialogDouble(recordings);
const shell = shellDouble(recordings);
const clipboard = clipboardDouble(recordings);
const screen = screenDouble(recordings);
const powerSaveBlocker = powerSaveBlockerDouble(recordings);
const safeStorage = safeStorageDouble(
  () => app.getPath('userData'),
  () => app.isReady(),
);

showUncaught(dialog.showErrorBox);
serveControl({
  app,
  windows,
  recordings,
  session: session.defaultSession,
  powerMonitor,
  themeSource: () => theme.themeSource,
  endpoint: async () => {
    await app.whenReady();
    if (!chromium) throw new Error('Chromium is not running');
    return chromium.endpoint();
  },
});

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
