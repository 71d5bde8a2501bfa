/** `npm run tool -- installers`: installs, upgrades and removes packages; compares files before and after. */
import { build } from '../tools.ts';
import { linux } from './linux.ts';
import type { Suite } from './part.ts';
import { windowsInstaller } from './windows.ts';

const parts: readonly Suite[] = [linux, windowsInstaller];

const counts = { passed: 0, failed: 0, skipped: 0 };

async function attempt({ name, missingRequirement, run }: Suite): Promise<keyof typeof counts> {
  const missing = missingRequirement();
  if (missing !== null) {
    console.log(`${name}: not tried. ${missing}`);
    return 'skipped';
  }
  try {
    await run((step) => console.log(`${name}: ${step}`));
    return 'passed';
  } catch (error) {
    console.error(`${name}: failed.`, error);
    return 'failed';
  }
}

if (!build()) process.exit(1);
for (const part of parts) counts[await attempt(part)] += 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
// A later exit hook of electron-builder would set the exit code to 0.
process.exit(counts.failed === 0 ? 0 : 1);
