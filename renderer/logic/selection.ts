/** Several rows of a list chosen at once, by their keys, so that it survives updates and new orders. Pure. */

export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** Where a stretch begins; null before anything was chosen. */
  readonly anchor: string | null;
};

export const nothingSelected: Selection = { keys: new Set(), anchor: null };

/** The set with one item added, or removed if it was there. */
export function withToggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** Selects or deselects a row; the next range begins here. */
export const toggleKey = ({ keys }: Selection, key: string): Selection => ({
  keys: withToggled(keys, key),
  anchor: key,
});

/**
 * The stretch from where the last one began to `key` instead of it; `from` is where it begins when there is none yet, or
 * its row is gone. `order`: all keys as they stand in the list.
 */
export function stretchTo(
  selection: Selection,
  order: readonly string[],
  from: string | null,
  key: string,
): Selection {
  const known = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const start = known >= 0 ? known : from === null ? -1 : order.indexOf(from);
  const end = order.indexOf(key);
  if (end < 0) return selection;
  const first = start < 0 ? end : start;
  const keys = new Set(order.slice(Math.min(first, end), Math.max(first, end) + 1));
  return { keys, anchor: order[first] ?? key };
}

export function selectAll(order: readonly string[]): Selection {
  return { keys: new Set(order), anchor: order[0] ?? null };
}

/** The selected ones among the lines that are shown: nothing happens to what a search hides or what is gone. */
export function selectedOf<Line>(
  lines: readonly Line[],
  keyOf: (line: Line) => string,
  { keys }: Selection,
): readonly Line[] {
  return keys.size === 0 ? [] : lines.filter((line) => keys.has(keyOf(line)));
}
