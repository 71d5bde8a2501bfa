/**
 * `npm run fuzz -- SECONDS`: gives every property of the readers of builds so many seconds (default 60) of values nobody
 * has tried. A failure names seed and bytes; what breaks is kept in test/fixtures/findings and tried by `npm test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const seconds = Number(process.argv[2] ?? 60);
if (!Number.isInteger(seconds) || seconds < 1) {
  process.stderr.write('Give a whole number of seconds, as in: npm run fuzz -- 60\n');
  process.exit(2);
}
const vitest = spawn(
  'vitest',
  [
    'run',
    '--config=.config/vitest.config.ts',
    `--testTimeout=${(seconds + 60) * 1_000}`,
    'test/unit/packages',
  ],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, SLIPWAY_FUZZ_SECONDS: String(seconds) },
  },
);
const [code] = await once(vitest, 'exit');
process.exitCode = code ?? 1;
