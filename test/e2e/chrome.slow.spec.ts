import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { languages } from '../../main/messages/locale.ts';
import { unreadableRows } from './accessibility-checks.ts';
import { callMain, expect, onBoth, test } from './fixtures.ts';
import { everySize } from './pictures.ts';
import { goTo, rowOf, uploadBuild, useBuiltIn, watchFolder } from './user-actions.ts';
import { makePeople, openService, sampleApk, storePublisher } from './world.ts';

const screens = [
  ...['uploads', 'apps', 'apps/1', 'store', 'store/1', 'folders'],
  ...['push', 'push/mapping', 'push/simulator', 'push/messages'],
  ...['service', 'service/people', 'service/credentials', 'service/outbox', 'service/requests'],
  ...['settings/accounts', 'settings/network', 'settings/diagnostics', 'help'],
];

/** Smallest size at which the page must not scroll horizontally. Source: WCAG 2.2, reflow. */
const minSize = { width: 320, height: 640 };

const content =
  '.info-bar, .grid-scroll, .page, .settings-section, .empty, .push-start, .simulator, .mapping-editor, .first-steps';

/** Opens a screen and waits until it is drawn. */
const show = (page: Page, screen: string): Promise<void> =>
  page.evaluate(async (hash) => {
    location.assign(`#/${hash}`);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, screen);

/** Returns the distance from the top of the window to the content, in pixels. */
const pixelsBefore = (page: Page): Promise<number> =>
  page
    .locator('main')
    .locator(content)
    .first()
    .evaluate((first) => first.getBoundingClientRect().top);

/** Returns controls in bars that are not 28 pixels high, and totals that are cut off. */
const misshapen = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const bars = '.title-area, .filter-line, .screen-note-bar, .selection-bar';
    const controls = [...document.querySelectorAll(bars)].flatMap((bar) => [
      ...bar.querySelectorAll('button, select, .search input, .segments'),
    ]);
    const heights = controls
      .filter((control) => control.checkVisibility() && !control.closest('.search .icon-button'))
      .filter((control) => Math.round(control.getBoundingClientRect().height) !== 28)
      .map((control) => `${control.textContent || control.ariaLabel} is ${control.clientHeight} high`);
    const room = document.querySelector('.totals')?.getBoundingClientRect() ?? new DOMRect();
    const cut = [...document.querySelectorAll('.totals-part')]
      .filter((part) => {
        const { top, right } = part.getBoundingClientRect();
        return top < room.bottom - 1 && right > room.right + 1;
      })
      .map((part) => `${part.textContent} is cut`);
    return [...heights, ...cut];
  });

/** Returns controls and labels that are cut off horizontally. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element): boolean => {
      const { left, right } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        const edge = around.getBoundingClientRect();
        const isEdge = around === document.body || getComputedStyle(around).overflowX !== 'visible';
        if (isEdge && (left < edge.left - 1 || right > edge.right + 1)) return true;
      }
      return element instanceof HTMLSelectElement && element.scrollWidth > element.clientWidth;
    };
    return [...document.querySelectorAll('main :is(a, button, label, select, input, [role="switch"])')]
      .filter(
        (element) => element.checkVisibility() && !element.closest('.visually-hidden, [aria-hidden="true"]'),
      )
      .filter(isCut)
      .map((element) => `${element.ariaLabel ?? element.textContent} is cut`);
  });

test('screens fit every window size in each language', onBoth, async ({ start, dataDir, folder }) => {
  test.setTimeout(300_000);
  await makePeople(dataDir);
  const service = await openService(join(dataDir, 'service'));
  const user = await service.identity.renewFirstUser();
  await (await storePublisher({ url: service.url, user }))(sampleApk(), 'notes.apk');
  await service.identity.createUser('build-server');
  await service.stop();
  const { page } = await start();
  await useBuiltIn(page);
  await watchFolder(page, { path: folder });
  await uploadBuild(page, join(dataDir, 'notes.apk'), sampleApk());
  await show(page, 'uploads');
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  for (const language of languages) {
    await callMain(page, 'settings.set', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
    for (const size of [...everySize, minSize]) {
      await page.setViewportSize(size);
      for (const screen of screens) {
        await show(page, screen);
        await expect(page.locator('main .spinner')).toHaveCount(0);
        const where = `${screen}, ${language}, ${size.width} pixels wide`;
        expect.soft(await pixelsBefore(page), where).toBeLessThanOrEqual(96);
        expect.soft(await misshapen(page), where).toEqual([]);
        expect.soft(await cutOff(page), where).toEqual([]);
        await expect.soft.poll(() => unreadableRows(page), where).toEqual([]);
      }
    }
  }
});

test('search collapses to a button in a narrow window', onBoth, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  await expect(page.getByRole('searchbox'), 'there is nothing to search').toBeHidden();
  await watchFolder(page, { path: folder });
  await goTo(page, 'Folders');
  await page.setViewportSize({ width: 360, height: 640 });
  const field = page.getByRole('searchbox', { name: 'Search Folders' });
  const title = page.getByRole('heading', { level: 1, name: 'Folders' });
  const width = async (): Promise<number> => (await field.boundingBox())?.width ?? 0;
  expect(await width()).toBe(28);
  await field.fill('pilot');
  expect(await width()).toBeGreaterThan(120);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  expect(await width(), 'the search text stays visible').toBeGreaterThan(120);
  await field.press('Escape');
  await title.focus();
  expect(await width()).toBe(28);
});

test(
  'filters and sections become drop-down lists in a narrow window',
  onBoth,
  async ({ slipway: { page }, folder }) => {
    await useBuiltIn(page);
    await uploadBuild(page, join(folder, 'notes.apk'), sampleApk());
    await expect(rowOf(page, 'Field Notes')).toContainText('Active');
    const shown = page.getByRole('main').getByRole('group', { name: 'Filter uploads' });
    const filter = page.getByRole('main').getByRole('combobox', { name: 'Filter uploads' });
    await shown.getByRole('radio', { name: 'Cancelled' }).check();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(shown).toBeHidden();
    await expect(filter.locator('option:checked')).toHaveText('Cancelled');
    await filter.selectOption('finished');
    await expect(rowOf(page, 'Field Notes')).toBeVisible();
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect(shown.getByRole('radio', { name: 'Finished' })).toBeChecked();
    for (const [screen, name, part] of [
      ['Built-in service', 'Sections of the built-in service', 'People'],
      ['Settings', 'Sections of Settings', 'Network'],
    ] as const) {
      await goTo(page, screen);
      const parts = page.getByRole('navigation', { name });
      await expect(parts.getByRole('combobox')).toHaveCount(0);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect(parts.getByRole('link')).toHaveCount(0);
      await parts.getByRole('combobox', { name }).selectOption({ label: part });
      await expect(parts.locator('option:checked')).toHaveText(part);
      await page.setViewportSize({ width: 1200, height: 800 });
      await expect(parts.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page');
    }
  },
);
