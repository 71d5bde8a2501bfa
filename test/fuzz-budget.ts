const seconds = Number(process.env.SLIPWAY_FUZZ_SECONDS ?? 0);

/** True when run by `npm run tool -- fuzz`. */
export const isFuzzing = seconds > 0;

export type Budget = {
  readonly numRuns: number;
  readonly interruptAfterTimeLimit?: number;
  readonly seed?: number;
};

/** Returns the limits of a property test: runs in `npm test`, a duration in `npm run tool -- fuzz`. */
export function budget(runs: number): Budget {
  if (!isFuzzing) return { numRuns: runs };
  return { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000, seed: Date.now() };
}
