/**
 * Gives what comes in to `take`, one batch after the other: what comes in the same turn, or while a batch is being taken,
 * makes one batch. So files that are dropped together on the dock icon, which macOS hands over one by one, are one request.
 */
export function batch<Item>(
  take: (items: readonly Item[]) => Promise<void>,
  failed: (error: unknown) => void,
): (item: Item) => void {
  let waiting: Item[] = [];
  let busy = false;
  const takeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await take(items).catch(failed);
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
