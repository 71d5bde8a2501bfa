import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { runTool } from '../tools.ts';

/** Returns the system's Chromium if there is one (Debian, build machines), else Playwright's. */
export function browserExecutable(): string {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
  return system ?? chromium.executablePath();
}

/** Chromium refuses its sandbox to root, the user of many containers and build machines. */
export const browserArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Downloads Playwright's browser if none exists. Returns false and prints what to do if that fails. */
export function ensureBrowser(): boolean {
  if (existsSync(browserExecutable())) return true;
  console.log('\nNo Chromium was found; fetching the one Playwright brings.');
  if (runTool('playwright', ['install', 'chromium']) && existsSync(browserExecutable())) return true;
  console.error(
    'The end-to-end tests need Chromium. Install it (on Debian: apt-get install chromium) and run again.',
  );
  return false;
}
