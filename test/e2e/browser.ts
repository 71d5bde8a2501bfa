import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { runTool } from '../tools.ts';

/** The system's Chromium where there is one (Debian, build machines), else the one Playwright brings. */
export function browserExecutable(): string {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
  return system ?? chromium.executablePath();
}

/** Chromium refuses its sandbox to root, as whom containers and build machines often run. */
export const browserArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** True when a browser is there; fetches Playwright's own when none is. Says what to do when that fails. */
export function ensureBrowser(): boolean {
  if (existsSync(browserExecutable())) return true;
  console.log('\nNo Chromium was found; fetching the one Playwright brings.');
  if (runTool('playwright', ['install', 'chromium']) && existsSync(browserExecutable())) return true;
  console.error(
    'The end-to-end tests need Chromium. Install it (on Debian: apt-get install chromium) and run again.',
  );
  return false;
}
