/**
 * Returns a function that collects items and passes them to `take` in batches, one batch at a time. Items of
 * one event-loop turn, or that arrive during a batch, form the next. So files dropped together on the macOS
 * dock icon, which arrive one by one, become one request.
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
