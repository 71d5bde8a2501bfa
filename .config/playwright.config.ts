import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const project = join(import.meta.dirname, '..');
const results = join(project, 'node_modules', '.cache', 'e2e');

export default defineConfig({
  testDir: join(project, 'test', 'e2e'),
  testMatch: '**/*.spec.ts',
  outputDir: join(results, 'artifacts'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: join(results, 'results.json') }]],
});
