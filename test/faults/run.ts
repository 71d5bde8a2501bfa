/**
 * `npm run test:faults`: runs test/faults at full length and prints all counts. Exits with 1 if a test fails
 * or a build is lost or duplicated.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, runTool } from '../tools.ts';
import { readTally } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-faults-'));
const tally = join(folder, 'tally');
writeFileSync(tally, '');

const passed =
  build() &&
  runTool('vitest', ['run', '--config=.config/vitest.config.ts', ...given(), 'test/faults'], {
    SLIPWAY_FAULTS: 'all',
    SLIPWAY_FAULTS_TALLY: tally,
  });
const { killPoints, builds, lost, duplicated } = readTally(tally);
rmSync(folder, { recursive: true, force: true });
console.log(`${killPoints} kill points, ${builds} builds, ${lost} lost, ${duplicated} duplicated`);
process.exitCode = passed && lost === 0 && duplicated === 0 ? 0 : 1;

function given(): readonly string[] {
  return process.argv.slice(2);
}
