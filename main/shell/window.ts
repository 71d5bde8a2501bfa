/** The one window. Closing it hides it; Slipway goes on in the tray until it is quit. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { Events, type Log } from '../core.ts';
import { assetsDir, outputDir } from './paths.ts';
import { pageUrl } from './protocol.ts';
import { type Area, placeFor, placeToMove, smallest, type WindowPlace } from './window-place.ts';

export type MainWindow = {
  /** Null before the first showing and after it was destroyed. */
  current(): BrowserWindow | null;
  /** Makes the window if there is none, and brings it forward. Resolves once the page is loaded. */
  show(): Promise<void>;
  /** The window comes to the screen, for the first time or again; the returned function stops listening. */
  onShown(listener: () => void): () => void;
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
  const events = new Events<{ shown: null }>((error) => options.log.error('A listener failed', { error }));

  const open = (): BrowserWindow => {
    const made = makeWindow(options);
    window = made;
    made.on('show', () => events.emit('shown', null));
    made.on('closed', () => {
      window = null;
    });
    loaded = made.loadURL(pageUrl);
    return made;
  };
  return {
    current: () => window,
    onShown: (listener) => events.on('shown', listener),
    show: async () => {
      const shown = window ?? open();
      if (shown.isMinimized()) shown.restore();
      await loaded;
      if (shown.isDestroyed()) return;
      if (!shown.isVisible()) moveIntoSight(shown);
      shown.show();
      shown.focus();
    },
  };
}

/** What can be used of each screen, in points; the main screen first. */
function screens(): readonly Area[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

const placeOf = (window: BrowserWindow): WindowPlace => ({
  ...window.getNormalBounds(),
  maximized: window.isMaximized(),
});

/** While the window was hidden its screen may have been taken away. */
function moveIntoSight(window: BrowserWindow): void {
  const place = placeToMove(placeOf(window), screens());
  if (place === null) return;
  if (window.isMaximized()) window.unmaximize();
  window.setSize(place.width, place.height);
  window.center();
  if (place.maximized) window.maximize();
}

function makeWindow(options: WindowOptions): BrowserWindow {
  const { maximized, x, y, width, height } = placeFor(options.place(), screens());
  const window = new BrowserWindow({
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
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
  // A window that is made for a screen of another scale than the main one gets a wrong size on Windows; this mends it.
  if (x !== undefined && y !== undefined) window.setBounds({ x, y, width, height });
  if (maximized) window.maximize();
  keepOpen(window, options);
  reloadWhenGone(window, options.log);
  return window;
}

function keepOpen(window: BrowserWindow, options: WindowOptions): void {
  window.on('close', (event) => {
    options.savePlace(placeOf(window));
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
