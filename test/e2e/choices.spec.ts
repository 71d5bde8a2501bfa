/** What a person chose or is asked for is kept, counted and shown where it belongs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callMain, dropFiles, everywhere, expect, test } from './fixtures.ts';
import { goTo, openSection, rowOf, useBuiltIn } from './person.ts';
import { sampleApk } from './world.ts';

const nobody = { teamIds: [], memberIds: [], emails: [] };

test.describe('the mark beside Uploads', () => {
  test('counts a build that waits for an answer as attention', everywhere, async ({ slipway, folder }) => {
    const { page } = slipway;
    await useBuiltIn(page);
    const accounts = await callMain(page, 'accounts.list', {});
    const accountId = accounts.ok ? (accounts.value[0]?.id ?? '') : '';
    const values = { path: folder, accountId, area: 'testingdist', activate: true } as const;
    const rest = { recipients: nobody, sendAnyway: false, existingBuilds: 'none', askFirst: true } as const;
    expect(await callMain(page, 'folders.add', { ...values, ...rest })).toMatchObject({ ok: true });
    await writeFile(join(folder, 'first.apk'), sampleApk());
    await expect(rowOf(page, '2.4.1')).toContainText('Ready');
    const uploads = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /^Uploads/ });
    await expect(uploads).toHaveAccessibleName('Uploads 1 upload needs attention');
    await expect(page.locator('.title-area')).toContainText('1 waiting for your answer');
  });
});

test.describe('the end of the Uploads list', () => {
  test('offers nothing older after the only upload is removed', everywhere, async ({ slipway, folder }) => {
    const { page } = slipway;
    await useBuiltIn(page);
    const path = join(folder, 'field-notes.apk');
    await writeFile(path, sampleApk());
    await dropFiles(page, [path]);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    const row = rowOf(page, '2.4.1');
    await expect(row).toContainText('Active');
    await goTo(page, 'Folders');
    await goTo(page, 'Uploads');
    await row.press('Delete');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(page.getByText('Builds you upload appear here')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Show older/ })).toHaveCount(0);
  });
});

test.describe('a language chosen in Settings', () => {
  test('is used when the list is left', everywhere, async ({ slipway: { page } }) => {
    await useBuiltIn(page);
    await openSection(page, 'Appearance');
    const list = page.getByLabel('Language', { exact: true });
    await list.focus();
    await list.selectOption('de');
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Folders' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
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
    await goTo(page, 'Folders');
    await page.locator('.title-area').getByRole('button', { name: 'Watch a folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('~/builds');
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, join(folder, 'builds'))).toContainText('Watching');
  });
});
