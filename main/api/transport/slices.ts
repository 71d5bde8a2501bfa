/** How much of a file is handed to the connection at once. Pure. */

const kibibyte = 1024;

/** A socket asks us to wait at as much, so that a buffer is never refilled while it is still in use. */
export const smallestSlice = 16 * kibibyte;
/** Where the system tells what was acknowledged; elsewhere a slice that was taken is all that is known of a line. */
export const smallestToldSlice = 128 * kibibyte;
export const largestSlice = 1024 * kibibyte;

/** The system takes much before the line does: a slice is only a small part of what was taken before. */
const partOfTaken = 16;

/**
 * The size of the next slice after one of `previous` bytes took `tookMs`: doubled on a fast line, where few large writes
 * cost least; halved on a slow one, so that progress, idle time and cancelling stay fine-grained. `taken`: bytes so far.
 */
export function nextSlice(
  previous: number,
  tookMs: number,
  { taken, isTold }: { readonly taken: number; readonly isTold: boolean },
): number {
  const smallest = isTold ? smallestToldSlice : smallestSlice;
  const largest = Math.max(smallest, Math.min(largestSlice, taken / partOfTaken));
  const wanted = tookMs < 100 ? previous * 2 : tookMs > 400 ? previous / 2 : previous;
  return Math.floor(Math.max(smallest, Math.min(largest, wanted)));
}
