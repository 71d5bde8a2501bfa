/** Detects a size limit on the way, which breaks each attempt at the same byte. Pure. */

const kibibyte = 1024;

/** Maximum bytes sent but not acknowledged when a connection breaks, including the buffers of a proxy. */
const mostUnderWay = 8 * 1024 * kibibyte;
/** Maximum bytes of a normal slice. */
const lookAhead = 1024 * kibibyte;

/** Slice of a careful attempt, acknowledged before the next: the precision of the break's position. */
export const carefulSlice = 32 * kibibyte;

/** A break below this size has another cause than an upload limit. */
const leastLimit = 100 * kibibyte;

export type Interruption = {
  /** Bytes of the file that the connection had accepted. */
  readonly at: number;
  /** True if these bytes were acknowledged, up to the last slice. */
  readonly isExact: boolean;
};

/** Returns true if `taken` is close to where an earlier attempt may have broken. */
export function isNear(earlier: Interruption | undefined, taken: number): boolean {
  if (!earlier) return false;
  const before = lookAhead + (earlier.isExact ? carefulSlice : mostUnderWay);
  return taken >= earlier.at - before && taken <= earlier.at + 2 * carefulSlice;
}

/** Returns true if two careful attempts broke at the same byte. */
export function isSameInterruption(earlier: Interruption | undefined, now: Interruption): boolean {
  return (
    now.at >= leastLimit &&
    now.isExact &&
    earlier?.isExact === true &&
    Math.abs(now.at - earlier.at) <= 2 * carefulSlice
  );
}
