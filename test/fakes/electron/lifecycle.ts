/**
 * Start and end of the application, in the order of Electron's shell/browser/browser.cc: before-quit, every window's close
 * and closed, will-quit, quit. A window that stays, or a prevented event, calls the quit off.
 */
import type { EventEmitter } from 'node:events';
import { cancellable, isPrevented } from './events.ts';

type Closable = { close(): void; destroy(): void };

export type LifecycleParts = {
  readonly app: EventEmitter;
  readonly windows: ReadonlySet<Closable>;
  /** Ends Chromium. */
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
    // `ELECTRON_DOUBLE_OPENED`: macOS says with which file or link the application was opened before it is ready.
    const opened = process.env['ELECTRON_DOUBLE_OPENED'];
    if (opened !== undefined) {
      app.emit(opened.startsWith('/') ? 'open-file' : 'open-url', cancellable({}), opened);
    }
    if (isShutDown) return;
    isReady = true;
    // It runs until it is quit, whatever it waits for.
    setInterval(() => undefined, 2 ** 30);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, quit);
    // `ELECTRON_DOUBLE_LAUNCH_INFO`: a notification of macOS started the application.
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
    /** Once the application's own code has been read; not when it has ended already. */
    start,
    quit,
    /** Windows are destroyed, nobody is asked. */
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
