/**
 * What Electron does with errors nothing caught, unless the application listens: a dialog in English, and on it goes
 * (lib/browser/init.ts). Promises nobody waited for are only warned of.
 */
export function showUncaught(showErrorBox: (title: string, content: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    showErrorBox(
      'A JavaScript error occurred in the main process',
      `Uncaught Exception:\n${error.stack ?? `${error.name}: ${error.message}`}`,
    );
  });
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') > 1) return;
    process.stderr.write(`UnhandledPromiseRejectionWarning: ${String(reason)}\n`);
  });
}

/** A bug of the application's: in a listener, or in a promise nobody waits for. */
export function failInMain(how: 'throw' | 'reject', text: string): void {
  if (how === 'reject') void Promise.reject(new Error(text));
  else {
    setImmediate(() => {
      throw new Error(text);
    });
  }
}
