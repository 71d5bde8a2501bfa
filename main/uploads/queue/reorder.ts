/** A place of its own for an upload in the queue. Pure. */
import { orderOf, type UploadRecord } from '../machine/record.ts';

export type NewOrder = { readonly id: string; readonly order: number };

/**
 * The places that change when `id` is put before `beforeId` (null: behind all). `queue` is in its order. Usually one;
 * all of them when no number is left between two neighbours. Null when one of both is not in the queue.
 */
export function moved(
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

/** A number between both; null when there is none any more. */
function between(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  if (after === undefined) return before + 1;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : null;
}

/** Where a new one goes: behind all, also behind those that were moved behind all. */
export function lastOrder(queue: Iterable<UploadRecord>, position: number): number {
  let last = position - 1;
  for (const record of queue) last = Math.max(last, orderOf(record));
  return Math.floor(last) + 1;
}
