/** What the running application is made of, opened in order. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, Notification, nativeTheme, net, protocol, safeStorage, session } from 'electron';
import electronUpdater from 'electron-updater';
import { type BridgeHost, createBridge } from '../bridge/bridge.ts';
import { type Door, openDoor } from '../bridge/door/door.ts';
import { notInstalled } from '../bridge/not-installed.ts';
import {
  askMetered,
  type Core,
  closeDataFolder,
  createCore,
  createLog,
  fileSink,
  keepAside,
  type Log,
  Redactor,
  type SettingsStore,
  stderrSink,
  systemClock,
} from '../core.ts';
import { languageOf, localeFor } from '../languages/choose.ts';
import { createSpeakers, type Speaker } from '../languages/speaker.ts';
import { isOnItsWay } from './dock-model.ts';
import { shellErrors } from './errors.ts';
import { denyPermissions, guardContents } from './guards.ts';
import { type DesktopHost, desktopHost } from './host.ts';
import { systemLoginItem } from './login-item.ts';
import { logFile, outputDir } from './paths.ts';
import { pageScheme, servePage } from './protocol.ts';
import { safeStorageSecrets } from './secrets-safe-storage.ts';
import { openStore, openStoredSettings, type Store } from './settings-electron-store.ts';
import { askSystemProxy } from './system-proxy.ts';
import { builtFeed, electronUpdaterEngine } from './update-engine.ts';
import { createUpdates, type UpdateControl } from './updates.ts';
import { createMainWindow, type MainWindow } from './window.ts';
import type { ShellWords } from './words/english.ts';
import { shellWords } from './words/words.ts';

export type Parts = {
  readonly core: Core;
  readonly bridge: BridgeHost;
  /** Where the command line hands its work to the application. */
  readonly door: Door;
  readonly host: DesktopHost;
  readonly updates: UpdateControl;
  readonly window: MainWindow;
  /** Of the language chosen now. */
  readonly speaker: () => Speaker;
  readonly log: Log;
};

/** Needs Electron to be ready. Throws the coded errors of `createCore`. */
export async function openParts(quitting: () => boolean): Promise<Parts> {
  const dataDir = app.getPath('userData');
  const redactor = new Redactor();
  const sinks = [fileSink(logFile()), ...(app.isPackaged ? [] : [stderrSink])];
  const log = createLog({ clock: systemClock, redactor, sinks });
  closeDataFolder(dataDir, log, true);
  guardContents(app, log);
  denyPermissions(session.defaultSession, log);

  const open = (name: string): Store =>
    openStore(name, dataDir, () => keepAside(join(dataDir, `${name}.json`), log, systemClock.now));
  const settings = openStoredSettings(dataDir, log, systemClock.now);
  const locale = (): string => localeFor(settings.get().language, app.getPreferredSystemLanguages());
  const speakers = createSpeakers();
  const speaker = (): Speaker => speakers(languageOf(locale()));
  protocol.handle(pageScheme, servePage(join(outputDir(), 'renderer'), log, locale));
  const secrets = safeStorageSecrets(safeStorage, open('sealed-secrets'), process.platform);
  followAppearance(settings);
  const version = app.getVersion();
  const systemProxy = askSystemProxy(session.defaultSession, log);
  const shared = { settings, secrets, clock: systemClock, log, redactor };
  const connection = { online: () => net.isOnline(), metered: askMetered(process.platform, log) };
  const core = await createCore({
    ...{ ...shared, dataDir, version, systemProxy, connection },
    preferredLocales: () => app.getPreferredSystemLanguages(),
    logPath: logFile(),
  });
  const window = openWindowPart(open('window'), quitting, () => shellWords(speaker().language), log);
  const loginItem = systemLoginItem({
    app,
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    program: process.execPath,
  });
  await loginItem
    .refresh()
    .catch((error: unknown) => log.warn('The autostart file could not be renewed', { error }));
  const updates = await openUpdates(core, log);
  const host = desktopHost({ version, window: window.current, loginItem, updates, log });
  const bridge = createBridge(core, host);
  const door = await openDoor({ bridge, dataDir, version, log });
  return { core, bridge, door, host, updates, window, speaker, log };
}

/** Only an installed copy that was built with a feed looks for newer ones. */
async function openUpdates(core: Core, log: Log): Promise<UpdateControl> {
  const version = app.getVersion();
  if (!app.isPackaged) return withoutUpdates(version, () => shellErrors.notPackaged({}));
  if ((await builtFeed(process.resourcesPath)) === null) {
    return withoutUpdates(version, () => shellErrors.noFeed({}));
  }
  return createUpdates({
    engine: electronUpdaterEngine(electronUpdater.autoUpdater, log),
    version,
    isUploading: () => core.uploads.list().some(isOnItsWay),
    clock: systemClock,
    log,
  });
}

function withoutUpdates(version: string, reason: Parameters<typeof notInstalled>[1]): UpdateControl {
  const nothing = (): void => undefined;
  return { ...notInstalled(version, reason).updates, start: nothing, stop: nothing };
}

function openWindowPart(
  remembered: Store,
  quitting: () => boolean,
  words: () => ShellWords,
  log: Log,
): MainWindow {
  // Nobody hears a click on a notification that is not referred to any more.
  const said: Notification[] = [];
  const open = (): void => {
    said.length = 0;
    window.show().catch((error: unknown) => log.error('The window could not be opened', { error }));
  };
  const window = createMainWindow({
    quitting,
    place: () => remembered.store['place'],
    savePlace: (place) => {
      remembered.store = { ...remembered.store, place };
    },
    onHidden: () => {
      if (process.platform === 'darwin' || remembered.store['saidItGoesOn'] === true) return;
      remembered.store = { ...remembered.store, saidItGoesOn: true };
      said.push(...sayItGoesOn(open, words()));
    },
    log,
  });
  return window;
}

function followAppearance(settings: SettingsStore): void {
  nativeTheme.themeSource = settings.get().appearance;
  settings.onChange(({ now }) => {
    nativeTheme.themeSource = now.appearance;
  });
}

/** Once, so that nobody thinks closing the window stops the uploads. */
function sayItGoesOn(open: () => void, { notices }: ShellWords): readonly Notification[] {
  if (!Notification.isSupported()) return [];
  const notification = new Notification({
    title: notices.goesOn,
    body: notices.goesOnText,
  });
  notification.on('click', open);
  notification.show();
  return [notification];
}
