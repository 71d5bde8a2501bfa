/** Counts of `npm run test:faults` over all suites that inject faults. */
import { appendFileSync, readFileSync } from 'node:fs';

export type Tally = {
  readonly killPoints: number;
  readonly builds: number;
  readonly lost: number;
  readonly duplicated: number;
};

/** True for the full suites (`npm run test:faults`), false for a short selection (`npm run test:slow`). */
export const everything = process.env.SLIPWAY_FAULTS === 'all';

/** Seed of random values. Suites print it, so that a failure can be reproduced. */
export const seed = Number(process.env.SLIPWAY_SEED ?? 1);

/** Appends the counts of one suite to the file in `SLIPWAY_FAULTS_TALLY`, if set. */
export function addToTally(counts: Partial<Tally>): void {
  const file = process.env.SLIPWAY_FAULTS_TALLY;
  if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

export function readTally(file: string): Tally {
  const total = { killPoints: 0, builds: 0, lost: 0, duplicated: 0 };
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const counts = JSON.parse(line) as Partial<Tally>;
    for (const name of ['killPoints', 'builds', 'lost', 'duplicated'] as const)
      total[name] += counts[name] ?? 0;
  }
  return total;
}
