/** The one window. Closing it hides it; Slipway goes on in the tray until it is quit. */
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
  type OpeningPlace,
  placeFor,
  placeToMove,
  smallest,
  type WindowPlace,
} from './window-bounds.ts';

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
  /** Whether the desktop shows a tray icon to bring the window back with. */
  readonly hasTray: () => Promise<boolean>;
  /** The window was closed and Slipway goes on without it: hidden, or minimised where there is no tray. */
  readonly onAway: (how: 'hidden' | 'minimised') => void;
  /** The page cannot be shown: true when the person wants it tried again. */
  readonly askAgain: () => Promise<boolean>;
  /** The page does not answer: true when the person wants it loaded again. The signal takes the question back. */
  readonly askToReload: (window: BrowserWindow, signal: AbortSignal) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
};

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  /** Null when the page is still, or again, to be loaded. */
  let loaded: Promise<boolean> | null = null;
  let maximizeFirst = false;
  /** Counts showings: one that comes while the window is being put away wins. */
  let showings = 0;
  const events = new Events<{ shown: null }>(options.log);

  const open = (): BrowserWindow => {
    const { maximized, ...place } = placeFor(options.place(), screens());
    const made = makeWindow(place);
    window = made;
    keepOpen(made, options, () => showings);
    // Maximising shows a window, so it waits until there is something to see.
    maximizeFirst = maximized;
    made.on('show', () => events.emit('shown', null));
    made.on('closed', () => {
      window = null;
    });
    askWhenHung(made, (signal) => options.askToReload(made, signal), options);
    reloadWhenGone(made, options, async () => {
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

/** Whether it is maximised, or will be once it is no longer minimised: a minimised window says it is not. */
function followMaximized(window: BrowserWindow): () => boolean {
  let maximized = false;
  window.on('maximize', () => {
    maximized = true;
  });
  // On Linux minimising says this too.
  window.on('unmaximize', () => {
    if (!window.isMinimized()) maximized = false;
  });
  return () => (window.isMinimized() ? maximized : window.isMaximized());
}

/** While the window was hidden its screen may have been taken away. */
function moveIntoSight(window: BrowserWindow): void {
  const place = placeToMove(placeOf(window), screens());
  if (place === null) return;
  if (window.isMaximized()) window.unmaximize();
  window.setSize(place.width, place.height);
  window.center();
  if (place.maximized) window.maximize();
}

function makeWindow({ x, y, width, height }: Omit<OpeningPlace, 'maximized'>): BrowserWindow {
  const window = new BrowserWindow({
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: smallest.width,
    minHeight: smallest.height,
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
  // A window that is made for a screen of another scale than the main one gets a wrong size on Windows; this mends it.
  if (x !== undefined && y !== undefined) window.setBounds({ x, y, width, height });
  return window;
}

function keepOpen(window: BrowserWindow, options: WindowOptions, showings: () => number): void {
  const putAway = async (): Promise<void> => {
    const before = showings();
    const hasTray = await options.hasTray();
    if (showings() !== before || options.quitting() || window.isDestroyed()) return;
    if (hasTray) hideWindow(window, process.platform);
    else window.minimize();
    options.onAway(hasTray ? 'hidden' : 'minimised');
  };
  const isMaximized = followMaximized(window);
  window.on('close', (event) => {
    options.savePlace({ ...placeOf(window), maximized: isMaximized() });
    if (options.quitting()) return;
    event.preventDefault();
    putAway().catch((error: unknown) => options.log.error('The window could not be closed', { error }));
  });
}

const mostLoads = 3;

/** True once the page is there; false when it was given up. */
async function loadOrAsk(window: BrowserWindow, { log, askAgain }: WindowOptions): Promise<boolean> {
  for (;;) {
    try {
      await loadPage(window);
      return true;
    } catch (error) {
      log.error('The page could not be loaded', { error });
      if (!(await askAgain())) return false;
    }
  }
}

/** Tries a few times. A load that another one has replaced ends with an error, too, and all is well. */
async function loadPage(window: BrowserWindow): Promise<void> {
  for (let load = 1; ; load += 1) {
    try {
      return await window.loadURL(pageUrl);
    } catch (error) {
      const isReplaced = error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
      if (isReplaced || window.isDestroyed()) return;
      if (load === mostLoads) throw error;
    }
  }
}

const mostReloads = 3;
const reloadSpanMs = 60_000;

/** A page that crashed is loaded again: what it shows all lies in main. One that does nothing else is given up. */
function reloadWhenGone(
  window: BrowserWindow,
  { log, clock: { now } }: WindowOptions,
  giveUp: () => Promise<void>,
): void {
  let reloads: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('The page ended unexpectedly', { reason, exitCode });
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    reloads = [...reloads.filter((at) => now() - at < reloadSpanMs), now()];
    if (reloads.length <= mostReloads) {
      window.webContents.reload();
      return;
    }
    reloads = [];
    giveUp().catch((error: unknown) => log.error('The window could not be opened', { error }));
  });
}
