import { EventEmitter } from 'node:events';
import { cancellable } from './events.ts';

/**
 * Test double of `powerMonitor`. As on Linux, the shutdown waits until the last listener for `shutdown` is
 * removed (Electron's lib/browser/api/power-monitor.ts and power_observer_linux.cc).
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
 * Emits the event on every window (Electron's native_window_views_win.cc). The process then exits, unless a
 * listener has started to quit. Returns true if a window prevented the event.
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
