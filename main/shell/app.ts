/** The desktop application from its start to its end. */
import { join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { type Failure, systemClock, takeEnvironment, toFailure } from '../core.ts';
import { languageOf, localeFor } from '../languages/choose.ts';
import { createSpeaker } from '../languages/speaker.ts';
import { linkScheme } from './links.ts';
import { pageSchemes } from './protocol.ts';
import { openRunning, type Running } from './running.ts';
import { nextPhase, type ShellEvent, type ShellPhase } from './shell-phase.ts';
import { bareRequest, type OpenRequest, openRequest } from './start-arguments.ts';
import { shellWords } from './words/words.ts';

/** Longest time quitting may wait for the core; what it has not finished is continued at the next start. */
const longestStopMs = 15_000;

/**
 * Starts the application and returns at once. A second start hands its files to the first one and ends. Must be called
 * before Electron is ready.
 */
export function startShell(options: { readonly arguments: readonly string[] }): void {
  takeEnvironment(process.env);
  protocol.registerSchemesAsPrivileged(pageSchemes);
  app.enableSandbox();
  shareDataFolder();
  if (process.platform === 'win32') app.setAppUserModelId('app.slipway.desktop');
  if (process.platform === 'linux') app.setDesktopName('slipway.desktop');
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // On Windows nothing else does it; macOS and Linux read it from the package.
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  const shell = createShell();
  listen(shell);
  shell.start(openRequest(options.arguments, process.cwd()));
}

/** The folder the command line uses too, so that both know the same accounts. */
function shareDataFolder(): void {
  if (app.commandLine.hasSwitch('user-data-dir')) return;
  app.setPath('userData', join(app.getPath('appData'), 'Slipway'));
}

type Shell = {
  start(request: OpenRequest): void;
  /** Brings the window forward and takes what comes along; before the start is over it is kept until then. */
  open(request: OpenRequest): void;
  /** From now on closing the window closes it. */
  quit(): void;
  /** True when nothing is left to stop. Otherwise stops, and ends the process afterwards. */
  end(): boolean;
};

function createShell(): Shell {
  let phase: ShellPhase = 'starting';
  let running: Promise<Running> | null = null;
  let waiting: readonly OpenRequest[] = [];
  const move = (event: ShellEvent): ShellPhase => {
    phase = nextPhase(phase, event);
    return phase;
  };
  let ending = false;
  const quitting = (): boolean => phase === 'stopping' || phase === 'ended';

  const begin = async (request: OpenRequest): Promise<void> => {
    await app.whenReady();
    running = openRunning({ quitting });
    try {
      const ready = await running;
      if (move('ready') !== 'running') return;
      for (const kept of [atLogin(request), ...waiting]) ready.open(kept);
      waiting = [];
      await ready.start();
    } catch (error) {
      if (move('failed') === 'failed') fail(toFailure(error));
    }
  };
  const stop = async (): Promise<void> => {
    await Promise.race([running?.then((ready) => ready.stop()), systemClock.sleep(longestStopMs)]);
  };
  return {
    start: (request) => void begin(request),
    open: (request) => {
      if (phase === 'running') void running?.then((ready) => ready.open(request));
      else waiting = [...waiting, request];
    },
    quit: () => void move('quit'),
    end: () => {
      if (phase === 'ended') return true;
      if (!ending) void stop().then(end, end);
      ending = true;
      return false;
    },
  };

  function end(): void {
    move('stopped');
    app.exit(0);
  }
}

/** macOS says that it started the application at login; the other systems are told to give a word. */
function atLogin(request: OpenRequest): OpenRequest {
  if (process.platform !== 'darwin' || request.files.length + request.links.length > 0) return request;
  return { ...request, hidden: request.hidden || app.getLoginItemSettings().wasOpenedAtLogin };
}

function fail(failure: Failure): void {
  // The settings may be what is wrong, so the system is asked for the language.
  const speaker = createSpeaker(languageOf(localeFor('system', app.getPreferredSystemLanguages())));
  const { dialogs } = shellWords(speaker.language);
  dialog.showErrorBox(dialogs.notStarted, `${speaker.failure(failure)}\n\n${failure.code}`);
  app.exit(1);
}

function listen(shell: Shell): void {
  app.on('second-instance', (_event, argv, folder) => shell.open(openRequest(argv.slice(1), folder)));
  app.on('activate', () => shell.open(bareRequest));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    shell.open({ ...bareRequest, files: [path] });
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    shell.open({ ...bareRequest, links: [link] });
  });
  // Listening keeps the application alive without a window: it lives in the tray.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', () => shell.quit());
  app.on('will-quit', (event) => {
    if (!shell.end()) event.preventDefault();
  });
}
