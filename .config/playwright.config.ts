import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findElectron } from '../test/e2e/real-electron.ts';
import type { HostKind } from '../test/e2e/slipway.ts';
import { testEnvironment } from '../test/environment.ts';

const project = join(import.meta.dirname, '..');
const results = join(project, 'node_modules', '.cache', 'e2e');

// Variables are inherited by the workers and their child processes.
Object.assign(process.env, testEnvironment());

const electron = findElectron();
const runnable = 'path' in electron;
// Every worker reads this file again, so only the main process prints the reason.
if (!runnable && process.env['TEST_WORKER_INDEX'] === undefined) {
  process.stdout.write(`End-to-end tests run on the Electron test double only: ${electron.reason}.\n`);
}

export default defineConfig<{ host: HostKind }>({
  testDir: join(project, 'test', 'e2e'),
  testMatch: '**/*.spec.ts',
  // The screenshot specs check nothing. SLIPWAY_SCREENSHOTS=1 includes them.
  testIgnore: process.env['SLIPWAY_SCREENSHOTS'] ? [] : '**/screenshots*.spec.ts',
  outputDir: join(results, 'artifacts'),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    { name: 'double', grepInvert: /@only-browser/, use: { host: 'double' } },
    { name: 'browser', grep: /@(only-)?browser/, use: { host: 'browser' } },
    ...(runnable ? [{ name: 'electron', grep: /@electron/, use: { host: 'electron' as const } }] : []),
  ],
  reporter: [['list'], ['json', { outputFile: join(results, 'results.json') }]],
});
