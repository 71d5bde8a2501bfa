/** The one window. Closing it hides it; Slipway goes on in the tray until it is quit. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Log } from '../core.ts';
import { assetsDir, outputDir } from './paths.ts';
import { pageUrl } from './protocol.ts';
import { placeFor, smallest } from './window-place.ts';

export type MainWindow = {
  /** Null before the first showing and after it was destroyed. */
  current(): BrowserWindow | null;
  /** Makes the window if there is none, and brings it forward. Resolves once the page is loaded. */
  show(): Promise<void>;
};

export type WindowOptions = {
  /** True once the application is being quit: closing then closes. */
  readonly quitting: () => boolean;
  /** What was saved by `savePlace`, unchecked. */
  readonly place: () => unknown;
  readonly savePlace: (place: unknown) => void;
  /** The window was closed and Slipway goes on without it. */
  readonly onHidden: () => void;
  readonly log: Log;
};

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  let loaded: Promise<void> = Promise.resolve();

  const open = (): BrowserWindow => {
    const made = makeWindow(options);
    window = made;
    made.on('closed', () => {
      window = null;
    });
    loaded = made.loadURL(pageUrl);
    return made;
  };
  return {
    current: () => window,
    show: async () => {
      const shown = window ?? open();
      if (shown.isMinimized()) shown.restore();
      await loaded;
      if (shown.isDestroyed()) return;
      shown.show();
      shown.focus();
    },
  };
}

function makeWindow(options: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = placeFor(
    options.place(),
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Slipway',
    icon: join(assetsDir(), 'icon.png'),
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c1d1f' : '#ffffff',
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(outputDir(), 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  if (maximized) window.maximize();
  keepOpen(window, options);
  reloadWhenGone(window, options.log);
  return window;
}

function keepOpen(window: BrowserWindow, options: WindowOptions): void {
  window.on('close', (event) => {
    options.savePlace({ ...window.getNormalBounds(), maximized: window.isMaximized() });
    if (options.quitting()) return;
    event.preventDefault();
    window.hide();
    options.onHidden();
  });
}

/** A page that crashed is loaded again: what it shows all lies in main. */
function reloadWhenGone(window: BrowserWindow, log: Log): void {
  window.webContents.on('render-process-gone', (_event, details) => {
    log.error('The page ended unexpectedly', { reason: details.reason, exitCode: details.exitCode });
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    window.webContents.reload();
  });
}
