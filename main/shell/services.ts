import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  app,
  type BrowserWindow,
  dialog,
  Notification,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  session,
} from 'electron';
import electronUpdater from 'electron-updater';
import { systemClock } from '../base/clock.ts';
import type { Log } from '../base/log/log.ts';
import { powerShell, windowsProgram } from '../base/programs.ts';
import { type BridgeHost, createBridge } from '../bridge/bridge.ts';
import { type LocalServer, startLocalServer } from '../bridge/local/local-server.ts';
import { unavailableAbilities } from '../bridge/unavailable-abilities.ts';
import { restrictDataFolder } from '../core/data-folder.ts';
import { createMeteredCheck } from '../core/network/system-connection.ts';
import { type Core, createCore } from '../core.ts';
import { localeFor } from '../messages/locale.ts';
import type { Translator } from '../messages/translator.ts';
import { translatorOf } from '../messages/translator.ts';
import { quarantine, type SettingsStore } from '../settings/settings-store.ts';
import { shellErrors } from './errors.ts';
import { type DesktopHost, desktopHost } from './host.ts';
import type { Logging } from './logging.ts';
import { logFile, outputDir } from './paths.ts';
import { relaunch } from './start/relaunch.ts';
import { emptyRequest } from './start/start-arguments.ts';
import { waitUntilFree } from './start/wait-until-free.ts';
import { isInstalledCopy } from './system/installed-copy.ts';
import { systemLoginItem } from './system/login-item.ts';
import { safeStorageSecrets } from './system/secrets-safe-storage.ts';
import { openStore, openStoredSettings, type Store } from './system/settings-electron-store.ts';
import { systemProxyResolver } from './system/system-proxy.ts';
import { isTransferring } from './tray/dock-model.ts';
import { trayHostCheck } from './tray/tray-host.ts';
import { builtFeedKey } from './updates/feed-signature.ts';
import {
  builtFeed,
  electronUpdaterEngine,
  namesPublisher,
  type UpdateActions,
} from './updates/update-engine.ts';
import { signatureCheck } from './updates/update-signature.ts';
import { createUpdates, type UpdateControl } from './updates/updates.ts';
import { refuseClientCertificates, refuseDownloads } from './window/denied-requests.ts';
import { denyPermissions, guardContents } from './window/guards.ts';
import { createOpenDialog, type OpenDialog } from './window/open-dialog.ts';
import { pageScheme, servePage } from './window/protocol.ts';
import { createMainWindow, type MainWindow } from './window/window.ts';

export type Services = {
  readonly core: Core;
  readonly bridge: BridgeHost;
  readonly localServer: LocalServer;
  readonly host: DesktopHost;
  readonly updates: UpdateControl;
  readonly window: MainWindow;
  /** Window state of this computer, such as bounds and hints already shown. */
  readonly windowState: Store;
  readonly openDialog: OpenDialog;
  readonly locale: () => string;
  readonly log: Log;
};

export type LaunchOptions = Logging & {
  readonly dataDir: string;
  readonly quitting: () => boolean;
  /** Stops everything, then calls `act`, which must end the process. */
  readonly quitThen: (act: () => void) => void;
};

/** Requires Electron to be ready. Throws the coded errors of `createCore`. */
export async function openServices(options: LaunchOptions): Promise<Services> {
  const { dataDir, quitting, quitThen, log, redactor } = options;
  restrictDataFolder(dataDir, log, true);
  await waitUntilFree(dataDir, systemClock, () => log.info('Waiting for another process to exit'));
  guardContents(app, log);
  denyPermissions(session.defaultSession, log);
  refuseDownloads(session.defaultSession, log);
  refuseClientCertificates(app, log);

  const open = (name: string): Store =>
    openStore(name, dataDir, () => quarantine(join(dataDir, `${name}.json`), log, systemClock.now));
  const settings = openStoredSettings(dataDir, log, systemClock.now);
  const locale = (): string => localeFor(settings.get().language, app.getPreferredSystemLanguages());
  protocol.handle(pageScheme, servePage(join(outputDir(), 'renderer'), log, locale));
  const secrets = safeStorageSecrets(safeStorage, open('sealed-secrets'), process.platform);
  followAppearance(settings);
  const version = app.getVersion();
  const systemProxy = systemProxyResolver(session.defaultSession, log);
  const shared = { settings, secrets, clock: systemClock, log, redactor };
  const connection = { online: () => net.isOnline(), metered: createMeteredCheck(process.platform, log) };
  const core = await createCore({
    ...{ ...shared, dataDir, version, systemProxy, connection },
    preferredLocales: () => app.getPreferredSystemLanguages(),
    logPath: logFile(),
    crashDir: app.getPath('crashDumps'),
  });
  const windowState = open('window');
  const window = openMainWindow(windowState, quitting, () => translatorOf(locale()), log);
  const openDialog = createOpenDialog(windowState);
  const loginItem = systemLoginItem({
    app,
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    program: process.execPath,
  });
  await loginItem
    .refresh()
    .catch((error: unknown) => log.warn('Could not update the autostart file', { error }));
  const updates = await openUpdates(core, quitThen, log);
  const host = desktopHost({ version, window: window.current, openDialog, loginItem, updates, log });
  const bridge = createBridge(core, host);
  const localServer = await startLocalServer({ bridge, dataDir, version, log });
  return { core, bridge, localServer, host, updates, window, windowState, openDialog, locale, log };
}

