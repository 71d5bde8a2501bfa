/**
 * Returns a function that collects items and passes them to `handle`, one batch at a time. A batch contains
 * the items of one event-loop turn, or those that arrive while `handle` runs, such as files dropped on the
 * macOS dock icon.
 */
export function batch<Item>(
  handle: (items: readonly Item[]) => Promise<void>,
  failed: (error: unknown) => void,
): (item: Item) => void {
  let waiting: Item[] = [];
  let busy = false;
  const takeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await handle(items).catch(failed);
    }
    busy = false;
  };
  return (item) => {
    waiting.push(item);
    if (busy) return;
    busy = true;
    setImmediate(() => void takeAll());
  };
}
