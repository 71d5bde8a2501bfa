import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findElectron } from '../test/e2e/real-electron.ts';

const project = join(import.meta.dirname, '..');
const results = join(project, 'node_modules', '.cache', 'e2e');

const electron = findElectron();
const runnable = 'path' in electron;
// Playwright reads this file again in every worker; the reason is said once.
if (!runnable && process.env['TEST_WORKER_INDEX'] === undefined) {
  process.stdout.write(`End-to-end tests run on the double of Electron only: ${electron.reason}.\n`);
}

export default defineConfig<{ electron: 'double' | 'real' }>({
  testDir: join(project, 'test', 'e2e'),
  testMatch: '**/*.spec.ts',
  outputDir: join(results, 'artifacts'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    { name: 'double', use: { electron: 'double' } },
    ...(runnable ? [{ name: 'electron', grep: /@electron/, use: { electron: 'real' as const } }] : []),
  ],
  reporter: [['list'], ['json', { outputFile: join(results, 'results.json') }]],
});
