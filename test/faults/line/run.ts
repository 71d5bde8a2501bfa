/**
 * `npm run tool -- line [WORD…]`: compares uploads over simulated networks with curl. Requires root on Linux.
 * Words select cases by name. Exits with 1 if a case exceeds its limit.
 */
import { build } from '../../tools.ts';
import { brokenLines } from './broken-lines.ts';
import type { LineCase } from './case.ts';
import { figures } from './figures.ts';
import { missingRequirement, removeLeftovers } from './namespaces.ts';
import { roughLines } from './rough-lines.ts';
import { slowLines } from './slow-lines.ts';

/** Maximum number of parallel cases. Only cases that mostly wait run in parallel. */
const sideBySide = 4;

const missing = missingRequirement();
if (missing !== null) {
  console.log(missing);
  process.exit(1);
}
removeLeftovers();
// Each simulated network link and each world has an exit listener.
process.setMaxListeners(0);
// Signals exit normally, so that exit listeners clean up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const words = process.argv.slice(2);
const isWanted = ({ name }: LineCase): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));
const wanted = [...slowLines, ...brokenLines, ...roughLines, ...figures].filter(isWanted);

let failures = 0;
if (build()) {
  await runAll(
    wanted.filter(({ isQuiet }) => isQuiet),
    sideBySide,
  );
  await runAll(
    wanted.filter(({ isQuiet }) => !isQuiet),
    1,
  );
} else failures += 1;
process.exit(failures === 0 ? 0 : 1);

async function runAll(cases: readonly LineCase[], atOnce: number): Promise<void> {
  const left = [...cases];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) await show(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function show({ name, run }: LineCase): Promise<void> {
  try {
    for (const { about, ours, curl, limit, holds } of await run()) {
      if (!holds) failures += 1;
      const what = about === '' ? name : `${name}, ${about}`;
      console.log(
        `${what}: ours ${ours}, curl ${curl}; limit ${limit}: ${holds ? 'holds' : 'DOES NOT HOLD'}`,
      );
    }
  } catch (error) {
    failures += 1;
    console.log(`${name}: DOES NOT HOLD: ${error instanceof Error ? error.message : String(error)}`);
  }
}
