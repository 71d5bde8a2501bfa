const seconds = Number(process.env.SLIPWAY_FUZZ_SECONDS ?? 0);

/** True in `npm run fuzz`. */
export const isFuzzing = seconds > 0;

export type Budget = {
  readonly numRuns: number;
  readonly interruptAfterTimeLimit?: number;
  readonly seed?: number;
};

/** How long a property is tried: so many values in `npm test`, so many seconds of ever new ones in `npm run fuzz`. */
export function budget(runs: number): Budget {
  if (!isFuzzing) return { numRuns: runs };
  return { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000, seed: Date.now() };
}
