/** What `npm run test:faults` counts over all suites that kill or break something. */
import { appendFileSync, readFileSync } from 'node:fs';

export type Tally = {
  readonly killPoints: number;
  readonly builds: number;
  readonly lost: number;
  readonly duplicated: number;
};

/** Everything at its full length (`npm run test:faults`) instead of a short selection (`npm run test:slow`). */
export const everything = process.env.SLIPWAY_FAULTS === 'all';

/** For whatever is drawn at random; printed by whoever draws, so that a failure can be seen again. */
export const seed = Number(process.env.SLIPWAY_SEED ?? 1);

/** Notes the counts of one suite in the file named by `SLIPWAY_FAULTS_TALLY`, if there is one. */
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
