/** Screenshots of a page for review. */
import { join } from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import type { Language } from '../../preload/page.ts';
import { callMain } from './fixtures.ts';

export const pictures = join(import.meta.dirname, 'screenshots');

export const sizes = [
  { width: 1200, height: 800 },
  { width: 720, height: 480 },
];

export const narrow = { width: 360, height: 640 };

export const everySize = [...sizes, narrow];

/**
 * Takes screenshots in English, at all sizes in German, whose words are the longest, and at the smallest size in
 * French and Turkish.
 */
export async function take(page: Page, name: string, sizesWanted = sizes): Promise<void> {
  await takeAsIs(page, name, sizesWanted);
  for (const language of ['de', 'fr', 'tr'] as const) {
    await speak(page, language);
    await takeAsIs(page, `${name}-${language}`, language === 'de' ? everySize : [narrow]);
  }
  await speak(page, 'en');
}

/** Takes light and dark screenshots at each size. */
export async function takeAsIs(page: Page, name: string, sizesWanted = sizes): Promise<void> {
  for (const size of sizesWanted) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const path = join(pictures, `${name}-${colorScheme}-${size.width}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
  await page.setViewportSize(sizes[0] ?? { width: 1200, height: 800 });
}

/** Switches the page to this language. Waits until the page has read all its data again. */
export async function speak(page: Page, language: Language): Promise<void> {
  // Waits until the page has a session, which the call needs.
  await expect(page.locator('nav').first()).toBeVisible();
  const calls = followCalls(page);
  await callMain(page, 'settings.set', { language });
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
  const isWindow = await page.evaluate(() => 'slipway' in globalThis);
  if (!isWindow) await expect.poll(calls.haveReadAll).toBe(true);
  calls.stop();
}

/** Tracks the calls of a browser tab. Calls of a window are not requests and are ignored. */
function followCalls(page: Page) {
  const sent = new Set<Request>();
  const names = new Set<string>();
  const add = (request: Request): void => {
    if (!request.url().endsWith('/bridge/call')) return;
    sent.add(request);
    const { name } = request.postDataJSON() as { readonly name: string };
    names.add(name);
  };
  page.on('request', add);
  return {
    // The page reloads all its data at once, so a settings.get call shows that the reload has started.
    haveReadAll: async () => {
      const answers = await Promise.all([...sent].map((request) => request.response()));
      return names.has('settings.get') && answers.length === sent.size;
    },
    stop: () => void page.off('request', add),
  };
}
