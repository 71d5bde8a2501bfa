/** Detects a size limit on the way, which breaks each attempt at the same byte. Pure. */

const kibibyte = 1024;

/** Maximum bytes sent but not acknowledged when a connection breaks, including the buffers of a proxy. */
const maxUnacknowledged = 8 * 1024 * kibibyte;
/** Maximum bytes of a normal slice. */
const maxSlice = 1024 * kibibyte;

/** Slice of a careful attempt, acknowledged before the next: the precision of the break's position. */
export const carefulSlice = 32 * kibibyte;

/** A break below this size has another cause than an upload limit. */
const minLimit = 100 * kibibyte;

export type Interruption = {
  /** Bytes of the file that the connection had accepted. */
  readonly offset: number;
  /** True if these bytes were acknowledged, up to the last slice. */
  readonly isAcknowledged: boolean;
};

/** Returns true if `taken` is close to where an earlier attempt may have broken. */
export function isNearBreak(earlier: Interruption | undefined, taken: number): boolean {
  if (!earlier) return false;
  const before = maxSlice + (earlier.isAcknowledged ? carefulSlice : maxUnacknowledged);
  return taken >= earlier.offset - before && taken <= earlier.offset + 2 * carefulSlice;
}

/** Returns true if two careful attempts broke at the same byte. */
export function isSameInterruption(earlier: Interruption | undefined, now: Interruption): boolean {
  return (
    now.offset >= minLimit &&
    now.isAcknowledged &&
    earlier?.isAcknowledged === true &&
    Math.abs(now.offset - earlier.offset) <= 2 * carefulSlice
  );
}
