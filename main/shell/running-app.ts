import { app, ipcMain } from 'electron';
import { createPagePaths } from '../bridge/page-paths.ts';
import { restricted } from '../bridge/restricted.ts';
import { linkAddress } from './links.ts';
import { type LaunchOptions, openServices, type Services } from './services.ts';
import { queueOpened } from './start/incoming.ts';
import { mergeRequests, type OpenRequest } from './start/start-arguments.ts';
import { followPower } from './system/power.ts';
import { batch } from './tray/batch.ts';
import { showTrayAndMenu } from './tray-and-menu.ts';
import { sendEvent, serveCalls } from './window/ipc.ts';
import { pageEvents } from './window/page-events.ts';

export type RunningApp = {
  /** Starts the built-in service, the queue and the watched folders. */
  start(): Promise<void>;
  /** Shows the window unless `hidden` is set, queues the files and opens the last valid link. */
  open(request: OpenRequest): void;
  /** Stops everything and releases the data folder. */
  stop(): Promise<void>;
  readonly locale: Services['locale'];
};

/** Requires Electron to be ready. Throws the coded errors of `createCore`. */
export async function startApp(options: LaunchOptions): Promise<RunningApp> {
  const parts = await openServices(options);
  const { core, log } = parts;
  const stops = [...followEvents(parts), ...showTrayAndMenu(parts), followPower(parts), parts.updates.stop];
  return {
    start: async () => {
      try {
        await core.start();
        parts.updates.start();
      } catch (error) {
        log.error('Could not start the core', { error });
        throw error;
      }
    },
    open: batch(
      (requests) => openRequested(parts, mergeRequests(requests)),
      (error) => {
        if (!options.quitting()) log.error('Could not open the window', { error });
      },
    ),
    stop: async () => {
      for (const stop of stops) stop();
      await parts.localServer.close();
      // Once the lock is released, a second instance waits for the data folder and then starts.
      app.releaseSingleInstanceLock();
      await core.stop();
      log.info('Slipway has stopped');
    },
    locale: parts.locale,
  };
}

/** Connects the page's calls and events. Returns functions that disconnect them. */
function followEvents({ core, bridge, window, locale, log }: Services): readonly (() => void)[] {
  const stopEvents = pageEvents({ bridge, locale }).onEvent((name, value) => {
    const page = window.current();
    if (page) sendEvent(page.webContents, name, value);
  });
  const paths = createPagePaths(core.pushProjects.recent);
  const ofPage = restricted(bridge, 'window', paths);
  return [serveCalls(ipcMain, ofPage, paths.allowFile, locale, log), stopEvents];
}

async function openRequested(parts: Services, { files, links, hidden }: OpenRequest): Promise<void> {
  if (hidden) return;
  await parts.window.show();
  const address = links.map((link) => addressOf(link, parts.log)).findLast((found) => found !== null);
  if (address) parts.host.show({ address });
  if (files.length > 0) await queueOpened(parts, files);
}

function addressOf(link: string, log: Services['log']): string | null {
  const address = linkAddress(link);
  if (address === null) log.warn('Rejected a link to an unknown screen', { link: link.slice(0, 200) });
  return address;
}
