/** Detects the size limit of an intermediary, which breaks each attempt at the same byte. Pure. */

const kibibyte = 1024;

/** Maximum bytes sent but not acknowledged when a connection breaks, including a proxy's buffers. */
const maxUnacknowledged = 8 * 1024 * kibibyte;
const maxSlice = 1024 * kibibyte;

/** Slice of a careful attempt, which waits for each acknowledgement to locate a break precisely. */
export const carefulSlice = 32 * kibibyte;

/** A connection that breaks below this size has not hit an upload limit. */
const minLimit = 100 * kibibyte;

export type Interruption = {
  /** Bytes of the file that the connection had accepted. */
  readonly offset: number;
  /** Bytes of the file in this request. Fewer than `offset` if the upload was resumed. */
  readonly sentBytes: number;
  /** True if all bytes before `offset`, except the last slice, were acknowledged. */
  readonly isAcknowledged: boolean;
};

/** Returns true if `taken`, the bytes accepted so far, is near the position of an earlier break. */
export function isNearBreak(earlier: Interruption | undefined, taken: number): boolean {
  if (!earlier) return false;
  const before = maxSlice + (earlier.isAcknowledged ? carefulSlice : maxUnacknowledged);
  return taken >= earlier.offset - before && taken <= earlier.offset + 2 * carefulSlice;
}

/** Returns true if the service kept bytes of the interrupted request, which rules out an upload limit. */
export function hasProgressed({ offset, sentBytes }: Interruption, resumedAt: number): boolean {
  return resumedAt > offset - sentBytes;
}

/** Returns true if two careful attempts broke at nearly the same byte, at or above `minLimit`. */
export function isSameInterruption(earlier: Interruption | undefined, now: Interruption): boolean {
  return (
    now.sentBytes >= minLimit &&
    now.isAcknowledged &&
    earlier?.isAcknowledged === true &&
    Math.abs(now.offset - earlier.offset) <= 2 * carefulSlice
  );
}
