import { mkdirSync } from 'node:fs';
import { app, crashReporter, dialog, protocol } from 'electron';
import { systemClock } from '../base/clock.ts';
import { extractSecrets } from '../base/environment.ts';
import { toFailure } from '../base/errors.ts';
import type { Failure } from '../base/failure.ts';
import { defaultDataFolder } from '../core/default-data-folder.ts';
import { textOf } from '../messages/text.ts';
import { translatorOf } from '../messages/translator.ts';
import { linkScheme } from './links.ts';
import { type Logging, openLogging } from './logging.ts';
import { launchRequest } from './notices/launch-info.ts';
import { toastActivator } from './notices/toast.ts';
import { type RunningApp, startApp } from './running-app.ts';
import { nextPhase, type ShellEvent, type ShellPhase } from './shell-phase.ts';
import { consumeStoredRequest, storeRequest } from './start/pending-request.ts';
import { relaunch } from './start/relaunch.ts';
import {
  emptyRequest,
  mergeRequests,
  type OpenRequest,
  openRequest,
  userArguments,
} from './start/start-arguments.ts';
import { clearForeignAppImage } from './system/app-image.ts';
import { isInstalledCopy } from './system/installed-copy.ts';
import { offerMove } from './system/move-to-applications.ts';
import { systemLocale } from './system/system-locale.ts';
import { quitOnUncaught } from './uncaught.ts';
import { pageSchemes } from './window/protocol.ts';

/** Maximum time to wait for the core when quitting. Unfinished work resumes at the next start. */
const maxStopMs = 15_000;

/**
 * Starts the application without waiting for it. A second instance passes its files to the first and quits.
 * Must be called before Electron is ready.
 */
export function startShell(options: { readonly arguments: readonly string[] }): void {
  extractSecrets(process.env);
  clearForeignAppImage(process.env, process.execPath);
  protocol.registerSchemesAsPrivileged(pageSchemes);
  if (process.platform === 'win32') {
    app.setAppUserModelId('app.slipway.desktop');
    app.setToastActivatorCLSID(toastActivator);
  }
  const dataDir = sharedDataFolder();
  if (dataDir === null) return;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // On macOS and Linux the package registers the link scheme. An unpacked copy must not register itself.
  if (process.platform === 'win32' && app.isPackaged && isInstalledCopy('win32', process.execPath)) {
    app.setAsDefaultProtocolClient(linkScheme);
  }
  crashReporter.start({ uploadToServer: false });
  const shell = createShell(dataDir, openLogging());
  listen(shell);
  shell.start(openRequest(options.arguments, process.cwd()));
}

/** Returns the data folder shared with the command line; null if it cannot be created. */
function sharedDataFolder(): string | null {
  if (app.commandLine.hasSwitch('user-data-dir')) return app.getPath('userData');
  try {
    const dataDir = defaultDataFolder();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    app.setPath('userData', dataDir);
    return dataDir;
  } catch (error) {
    fail(toFailure(error));
    return null;
  }
}

type Shell = {
  start(request: OpenRequest): void;
  /** Shows the window and handles the request as soon as the application is running. */
  open(request: OpenRequest): void;
  /** Marks the application as quitting, so that closing the window no longer only hides it. */
  quit(): void;
  /** Stops everything, then calls `act`, which must end the process. */
  quitThen(act: () => void): void;
  /** Returns true if everything has stopped. Otherwise stops everything, then ends the process. */
  end(): boolean;
};