/** Creates the updater. Updates require an installed copy, and the URL of an update feed in the build. */
async function openUpdates(
  core: Core,
  quitThen: LaunchOptions['quitThen'],
  log: Log,
): Promise<UpdateControl> {
  const version = app.getVersion();
  if (!app.isPackaged) return withoutUpdates(version, () => shellErrors.notPackaged({}));
  const url = await builtFeed(process.resourcesPath);
  if (url === null) return withoutUpdates(version, () => shellErrors.noFeed({}));
  if (!isInstalledCopy(process.platform, process.execPath)) {
    return withoutUpdates(version, () => shellErrors.notInstalled({}));
  }
  if (process.platform === 'win32' && !(await namesPublisher(process.resourcesPath))) {
    return withoutUpdates(version, () => shellErrors.noPublisher({}));
  }
  const publicKey = process.platform === 'linux' ? await builtFeedKey(process.resourcesPath) : null;
  if (process.platform === 'linux' && publicKey === null) {
    return withoutUpdates(version, () => shellErrors.noFeedKey({}));
  }
  const act: UpdateActions = {
    // True for a deb package: installing it needs a password, replacing an AppImage does not.
    needsPassword: process.platform === 'linux' && process.env['APPIMAGE'] === undefined,
    releaseLock: () => app.releaseSingleInstanceLock(),
    relaunch: () => relaunch(emptyRequest),
  };
  const engineOptions = {
    secureGet: core.secureGet,
    checkSignature: signatureCheck(windowsProgram(powerShell)),
    signedFeed: publicKey === null ? null : { url, publicKey },
  };
  return createUpdates({
    engine: electronUpdaterEngine(electronUpdater.autoUpdater, log, act, engineOptions),
    version,
    quitThen,
    isUploading: () => core.uploads.list().some(isTransferring),
    clock: systemClock,
    log,
  });
}

function withoutUpdates(version: string, reason: Parameters<typeof unavailableAbilities>[1]): UpdateControl {
  const nothing = (): void => undefined;
  return {
    ...unavailableAbilities(version, reason).updates,
    start: nothing,
    stop: nothing,
    keepForLater: nothing,
  };
}

function openMainWindow(
  remembered: Store,
  quitting: () => boolean,
  words: () => Translator,
  log: Log,
): MainWindow {
  // Keeps references, because garbage-collected notifications report no clicks.
  const shown: Notification[] = [];
  const open = (): void => {
    shown.length = 0;
    window.show().catch((error: unknown) => log.error('Could not open the window', { error }));
  };
  const window = createMainWindow({
    quitting,
    bounds: () => remembered.store['bounds'],
    saveBounds: (bounds) => {
      remembered.store = { ...remembered.store, bounds };
    },
    hasTray: trayHostCheck(process.platform, log),
    onClosed: (how) => {
      const once = how === 'hidden' ? 'hiddenHintShown' : 'minimisedHintShown';
      if (process.platform === 'darwin' || remembered.store[once] === true) return;
      remembered.store = { ...remembered.store, [once]: true };
      const { translate } = words();
      const text =
        how === 'hidden' ? translate('notice/keepsRunningText') : translate('notice/keepsRunningMinimised');
      shown.push(...notifyStillRunning(open, translate('notice/keepsRunning'), text));
    },
    askAgain: () => askToRetryLoading(words()),
    askToReload: (parent, signal) => askToReload(parent, signal, words()),
    clock: systemClock,
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

async function askToRetryLoading({ translate }: Translator): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: translate('dialog/noWindow'),
    detail: translate('dialog/noWindowText'),
    buttons: [translate('notice/retry'), translate('notice/notNow')],
    ...{ defaultId: 0, cancelId: 1 },
  });
  return response === 0;
}

async function askToReload(
  parent: BrowserWindow,
  signal: AbortSignal,
  { translate }: Translator,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(parent, {
    type: 'warning',
    message: translate('dialog/hung'),
    detail: translate('dialog/hungText'),
    buttons: [translate('dialog/hungWait'), translate('dialog/hungReload')],
    ...{ defaultId: 0, cancelId: 0, signal },
  });
  return response === 1;
}

/** Notifies the user that closing the window does not stop uploads. */
function notifyStillRunning(open: () => void, title: string, body: string): readonly Notification[] {
  if (!Notification.isSupported()) return [];
  const notification = new Notification({ title, body });
  notification.on('click', open);
  notification.show();
  return [notification];
}
