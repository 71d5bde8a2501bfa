/** Ranks in the queue. Pure. */
import { orderOf, type UploadRecord } from '../record/record.ts';

type NewOrder = { readonly id: string; readonly order: number };

/**
 * Returns the ranks if `id` moves before `beforeId`, or to the end if null. All ranks change if no number is
 * left between two neighbours. Null if an id is not queued.
 */
export function reorderedRanks(
  queue: readonly UploadRecord[],
  id: string,
  beforeId: string | null,
): readonly NewOrder[] | null {
  if (id === beforeId) return queue.some((record) => record.id === id) ? [] : null;
  const others = queue.filter((record) => record.id !== id);
  if (others.length === queue.length) return null;
  const at = beforeId === null ? others.length : others.findIndex((record) => record.id === beforeId);
  if (at < 0) return null;
  const [before, after] = [others[at - 1], others[at]];
  const order = between(before && orderOf(before), after && orderOf(after));
  if (order !== null) return [{ id, order }];
  const ids = others.map((record) => record.id).toSpliced(at, 0, id);
  const first = Math.floor(Math.min(...queue.map(orderOf)));
  return ids.map((each, index) => ({ id: each, order: first + index }));
}

/** Returns a rank between two ranks, or null if no floating-point number is between them. */
function between(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  if (after === undefined) return before + 1;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : null;
}

/** Returns the rank after all others, including uploads that were moved to the end. */
export function lastOrder(queue: Iterable<UploadRecord>, position: number): number {
  let last = position - 1;
  for (const record of queue) last = Math.max(last, orderOf(record));
  return Math.floor(last) + 1;
}
