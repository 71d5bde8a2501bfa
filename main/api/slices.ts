/** How much of a file is handed to the connection at once. Pure. */

const kibibyte = 1024;

/** More than a socket takes before it asks us to wait, so that a buffer is never refilled while it is still in use. */
export const smallestSlice = 128 * kibibyte;
export const largestSlice = 1024 * kibibyte;

/**
 * The size of the next slice after one of `previous` bytes took `tookMs`: doubled on a fast line, where few large writes
 * cost least; halved on a slow one, so that progress, idle time and cancelling stay fine-grained.
 */
export function nextSlice(previous: number, tookMs: number): number {
  if (tookMs < 100) return Math.min(largestSlice, previous * 2);
  return tookMs > 400 ? Math.max(smallestSlice, previous / 2) : previous;
}
