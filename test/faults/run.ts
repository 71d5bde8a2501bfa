/**
 * `npm run test:faults`: everything in test/faults at its full length, and in the end one line that counts over all of it.
 * Ends with 1 when a test failed, or anything was lost or duplicated.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readTally } from './tally.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'slipway-faults-'));
const tally = join(folder, 'tally');
writeFileSync(tally, '');

function run(command: string, ...words: readonly string[]): boolean {
  const { status } = spawnSync(command, words, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, SLIPWAY_FAULTS: 'all', SLIPWAY_FAULTS_TALLY: tally },
  });
  return status === 0;
}

const built = run('vite', 'build', '--app', '--logLevel', 'warn', '-c', '.config/vite.config.ts');
const passed = built && run('vitest', 'run', '--config=.config/vitest.config.ts', ...given(), 'test/faults');
const { killPoints, builds, lost, duplicated } = readTally(tally);
rmSync(folder, { recursive: true, force: true });
console.log(`${killPoints} kill points, ${builds} builds, ${lost} lost, ${duplicated} duplicated`);
process.exitCode = passed && lost === 0 && duplicated === 0 ? 0 : 1;

/** What else vitest is to know, after `--`. */
function given(): readonly string[] {
  return process.argv.slice(2);
}
