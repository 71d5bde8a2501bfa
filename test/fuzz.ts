/**
 * `npm run tool -- fuzz [SECONDS]`: runs all properties of the build readers with random values. Failures
 * print seed and bytes. Bytes in test/fixtures/findings become part of `npm run test:slow`.
 */
import { runTool } from './tools.ts';

const seconds = Number(process.argv[2] ?? 60);
if (!Number.isInteger(seconds) || seconds < 1) {
  process.stderr.write('Name a whole number of seconds: npm run tool -- fuzz 60\n');
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
