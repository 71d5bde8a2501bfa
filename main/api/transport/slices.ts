/** Sizes of the slices of a file that are handed to a connection. Pure. */

const kibibyte = 1024;

/**
 * Minimum slice size. It is also the high-water mark of the socket, so that a buffer is never
 * refilled while it is in use.
 */
export const minSlice = 16 * kibibyte;
/**
 * Minimum on systems that report acknowledgements. On others, each accepted slice signals progress,
 * so slices must be smaller.
 */
export const minAcknowledgedSlice = 128 * kibibyte;
export const maxSlice = 1024 * kibibyte;

/**
 * A slice is at most this fraction of the accepted bytes, because the send buffer accepts the first
 * bytes faster than the line transmits them.
 */
const acceptedDivisor = 16;

/**
 * Returns the next slice size after `previous` bytes took `elapsedMs`. Doubles it on a fast line, where few
 * large writes are cheapest. Halves it on a slow line, so that progress and cancelling stay fine-grained.
 * `acceptedBytes` is the total so far.
 */
export function nextSliceSize(
  previous: number,
  elapsedMs: number,
  {
    acceptedBytes,
    hasAcknowledgements,
  }: { readonly acceptedBytes: number; readonly hasAcknowledgements: boolean },
): number {
  const smallest = hasAcknowledgements ? minAcknowledgedSlice : minSlice;
  const max = Math.max(smallest, Math.min(maxSlice, acceptedBytes / acceptedDivisor));
  const wanted = elapsedMs < 100 ? previous * 2 : elapsedMs > 400 ? previous / 2 : previous;
  return Math.floor(Math.max(smallest, Math.min(max, wanted)));
}
