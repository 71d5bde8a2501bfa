/** Where uploads of a build were broken off: a limit on the way breaks each try at the same byte. Pure. */

const kibibyte = 1024;

/** What was handed over and not acknowledged, here and at a proxy that reads, when a connection breaks. */
const mostUnderWay = 8 * 1024 * kibibyte;
/** How far a slice that is not small may reach. */
const lookAhead = 1024 * kibibyte;

/** Of a careful try, each of which is acknowledged before the next: the break is told to this many bytes. */
export const carefulSlice = 32 * kibibyte;

/** Before it, something else than a limit for uploads breaks them. */
const leastLimit = 100 * kibibyte;

export type Interruption = {
  /** Bytes of the file that had been taken. */
  readonly at: number;
  /** Whether those were acknowledged to the last slice. */
  readonly isExact: boolean;
};

/** Whether the byte at which an earlier try may have been broken off is near. */
export function isNear(earlier: Interruption | undefined, taken: number): boolean {
  if (!earlier) return false;
  const before = lookAhead + (earlier.isExact ? carefulSlice : mostUnderWay);
  return taken >= earlier.at - before && taken <= earlier.at + 2 * carefulSlice;
}

/** Whether two tries were broken off at the same byte. */
export function isSameInterruption(earlier: Interruption | undefined, now: Interruption): boolean {
  return (
    now.at >= leastLimit &&
    now.isExact &&
    earlier?.isExact === true &&
    Math.abs(now.at - earlier.at) <= 2 * carefulSlice
  );
}
