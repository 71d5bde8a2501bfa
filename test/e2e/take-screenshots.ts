/** `npm run screenshots`: builds, then takes pictures of every place into test/e2e/screenshots. No part of `npm test`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..', '..');

function run(command: string, parameters: readonly string[]): void {
  const { status } = spawnSync(command, parameters, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, SLIPWAY_SCREENSHOTS: '1' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!ensureBrowser()) process.exit(1);
run('vite', ['build', '--app', '--logLevel', 'warn', '-c', '.config/vite.config.ts']);
run('playwright', ['test', '-c', '.config/playwright.config.ts', '--project=browser', 'screenshots']);
