/** Languages of the window and the tab, chosen by the system, the browser or the user. */
import type { Page } from '@playwright/test';
import { catalogueTranslator } from '../catalogue.ts';
import { elementsOutsideWindow } from './accessibility-checks.ts';
import { type Application, startApplication } from './application.ts';
import { eachDialog } from './dialogs.ts';
import { callMain, expect, inTab, test } from './fixtures.ts';
import { startTab } from './tab.ts';
import { smallTargets } from './targets.ts';

const screens = [
  'uploads',
  'apps',
  'store',
  'folders',
  'push',
  'push/mapping',
  'push/simulator',
  'push/messages',
  'service',
  'service/credentials',
  'service/requests',
  'settings/network',
  'settings/appearance',
  'help',
];

/** Returns buttons, sidebar links and titles whose text does not fit. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, .sidebar a, h1')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => element.tagName === 'H1' || getComputedStyle(element).textOverflow !== 'ellipsis')
      .map((element) => `${element.textContent?.trim()}: ${element.scrollWidth} > ${element.clientWidth}`)
      .filter((text) => !text.startsWith(':')),
  );
}

/** Returns elements that are wider than their container, in the dialog or in the screen with its drawer. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    for (const root of dialogs.length > 0 ? dialogs : document.querySelectorAll('main, aside')) {
      const outer = root.getBoundingClientRect();
      for (const element of [
        root,
        ...root.querySelectorAll('*:not(input, textarea, select, option, svg *)'),
      ]) {
        const { clipPath, display, overflowX, textOverflow } = getComputedStyle(element);
        const { left, right, width } = element.getBoundingClientRect();
        if (!element.checkVisibility() || clipPath !== 'none' || width <= 1) continue;
        const scrolls = /auto|scroll/.test(overflowX) || element.closest('nav, pre') !== null;
        const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        const isCut = isWide && display !== 'inline' && !scrolls && textOverflow !== 'ellipsis';
        const sticksOut = root.role !== null && (right > outer.right + 1 || left < outer.left - 1);
        if (!isCut && !sticksOut) continue;
        found.add(
          `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.slice(0, 40)}”`,
        );
      }
    }
    return [...found];
  });
}

async function misfits(page: Page): Promise<readonly string[]> {
  return [
    ...(await elementsOutsideWindow(page)),
    ...(await cutTexts(page)),
    ...(await overflowing(page)),
    ...(await smallTargets(page)),
  ];
}

async function expectEverythingFits(page: Page): Promise<void> {
  for (const size of [
    { width: 1200, height: 800 },
    { width: 720, height: 480 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    for (const screen of screens) {
      await page.evaluate((hash) => {
        window.location.hash = hash;
      }, `#/${screen}`);
      await expect(page.locator('main')).toBeVisible();
      expect.soft(await misfits(page), `${screen} at ${size.width}`).toEqual([]);
    }
  }
}

/** Returns all texts of each screen, including hidden ones. */
async function textOfScreens(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const texts: Record<string, readonly string[]> = {};
  for (const screen of screens) {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/${screen}`);
    texts[screen] = (await page.evaluate(() =>
      [document.title, ...document.querySelectorAll('body *')].flatMap((each) => {
        if (typeof each === 'string') return [each];
        const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const attributes = ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name));
        return [...own.map((node) => node.textContent), ...attributes].filter((text) => text?.trim());
      }),
    )) as readonly string[];
  }
  return texts;
}

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

test('the window follows the language of the system and settings', async ({ folder }) => {
  test.setTimeout(180_000);
  let application: Application | null = null;
  try {
    application = await startApplication({
      userData: folder,
      environment: { LANG: 'de_AT.UTF-8', LC_ALL: '' },
    });
    const { page } = application;
    expect(await languageOf(page)).toBe('de-AT');
    await expect(page.getByRole('navigation').getByText('Test-Apps')).toBeVisible();
    expect((await application.snapshot()).trays[0]?.menu?.map(({ label }) => label)).toContain(
      'Slipway öffnen',
    );
    const refused = await callMain(page, 'folders.presets', { path: '/nowhere' });
    expect(refused).toMatchObject({
      ok: false,
      message:
        'Den Ordner /nowhere gibt es nicht: Legen Sie ihn an, schließen Sie sein Laufwerk an, oder wählen Sie einen anderen.',
    });
    await expectEverythingFits(page);
    await page.setViewportSize({ width: 1200, height: 800 });
    await eachDialog(page, await catalogueTranslator('de'), folder, async (name) => {
      for (const width of [320, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        // Polls, because the list behind the dialog is resized one frame after the window.
        await expect.poll(() => misfits(page), { message: `${name} at ${width}` }).toEqual([]);
      }
    });

    await callMain(page, 'settings.set', { language: 'tr' });
    await expect.poll(() => languageOf(page)).toBe('tr-AT');
    await expect(page.locator('.side-label', { hasText: 'Yüklemeler' })).toBeVisible();
    await expect
      .poll(async () => (await application?.snapshot())?.trays[0]?.menu?.map(({ label }) => label))
      .toContain('Slipway’i aç');
  } finally {
    await application?.stop();
  }
});

test(
  'a browser tab uses the browser language until another is chosen',
  inTab,
  async ({ dataDir, tabBrowser }) => {
    const browser = await tabBrowser();
    const context = await browser.newContext({ locale: 'fr-CA' });
    const tab = await startTab(dataDir, context);
    try {
      const { page } = tab;
      expect(await languageOf(page)).toBe('fr-CA');
      await expect(page.getByRole('navigation').getByText('Téléversements')).toBeVisible();
      await expectEverythingFits(page);
      await page.setViewportSize({ width: 1200, height: 800 });
      await page.evaluate(() => {
        window.location.hash = '#/settings/appearance';
      });
      const german = page.getByRole('radio', { name: 'Deutsch' });
      await page.evaluate(() => document.body.setAttribute('data-stays', ''));
      await german.press('Space');
      await expect.poll(() => languageOf(page)).toBe('de-CA');
      await expect(german).toBeChecked();
      await expect(german).toBeFocused();
      await expect(page.getByRole('group', { name: 'Sprache' })).toBeVisible();
      await page.getByRole('button', { name: 'Schließen' }).first().click();
      const textBefore = await textOfScreens(page);
      await expect(page.locator('body[data-stays]'), 'the page is not reloaded').toBeAttached();
      await page.reload();
      await expect(async () => expect(textBefore).toEqual(await textOfScreens(page))).toPass();
    } finally {
      await tab.stop();
    }
  },
);
