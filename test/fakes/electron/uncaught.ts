/**
 * Shows uncaught errors in a dialog and continues, unless the program has its own listener, as in Electron's
 * lib/browser/init.ts. Unhandled rejections only cause a warning.
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

/** Throws in a callback, or rejects a promise that has no handler. */
export function failInMain(how: 'throw' | 'reject', text: string): void {
  if (how === 'reject') void Promise.reject(new Error(text));
  else {
    setImmediate(() => {
      throw new Error(text);
    });
  }
}
