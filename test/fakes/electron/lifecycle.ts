/**
 * Starts and quits the application. Order of events as in Electron's shell/browser/browser.cc: before-quit,
 * close and closed of every window, will-quit, quit. Quitting is cancelled if a window stays open or a
 * listener prevents an event.
 */
import type { EventEmitter } from 'node:events';
import { cancellable, isPrevented } from './events.ts';

type Closable = { close(): void; destroy(): void };

export type LifecycleParts = {
  readonly app: EventEmitter;
  readonly windows: ReadonlySet<Closable>;
  readonly release: () => Promise<void>;
};

export type Lifecycle = ReturnType<typeof createLifecycle>;

export function createLifecycle({ app, windows, release }: LifecycleParts) {
  let isReady = false;
  let isQuitting = false;
  let isExiting = false;
  let isShutDown = false;
  let exitCode = 0;
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();

  const start = (): void => {
    if (isShutDown) return;
    app.emit('will-finish-launching', {});
    // macOS reports an opened file or link (`ELECTRON_DOUBLE_OPENED`) before `ready`.
    const opened = process.env['ELECTRON_DOUBLE_OPENED'];
    if (opened !== undefined) {
      app.emit(opened.startsWith('/') ? 'open-file' : 'open-url', cancellable({}), opened);
    }
    if (isShutDown) return;
    isReady = true;
    // Keeps the process running until it quits.
    setInterval(() => undefined, 2 ** 30);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, quit);
    // `ELECTRON_DOUBLE_LAUNCH_INFO` describes the macOS notification that started the application.
    app.emit('ready', {}, JSON.parse(process.env['ELECTRON_DOUBLE_LAUNCH_INFO'] ?? '{}'));
    onReady();
  };

  const shutDown = (): void => {
    if (isShutDown) return;
    isShutDown = true;
    isQuitting = true;
    app.emit('quit', {}, exitCode);
    release().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`Chromium did not end: ${String(error)}\n`);
        process.exit(exitCode || 1);
      },
    );
  };
  const notifyAndShutDown = (): void => {
    if (isShutDown) return;
    if (isPrevented((event) => app.emit('will-quit', event))) isQuitting = false;
    else shutDown();
  };

  function quit(): void {
    if (isQuitting || isShutDown) return;
    isQuitting = !isPrevented((event) => app.emit('before-quit', event));
    if (!isQuitting) return;
    if (windows.size === 0) notifyAndShutDown();
    else for (const window of [...windows]) window.close();
  }

  return {
    isReady: () => isReady,
    whenReady: () => ready,
    /** Emits `ready` once the program has loaded. Does nothing after the shutdown. */
    start,
    quit,
    /** Destroys the windows without close events. */
    exit: (code = 0): void => {
      if (isShutDown) return;
      exitCode = code;
      isQuitting = true;
      isExiting = true;
      for (const window of [...windows]) window.destroy();
      shutDown();
    },
    windowStayed: (): void => {
      isQuitting = false;
    },
    allWindowsClosed: (): void => {
      if (isExiting) shutDown();
      else if (isQuitting) notifyAndShutDown();
      else if (!app.emit('window-all-closed')) quit();
    },
  };
}
