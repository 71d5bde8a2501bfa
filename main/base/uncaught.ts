/** Calls `listener` for uncaught exceptions and unhandled rejections; the returned function unsubscribes. */
export function onUncaught(listener: (error: unknown) => void): () => void {
  process.on('uncaughtException', listener);
  process.on('unhandledRejection', listener);
  return () => {
    process.off('uncaughtException', listener);
    process.off('unhandledRejection', listener);
  };
}
