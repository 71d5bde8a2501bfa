/** The application between start and end. */
import { app, ipcMain, powerMonitor } from 'electron';
import type { EventName } from '../../preload/contract.ts';
import { takeOpened } from './incoming.ts';
import { sendEvent, serveCalls } from './ipc.ts';
import { linkAddress } from './links.ts';
import { showOutside } from './outside.ts';
import { openParts, type Parts } from './parts.ts';
import { mergeRequests, type OpenRequest } from './start-arguments.ts';
import { takeTogether } from './take-together.ts';

export type Running = {
  /** Starts the work: built-in service, queue, folders. */
  start(): Promise<void>;
  /** Brings the window forward, unless nobody asked for it; files that come along are queued, a link leads to its place. */
  open(request: OpenRequest): void;
  /** Stops everything and releases the data folder. */
  stop(): Promise<void>;
};

/** Needs Electron to be ready. `quitting` turns true once the application is being quit. Throws the coded errors of `createCore`. */
export async function openRunning(options: { readonly quitting: () => boolean }): Promise<Running> {
  const parts = await openParts(options.quitting);
  const { core, log } = parts;
  const stops = [...followEvents(parts), ...showOutside(parts), followPower(parts), parts.updates.stop];
  return {
    start: async () => {
      try {
        await core.start();
        parts.updates.start();
      } catch (error) {
        log.error('The work could not be started', { error });
        throw error;
      }
    },
    open: takeTogether(
      (requests) => openRequested(parts, mergeRequests(requests)),
      (error) => {
        if (!options.quitting()) log.error('The window could not be opened', { error });
      },
    ),
    stop: async () => {
      for (const stop of stops) stop();
      await parts.door.close();
      await core.stop();
      log.info('Slipway has stopped');
    },
  };
}

/** Calls and events of the page. Returns what stops them. */
function followEvents({ bridge, window, speaker, log }: Parts): readonly (() => void)[] {
  const stopEvents = bridge.onEvent((name, value) => {
    const page = window.current();
    if (speaksAnew(name)) page?.webContents.reload();
    else if (page) sendEvent(page.webContents, name, speaker().told(value));
  });
  return [serveCalls(ipcMain, bridge, speaker, log), stopEvents];
}

/** The page is loaded again by its application: by itself it may go nowhere, not even where it is. */
const speaksAnew = (name: EventName): boolean => name === 'app.language';

/** Sleep is only noted; what happened meanwhile was announced to nobody. The end of the computer's day is ours too. */
function followPower({ core, log }: Parts): () => void {
  const sleep = (): void => log.info('The computer goes to sleep');
  const wake = (): void => {
    log.info('The computer woke up');
    core.wake();
  };
  // Said on macOS and Linux; elsewhere, and where time runs out, the journal knows how to go on.
  const shutDown = (): void => {
    log.info('The computer is being shut down');
    app.quit();
  };
  powerMonitor.on('suspend', sleep);
  powerMonitor.on('resume', wake);
  powerMonitor.on('shutdown', shutDown);
  return () => {
    powerMonitor.off('suspend', sleep);
    powerMonitor.off('resume', wake);
    powerMonitor.off('shutdown', shutDown);
  };
}

async function openRequested(parts: Parts, { files, links, hidden }: OpenRequest): Promise<void> {
  if (hidden) return;
  await parts.window.show();
  const address = links.map((link) => placeOf(link, parts.log)).findLast((found) => found !== null);
  if (address) parts.host.show({ address });
  if (files.length > 0) await takeOpened(parts, files);
}

function placeOf(link: string, log: Parts['log']): string | null {
  const address = linkAddress(link);
  if (address === null) log.warn('A link that leads to no place was refused', { link: link.slice(0, 200) });
  return address;
}
