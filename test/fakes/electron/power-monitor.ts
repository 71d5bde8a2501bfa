import { EventEmitter } from 'node:events';
import { cancellable } from './events.ts';

/**
 * As on Linux: while somebody listens for `shutdown` the system is asked to wait at a shutdown, and it goes on as soon as
 * the last listener is gone (`setListeningForShutdown` in lib/browser/api/power-monitor.ts of Electron, and
 * `SetShutdownHandler` in its power_observer_linux.cc).
 */
export class PowerMonitorDouble extends EventEmitter {
  constructor() {
    super();
    this.on('removeListener', (event) => {
      if (event !== 'shutdown' || this.listenerCount('shutdown') > 0) return;
      process.stderr.write('The system waits no longer at a shutdown\n');
    });
  }
}

/**
 * As on Windows, native_window_views_win.cc of Electron: every window is asked, or hears of it, and at the end of the session
 * the process ends at once unless a listener has begun to quit. True when a window said no.
 */
export function endSession(
  app: EventEmitter,
  windows: Iterable<EventEmitter>,
  name: 'query-session-end' | 'session-end',
): boolean {
  let quits = false;
  const onQuit = (): void => {
    quits = true;
  };
  const event = cancellable({ reasons: ['logoff'] });
  app.once('before-quit', onQuit);
  for (const window of windows) window.emit(name, event);
  app.off('before-quit', onQuit);
  if (name === 'session-end' && !quits) process.exit(0);
  return name === 'query-session-end' && event.defaultPrevented;
}
