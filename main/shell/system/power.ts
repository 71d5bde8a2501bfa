import { app, powerMonitor } from 'electron';
import type { Services } from '../services.ts';

/** Listens for sleep and shutdown; the returned function stops listening for sleep only. */
export function followPower(parts: Pick<Services, 'core' | 'updates' | 'log'>): () => void {
  followShutdown(parts);
  return followSleep(parts);
}

/** Notifies the core on wake, because file events and timers are lost during sleep. */
function followSleep({ core, log }: Pick<Services, 'core' | 'log'>): () => void {
  const sleep = (): void => log.info('The computer goes to sleep');
  const wake = (): void => {
    log.info('The computer woke up');
    core.wake();
  };
  powerMonitor.on('suspend', sleep);
  powerMonitor.on('resume', wake);
  return () => {
    powerMonitor.off('suspend', sleep);
    powerMonitor.off('resume', wake);
  };
}

/**
 * Quits on shutdown or logout; unfinished work resumes from the journal. The listener is never removed:
 * without a listener, Linux shuts down at once.
 */
function followShutdown({ updates, log }: Pick<Services, 'updates' | 'log'>): void {
  const end = (): void => {
    log.info('The computer is being shut down');
    updates.keepForLater();
    app.quit();
  };
  // macOS and Linux delay the shutdown after `preventDefault`.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    end();
  });
  // Windows emits these events per window. Slipway does not delay the shutdown: the user could then cancel
  // the shutdown after Slipway has quit.
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', () => updates.keepForLater());
    window.on('session-end', end);
  });
}
