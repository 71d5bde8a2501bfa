import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { runTool } from '../tools.ts';

/** Returns the system's Chromium, as on Debian and build machines; otherwise Playwright's. */
export function browserExecutable(): string {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
  return system ?? chromium.executablePath();
}

/** Chromium refuses to run sandboxed as root, which is the user of many containers. */
export const browserArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Downloads Playwright's browser if needed. Returns false and prints what to do if that fails. */
export function ensureBrowser(): boolean {
  if (existsSync(browserExecutable())) return true;
  console.log('\nNo Chromium was found; fetching the one Playwright brings.');
  if (runTool('playwright', ['install', 'chromium']) && existsSync(browserExecutable())) return true;
  console.error(
    'The end-to-end tests need Chromium. Install it (on Debian: apt-get install chromium) and run again.',
  );
  return false;
}