function createShell(dataDir: string, logging: Logging): Shell {
  let phase: ShellPhase = 'starting';
  let running: Promise<RunningApp> | null = null;
  let locale = systemLocale;
  let waiting: readonly OpenRequest[] = [];
  const move = (event: ShellEvent): ShellPhase => {
    phase = nextPhase(phase, event);
    return phase;
  };
  let ending = false;
  let afterStop: (() => void) | null = null;
  const quitting = (): boolean => phase === 'stopping' || phase === 'ended';

  const begin = async (request: OpenRequest): Promise<void> => {
    const ready = new Promise<unknown>((resolve) =>
      app.once('ready', (_event, launchInfo) => resolve(launchInfo)),
    );
    await app.whenReady();
    const launchInfo = await ready;
    if (!request.hidden && (await offerMoveToApplications())) return;
    running = startApp({ ...logging, dataDir, quitting, quitThen: shell.quitThen });
    try {
      const { open, start, locale: chosen } = await running;
      locale = chosen;
      if (move('ready') !== 'running') return;
      const stored = consumeStoredRequest(dataDir, logging.log);
      const requests = [launchRequest(launchInfo, atLogin(request)), ...(stored ? [stored] : []), ...waiting];
      for (const each of requests) open(each);
      waiting = [];
      await start();
    } catch (error) {
      if (move('failed') === 'failed') fail(toFailure(error));
    }
  };
  const stop = async (): Promise<void> => {
    await Promise.race([running?.then((ready) => ready.stop()), systemClock.sleep(maxStopMs)]);
  };
  const shell: Shell = {
    start: (request) => void begin(request),
    open: (request) => {
      if (phase === 'running') void running?.then((ready) => ready.open(request));
      else waiting = [...waiting, request];
    },
    quit: () => void move('quit'),
    quitThen: (act) => {
      afterStop = act;
      move('quit');
      shell.end();
    },
    end: () => {
      if (phase === 'ended') return true;
      if (!ending) void stop().then(end, end);
      ending = true;
      return false;
    },
  };
  quitOnUncaught({ ...logging, locale: () => locale(), quitThen: shell.quitThen });
  return shell;

  function end(): void {
    move('stopped');
    // macOS sends requests to this process until it has exited, so some may have arrived while quitting.
    const late = waiting.length > 0 ? mergeRequests(waiting) : null;
    if (afterStop !== null) {
      if (late) storeRequest(dataDir, late, logging.log);
      afterStop();
    } else if (late) relaunch(late);
    else app.exit(0);
  }
}

/** Marks a start at login on macOS as hidden; elsewhere, the login item passes `--hidden`. */
function atLogin(request: OpenRequest): OpenRequest {
  if (process.platform !== 'darwin' || request.files.length + request.links.length > 0) return request;
  return { ...request, hidden: request.hidden || app.getLoginItemSettings().wasOpenedAtLogin };
}

function offerMoveToApplications(): Promise<boolean> {
  const { translate } = translatorOf(systemLocale());
  return offerMove({
    ...{ app, platform: process.platform, program: process.execPath },
    ask: async () => {
      const { response } = await dialog.showMessageBox({
        ...{ type: 'question', message: translate('dialog/move'), detail: translate('dialog/moveText') },
        ...{ buttons: [translate('dialog/moveYes'), translate('notice/notNow')], defaultId: 0, cancelId: 1 },
      });
      return response === 0;
    },
    onFailure: async (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const detail = `${translate('dialog/notMovedText')}\n\n${reason}`;
      await dialog.showMessageBox({ type: 'warning', message: translate('dialog/notMoved'), detail });
    },
  });
}

function fail(failure: Failure): void {
  const locale = systemLocale();
  const { translate } = translatorOf(locale);
  dialog.showErrorBox(translate('dialog/notStarted'), `${textOf(failure, locale)}\n\n${failure.code}`);
  app.exit(1);
}

function listen(shell: Shell): void {
  app.on('second-instance', (_event, argv, folder) =>
    shell.open(openRequest(userArguments(argv, app.isPackaged), folder)),
  );
  app.on('activate', () => shell.open(emptyRequest));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    shell.open({ ...emptyRequest, files: [path] });
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    shell.open({ ...emptyRequest, links: [link] });
  });
  // Without this listener, Electron would quit when the last window closes. Slipway stays in the tray.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', () => shell.quit());
  app.on('will-quit', (event) => {
    if (!shell.end()) event.preventDefault();
  });
}
