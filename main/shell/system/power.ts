/** The computer sleeps, wakes up, and ends its day. */
import { app, powerMonitor } from 'electron';
import type { Parts } from '../parts.ts';

/** Follows the computer's power from now on; the returned function stops following its sleep. */
export function followPower(parts: Pick<Parts, 'core' | 'updates' | 'log'>): () => void {
  followShutdown(parts);
  return followSleep(parts);
}

/** Sleep is only noted; what happened meanwhile was announced to nobody. */
function followSleep({ core, log }: Pick<Parts, 'core' | 'log'>): () => void {
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
 * Ends in order when the system goes down or the person logs off; where the time does not suffice, the journal knows how to
 * go on. Never stops listening: on Linux the system goes down at once when nobody listens any more.
 */
function followShutdown({ updates, log }: Pick<Parts, 'updates' | 'log'>): void {
  const end = (): void => {
    log.info('The computer is being shut down');
    updates.keepForLater();
    app.quit();
  };
  // macOS and Linux wait when they are asked to.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    end();
  });
  // Windows tells windows. Its question is not answered with no: another program's no would leave Slipway ended.
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', () => updates.keepForLater());
    window.on('session-end', end);
  });
}
