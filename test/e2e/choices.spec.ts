/** User choices are saved. Pending questions are counted and shown. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everywhere, expect, test } from './fixtures.ts';
import {
  goTo,
  openFolderDialog,
  openSection,
  rowOf,
  uploadBuild,
  useBuiltIn,
  watchAskingFirst,
} from './user-actions.ts';
import { sampleApk } from './world.ts';

test.describe('the Uploads badge', () => {
  test('counts a build that waits for an answer', everywhere, async ({ slipway, folder }) => {
    const { page } = slipway;
    await useBuiltIn(page);
    await watchAskingFirst(page, folder);
    await writeFile(join(folder, 'first.apk'), sampleApk());
    await expect(rowOf(page, '2.4.1')).toContainText('Ready');
    const uploads = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /^Uploads/ });
    await expect(uploads).toHaveAccessibleName('Uploads 1 upload needs attention');
    await expect(page.locator('.title-area')).toContainText('1 needs attention');
  });
});

test.describe('the end of the Uploads list', () => {
  test(
    'offers no older uploads after the only upload is removed',
    everywhere,
    async ({ slipway, folder }) => {
      const { page } = slipway;
      await useBuiltIn(page);
      await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
      const row = rowOf(page, '2.4.1');
      await expect(row).toContainText('Active');
      await goTo(page, 'Folders');
      await goTo(page, 'Uploads');
      await row.press('Delete');
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expect(page.getByText('Builds you upload appear here')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Show older/ })).toHaveCount(0);
    },
  );
});

test.describe('the language in Settings', () => {
  test('applies at once, with Undo in both languages', everywhere, async ({ slipway: { page } }) => {
    await useBuiltIn(page);
    await openSection(page, 'Appearance');
    const root = page.locator('html');
    await page.getByText('Deutsch').click();
    await expect(root).toHaveAttribute('lang', /^de/);
    await page.getByText('Türkçe').click();
    await expect(root).toHaveAttribute('lang', /^tr/);
    const bar = page.getByRole('status').filter({ hasText: 'Dil: Türkçe' });
    await expect(bar.locator('[lang^="en"]').first()).toHaveText('Language: Türkçe');
    await bar.getByRole('button', { name: '· Undo' }).click();
    await expect(root).toHaveAttribute('lang', /^en/);
  });
});

test.describe('the search in Settings', () => {
  test('finds a setting by a synonym and focuses it', everywhere, async ({ slipway: { page } }) => {
    await useBuiltIn(page);
    await goTo(page, 'Settings');
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('autostart');
    const found = page.getByRole('list', { name: 'Settings found' });
    await expect(found.getByRole('link')).toHaveText(['Start with the computerStartup and updates']);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('slow');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Network' })).toBeVisible();
    await expect(page.getByLabel('Limit in MB/s')).toBeFocused();
  });

  test('expands a collapsed section to focus a setting', everywhere, async ({ slipway: { page } }) => {
    await useBuiltIn(page);
    await goTo(page, 'Settings');
    await page.getByRole('searchbox', { name: 'Search Settings' }).fill('timeout');
    await page.getByRole('link', { name: /^Seconds to wait/ }).click();
    await expect(page.getByLabel('Seconds to wait for a connection')).toBeFocused();
  });
});

test.describe('the folder dialog', () => {
  test('watches a folder written with ~', everywhere, async ({ start, folder }) => {
    await mkdir(join(folder, 'builds'));
    const home = process.env['HOME'];
    process.env['HOME'] = folder;
    const { page } = await start().finally(() => {
      process.env['HOME'] = home;
    });
    await useBuiltIn(page);
    const dialog = await openFolderDialog(page);
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('~/builds');
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, '~/builds')).toContainText('Watching');
  });
});
