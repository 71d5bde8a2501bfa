/**
 * `npm run fuzz -- SECONDS`: gives every property of the readers of builds so many seconds (default 60) of values nobody
 * has tried. A failure names seed and bytes; what breaks is kept in test/fixtures/findings and tried by `npm test`.
 */
import { runTool } from './tools.ts';

const seconds = Number(process.argv[2] ?? 60);
if (!Number.isInteger(seconds) || seconds < 1) {
  process.stderr.write('Give a whole number of seconds, as in: npm run fuzz -- 60\n');
  process.exit(2);
}
const passed = runTool(
  'vitest',
  [
    'run',
    '--config=.config/vitest.config.ts',
    `--testTimeout=${(seconds + 60) * 1_000}`,
    'test/unit/packages',
  ],
  { SLIPWAY_FUZZ_SECONDS: String(seconds) },
);
process.exitCode = passed ? 0 : 1;
