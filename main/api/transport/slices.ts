/** Sizes of the file slices that are passed to a connection. Pure. */

const kibibyte = 1024;

/** Minimum slice size. Equals the socket's high-water mark, so that no buffer is refilled while in use. */
export const minSlice = 16 * kibibyte;
/** Minimum if the system reports acknowledgements. Otherwise, small slices are needed to detect progress. */
export const minAcknowledgedSlice = 128 * kibibyte;
export const maxSlice = 1024 * kibibyte;

/**
 * A slice is at most the accepted bytes divided by this number: the send buffer accepts the first bytes
 * faster than the line.
 */
const acceptedDivisor = 16;

/** Returns the size of a file's first slice, which takes a tenth of a second at this speed. */
export function firstSliceSize(bytesPerSecond: number): number {
  return Math.floor(Math.max(minSlice, Math.min(maxSlice, bytesPerSecond / 10)));
}

/**
 * Returns the size after `previous` bytes took `elapsedMs`: doubles it on a fast line, and halves it on a
 * slow one, so that progress and cancelling stay fine-grained.
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
