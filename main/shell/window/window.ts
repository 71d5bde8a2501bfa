/** The main window. Closing hides it; Slipway stays in the tray until it quits. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import { assetsDir, outputDir } from '../paths.ts';
import { followTheme, frameOptions } from './frame.ts';
import { hideWindow } from './hide-window.ts';
import { askWhenHung } from './hung-page.ts';
import { pageUrl } from './protocol.ts';
import {
  type Area,
  boundsInSight,
  type InitialBounds,
  initialBounds,
  minSize,
  type WindowBounds,
} from './window-bounds.ts';

export type MainWindow = {
  /** Returns the window; null before it is first shown and after it is destroyed. */
  current(): BrowserWindow | null;
  /** Creates the window if needed and shows it. Resolves once the page is loaded. */
  show(): Promise<void>;
  /** Calls `listener` each time the window is shown; the returned function removes it. */
  onShown(listener: () => void): () => void;
};

export type WindowOptions = {
  /** True while the application quits; closing then closes the window. */
  readonly quitting: () => boolean;
  /** Bounds last passed to `saveBounds`, not validated. */
  readonly bounds: () => unknown;
  readonly saveBounds: (bounds: unknown) => void;
  /** True if the desktop shows a tray icon to reopen the window with. */
  readonly hasTray: () => Promise<boolean>;
  /** Called after closing hid the window, or minimised it without a tray. */
  readonly onClosed: (how: 'hidden' | 'minimised') => void;
  /** Asks whether to load the page again after loading failed. Returns true for yes. */
  readonly askAgain: () => Promise<boolean>;
  /** Asks whether to reload an unresponsive page. Returns true for yes. An abort closes the dialog. */
  readonly askToReload: (window: BrowserWindow, signal: AbortSignal) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
};

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  /** Result of loading the page; null before loading and after it failed. */
  let loaded: Promise<boolean> | null = null;
  let maximizeFirst = false;
  /** Number of calls to `show`; a call while the window is being hidden cancels the hiding. */
  let showings = 0;
  const events = new Events<{ shown: null }>(options.log);

  const open = (): BrowserWindow => {
    const { maximized, ...bounds } = initialBounds(options.bounds(), screens());
    const made = createWindow(bounds);
    window = made;
    keepOpen(made, options, () => showings);
    // Maximising would show the window, so it is delayed until the page is loaded.
    maximizeFirst = maximized;
    made.on('show', () => events.emit('shown', null));
    made.on('closed', () => {
      window = null;
    });
    askWhenHung(made, (signal) => options.askToReload(made, signal), options);
    reloadAfterCrash(made, options, async () => {
      loaded = null;
      made.hide();
      if (await options.askAgain()) await show();
    });
    return made;
  };
  const load = (shown: BrowserWindow): Promise<boolean> => {
    loaded ??= loadOrAsk(shown, options).then((isLoaded) => {
      if (!isLoaded) loaded = null;
      return isLoaded;
    });
    return loaded;
  };
  const show = async (): Promise<void> => {
    showings += 1;
    const shown = window ?? open();
    if (shown.isMinimized()) shown.restore();
    if (!(await load(shown)) || shown.isDestroyed()) return;
    if (!shown.isVisible()) moveIntoSight(shown);
    if (maximizeFirst) shown.maximize();
    maximizeFirst = false;
    shown.show();
    shown.focus();
  };
  return {
    current: () => window,
    onShown: (listener) => events.on('shown', listener),
    show,
  };
}

/** Returns the work area of each screen, in device-independent pixels; the main screen first. */
function screens(): readonly Area[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

const boundsOf = (window: BrowserWindow): WindowBounds => ({
  ...window.getNormalBounds(),
  maximized: window.isMaximized(),
});

/** Tracks whether the window is maximised, because a minimised window always reports false. */
function followMaximized(window: BrowserWindow): () => boolean {
  let maximized = false;
  window.on('maximize', () => {
    maximized = true;
  });
  // Linux also emits `unmaximize` when the window is minimised.
  window.on('unmaximize', () => {
    if (!window.isMinimized()) maximized = false;
  });
  return () => (window.isMinimized() ? maximized : window.isMaximized());
}

/** Moves the window if its screen was removed while it was hidden. */
function moveIntoSight(window: BrowserWindow): void {
  const bounds = boundsInSight(boundsOf(window), screens());
  if (bounds === null) return;
  if (window.isMaximized()) window.unmaximize();
  window.setSize(bounds.width, bounds.height);
  window.center();
  if (bounds.maximized) window.maximize();
}

function createWindow({ x, y, width, height }: Omit<InitialBounds, 'maximized'>): BrowserWindow {
  const window = new BrowserWindow({
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    title: 'Slipway',
    icon: join(assetsDir(), 'icon.png'),
    ...frameOptions(process.platform, nativeTheme),
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
  followTheme(window, process.platform, nativeTheme);
  // Corrects the size on Windows if the target screen's scale differs from the main screen's.
  if (x !== undefined && y !== undefined) window.setBounds({ x, y, width, height });
  return window;
}

function keepOpen(window: BrowserWindow, options: WindowOptions, showings: () => number): void {
  const hideOrMinimise = async (): Promise<void> => {
    const before = showings();
    const hasTray = await options.hasTray();
    if (showings() !== before || options.quitting() || window.isDestroyed()) return;
    if (hasTray) hideWindow(window, process.platform);
    else window.minimize();
    options.onClosed(hasTray ? 'hidden' : 'minimised');
  };
  const isMaximized = followMaximized(window);
  window.on('close', (event) => {
    options.saveBounds({ ...boundsOf(window), maximized: isMaximized() });
    if (options.quitting()) return;
    event.preventDefault();
    hideOrMinimise().catch((error: unknown) => options.log.error('Could not close the window', { error }));
  });
}

const maxLoads = 3;

/** Returns true once the page is loaded, false if the user gives up. */
async function loadOrAsk(window: BrowserWindow, { log, askAgain }: WindowOptions): Promise<boolean> {
  for (;;) {
    try {
      await loadPage(window);
      return true;
    } catch (error) {
      log.error('Could not load the page', { error });
      if (!(await askAgain())) return false;
    }
  }
}

/** Loads the page in up to three attempts. Ignores ERR_ABORTED: a newer load replaced this one. */
async function loadPage(window: BrowserWindow): Promise<void> {
  for (let load = 1; ; load += 1) {
    try {
      return await window.loadURL(pageUrl);
    } catch (error) {
      const isReplaced = error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
      if (isReplaced || window.isDestroyed()) return;
      if (load === maxLoads) throw error;
    }
  }
}

const maxReloads = 3;
const reloadSpanMs = 60_000;

/** Reloads a crashed page, whose state is in the main process. Calls `giveUp` after repeated crashes. */
function reloadAfterCrash(
  window: BrowserWindow,
  { log, clock: { now } }: WindowOptions,
  giveUp: () => Promise<void>,
): void {
  let reloads: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('The page ended unexpectedly', { reason, exitCode });
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    reloads = [...reloads.filter((at) => now() - at < reloadSpanMs), now()];
    if (reloads.length <= maxReloads) {
      window.webContents.reload();
      return;
    }
    reloads = [];
    giveUp().catch((error: unknown) => log.error('Could not open the window', { error }));
  });
}
