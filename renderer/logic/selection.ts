/** Selection of several rows in a list. Contains row keys, so that it survives updates and reordering. */

export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** Start of a range selection; null before the first selection. */
  readonly anchor: string | null;
};

export const nothingSelected: Selection = { keys: new Set(), anchor: null };

export function withToggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** Toggles a row and makes it the anchor of the next range. */
export const toggleKey = ({ keys }: Selection, key: string): Selection => ({
  keys: withToggled(keys, key),
  anchor: key,
});

/** Selects from the anchor, or `from` if it is not in the list, to `key`. `order`: all keys in list order. */
export function selectRange(
  selection: Selection,
  order: readonly string[],
  from: string | null,
  key: string,
): Selection {
  const anchorIndex = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const start = anchorIndex >= 0 ? anchorIndex : from === null ? -1 : order.indexOf(from);
  const end = order.indexOf(key);
  if (end < 0) return selection;
  const first = start < 0 ? end : start;
  const keys = new Set(order.slice(Math.min(first, end), Math.max(first, end) + 1));
  return { keys, anchor: order[first] ?? key };
}

export function selectAll(order: readonly string[]): Selection {
  return { keys: new Set(order), anchor: order[0] ?? null };
}

/** Returns the selected rows among `lines`. Actions therefore never apply to hidden or removed rows. */
export function selectedOf<Line>(
  lines: readonly Line[],
  keyOf: (line: Line) => string,
  { keys }: Selection,
): readonly Line[] {
  return keys.size === 0 ? [] : lines.filter((line) => keys.has(keyOf(line)));
}
