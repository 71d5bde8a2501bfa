/** Calls back for every error nothing caught: thrown by a listener, or in a promise nothing waits for. Returns what stops it. */
export function onUncaught(listener: (error: unknown) => void): () => void {
  process.on('uncaughtException', listener);
  process.on('unhandledRejection', listener);
  return () => {
    process.off('uncaughtException', listener);
    process.off('unhandledRejection', listener);
  };
}
