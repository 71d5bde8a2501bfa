/** The application between start and end: core, bridge, window, tray, menu and notifications joined. */
import { join } from 'node:path';
import {
  app,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  protocol,
  safeStorage,
  session,
} from 'electron';
import { type BridgeHost, createBridge } from '../bridge/bridge.ts';
import {
  type Core,
  createCore,
  createLog,
  type Failure,
  fileSink,
  keepAside,
  type Log,
  Redactor,
  type SettingsStore,
  stderrSink,
  systemClock,
  type UploadView,
} from '../core.ts';
import { denyPermissions, guardContents } from './guards.ts';
import { type DesktopHost, desktopHost } from './host.ts';
import { uploadIncoming } from './incoming.ts';
import { sendEvent, serveCalls } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { startNotifications } from './notifications.ts';
import { outputDir } from './paths.ts';
import { pageScheme, servePage } from './protocol.ts';
import { safeStorageSecrets } from './secrets-safe-storage.ts';
import { openStore, openStoredSettings } from './settings-electron-store.ts';
import { linkPlace, type OpenRequest } from './start-arguments.ts';
import { startTray } from './tray.ts';
import { createMainWindow, type MainWindow } from './window.ts';

export type Running = {
  /** Starts the work: built-in service, queue, folders. */
  start(): Promise<void>;
  /** Brings the window forward; files that come along are queued, a link leads to its place. */
  open(request: OpenRequest): void;
  /** Stops everything and releases the data folder. */
  stop(): Promise<void>;
};

type Parts = {
  readonly core: Core;
  readonly bridge: BridgeHost;
  readonly host: DesktopHost;
  readonly window: MainWindow;
  readonly log: Log;
};

/** Needs Electron to be ready. Throws the coded errors of `createCore`. */
export async function openRunning(options: { readonly quitting: () => boolean }): Promise<Running> {
  const parts = await joinParts(options.quitting);
  const { core, window, host, log } = parts;
  const stops = [...followEvents(parts), ...(await showOutside(parts))];
  return {
    start: () => core.start(),
    open: (request) => {
      const failed = (error: unknown): void => log.error('The window could not be opened', { error });
      openWindow(window, host, request).catch(failed);
      if (request.files.length > 0) takeFiles(parts, request.files).catch(failed);
    },
    stop: async () => {
      for (const stop of stops) stop();
      await core.stop();
      log.info('Slipway has stopped');
    },
  };
}

async function joinParts(quitting: () => boolean): Promise<Parts> {
  const dataDir = app.getPath('userData');
  const redactor = new Redactor();
  const sinks = [fileSink(join(app.getPath('logs'), 'slipway.log')), ...(app.isPackaged ? [] : [stderrSink])];
  const log = createLog({ clock: systemClock, redactor, sinks });
  guardContents(app, log);
  denyPermissions(session.defaultSession, log);
  protocol.handle(pageScheme, servePage(join(outputDir(), 'renderer'), log));

  const kept = (name: string) =>
    openStore(name, dataDir, () => keepAside(join(dataDir, `${name}.json`), log, systemClock.now));
  const settings = openStoredSettings(dataDir, log, systemClock.now);
  const secrets = safeStorageSecrets(safeStorage, kept('secrets'), process.platform);
  followAppearance(settings);
  const core = await createCore({
    dataDir,
    settings,
    secrets,
    clock: systemClock,
    log,
    redactor,
    version: app.getVersion(),
  });
  const remembered = kept('window');
  const window = createMainWindow({
    quitting,
    place: () => remembered.store['place'],
    savePlace: (place) => {
      remembered.store = { ...remembered.store, place };
    },
    onHidden: () => {
      if (process.platform === 'darwin' || remembered.store['saidItGoesOn'] === true) return;
      remembered.store = { ...remembered.store, saidItGoesOn: true };
      sayItGoesOn();
    },
    log,
  });
  const host = desktopHost(app.getVersion(), window.current, log);
  return { core, bridge: createBridge(core, host), host, window, log };
}

function followAppearance(settings: SettingsStore): void {
  nativeTheme.themeSource = settings.get().appearance;
  settings.onChange(({ now }) => {
    nativeTheme.themeSource = now.appearance;
  });
}

/** Once, so that nobody thinks closing the window stops the uploads. */
function sayItGoesOn(): void {
  if (!Notification.isSupported()) return;
  new Notification({
    title: 'Slipway goes on working',
    body: 'It watches and uploads without its window. Open or quit it from the tray.',
  }).show();
}

/** Calls and events of the page. Returns what stops them. */
function followEvents({ bridge, window, log }: Parts): readonly (() => void)[] {
  const stopEvents = bridge.onEvent((name, value) => {
    const page = window.current();
    if (page) sendEvent(page.webContents, name, value);
  });
  return [serveCalls(ipcMain, bridge, log), stopEvents];
}

/** Tray, menu and notifications. Returns what takes them away. */
async function showOutside(parts: Parts): Promise<readonly (() => void)[]> {
  const { core, bridge, host, window, log } = parts;
  const open = (uploadId: string | null): void => {
    const shown = window.show().then(() => host.show({ place: 'uploads', uploadId }));
    shown.catch((error: unknown) => log.error('The window could not be opened', { error }));
  };
  const chooseBuilds = (): void => {
    askForBuilds(parts).catch((error: unknown) => log.error('The dialog could not be opened', { error }));
  };
  const uploads: readonly UploadView[] = core.uploads.list();
  const stopTray = startTray({
    bridge,
    uploads,
    paused: core.uploads.paused(),
    actions: {
      open,
      chooseBuilds,
      setPaused: (paused) => void bridge.call('uploads.setPaused', { paused }),
      quit: () => app.quit(),
    },
    log,
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform, app.isPackaged, {
        chooseBuilds,
        show: (place) => host.show({ place, uploadId: null }),
      }),
    ),
  );
  const stopNotifications = startNotifications({
    bridge,
    uploads,
    make: (options) => new Notification(options),
    wanted: () => Notification.isSupported() && core.settings.get().notifications,
    open,
    now: systemClock.now,
    log,
  });
  return [stopTray, stopNotifications];
}

async function openWindow(window: MainWindow, host: DesktopHost, request: OpenRequest): Promise<void> {
  await window.show();
  const place = request.links.map(linkPlace).find((found) => found !== null);
  if (place) host.show(place);
}

async function askForBuilds(parts: Parts): Promise<void> {
  const chosen = await dialog.showOpenDialog({
    title: 'Upload a build',
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: 'Builds', extensions: ['apk', 'ipa'] }],
  });
  if (!chosen.canceled && chosen.filePaths.length > 0) await takeFiles(parts, chosen.filePaths);
}

async function takeFiles({ bridge, host, window }: Parts, paths: readonly string[]): Promise<void> {
  const failure: Failure | null = await uploadIncoming(bridge, paths);
  if (failure === null) return host.show({ place: 'uploads', uploadId: null });
  const message = { type: 'warning' as const, message: 'Nothing was uploaded', detail: failure.message };
  const parent = window.current();
  await (parent ? dialog.showMessageBox(parent, message) : dialog.showMessageBox(message));
}
