/** Tasks that a user performs with the keyboard only, in a wide window and at 200 % zoom. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { goodMapping } from '../fakes/push-workspace.ts';
import { expect, inTab, test } from './fixtures.ts';
import { chooseInMenu, goToByKeys, press, tabTo, toRow, write } from './keyboard.ts';
import { drawerOf, rowOf } from './user-actions.ts';
import { makePeople, sampleApk, sampleIpa } from './world.ts';

/** Returns keyboard-only tasks that several tests share. */
function tasksOn(page: Page, folder: string, width: number) {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const main = page.getByRole('main');
  const upload = async (name: string, bytes: Buffer, recipient?: string): Promise<void> => {
    await writeFile(join(folder, name), bytes);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page, main.getByRole('button', { name: 'Upload a build…' })),
    ]);
    await chooser.setFiles([join(folder, name)]);
    const confirm = dialog.getByRole('button', { name: /^Upload( and send to 1)?$/ });
    await expect(confirm).toBeEnabled();
    if (recipient !== undefined) {
      await write(page, dialog.getByRole('textbox', { name: 'Send to' }), recipient);
      await page.keyboard.press('Enter');
    }
    await press(page, confirm);
    await expect(dialog).toBeHidden();
  };

  const openSection = async (name: string): Promise<void> => {
    await goToByKeys(page, 'Settings');
    // A narrow window shows the sections in a drop-down list instead of as links.
    if (width > 640) return press(page, page.getByRole('link', { name }));
    await press(page, main.getByRole('combobox', { name: 'Sections of Settings' }));
    const chosen = page.locator('option:focus', { hasText: name });
    while ((await chosen.count()) === 0) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  const limitTo = async (megabytes: string): Promise<void> => {
    await openSection('Network');
    const limit = main.getByLabel('Limit in MB/s');
    await write(page, limit, megabytes);
    if (megabytes === '') await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(main.getByText('Saved', { exact: true })).toBeVisible();
    await goToByKeys(page, 'Uploads');
  };

  const useBuiltInByKeys = async (): Promise<void> => {
    await press(page, page.getByRole('button', { name: 'Use the built-in service on this computer' }));
    await press(page, page.getByRole('button', { name: 'Not now' }));
  };

  return { dialog, main, upload, openSection, limitTo, useBuiltInByKeys };
}

for (const width of [1200, 640]) {
  test.describe(`by keyboard at ${width} pixels`, () => {
    test.describe.configure({ timeout: 180_000 });

    test('a user pauses, confirms and removes uploads', inTab, async ({ start, dataDir, folder }) => {
      await makePeople(dataDir);
      const first = join(folder, 'first');
      await mkdir(first);
      const { page } = await start();
      await page.setViewportSize({ width, height: 800 });
      const { main, upload, limitTo } = tasksOn(page, folder, width);
      await press(page, page.getByRole('button', { name: 'Use the built-in service on this computer' }));
      await write(page, page.getByRole('textbox', { name: /^(Another folder|Folder)$/ }), first);
      await press(page, page.getByRole('button', { name: 'Watch this folder' }));
      await expect(main.getByRole('heading', { name: 'Who should be able to install?' })).toBeVisible();
      await press(page, page.getByRole('button', { name: 'Not now' }));
      await expect(main.getByText('Waiting for the first build in first')).toBeVisible();

      await upload('notes.apk', sampleApk());
      await expect(rowOf(page, 'Field Notes')).toContainText('Active');

      await limitTo('0.5');
      const large = { paddingBytes: 20_000_000 };
      await upload('ledger.apk', sampleApk({ ...large, id: 'org.example.ledger', label: 'Ledger' }));
      await expect(rowOf(page, 'Ledger')).toContainText('Uploading');
      await toRow(page, 'Ledger');
      await chooseInMenu(page, 'Pause this upload');
      await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Pause now' }));
      await expect(rowOf(page, 'Ledger')).toContainText('Paused');
      await upload('atlas.apk', sampleApk({ ...large, id: 'org.example.atlas', label: 'Atlas' }));
      await expect(rowOf(page, 'Atlas')).toContainText('Uploading');
      await toRow(page, 'Atlas');
      await chooseInMenu(page, 'Cancel upload');
      await expect(rowOf(page, 'Atlas')).toContainText('Cancelled');
      await limitTo('');
      await press(page, main.getByRole('button', { name: 'Pause all uploads' }));
      await press(page, main.getByRole('button', { name: 'Resume all uploads' }));
      await toRow(page, 'Ledger');
      await chooseInMenu(page, 'Resume this upload');
      await expect(rowOf(page, 'Ledger')).toContainText('Active');

      await upload('pilot.ipa', sampleIpa({ id: 'org.example.pilot', name: 'Pilot' }), 'ada@example.org');
      await expect(rowOf(page, 'Pilot')).toContainText('Send to');
      await toRow(page, 'Pilot');
      await chooseInMenu(page, 'Send anyway');
      await expect(rowOf(page, 'Pilot')).toContainText('Not installable: not signed');

      await toRow(page, 'Ledger');
      await page.keyboard.press('Delete');
      await expect(rowOf(page, 'Ledger')).toHaveCount(0);
      await press(page, page.getByRole('button', { name: 'Undo' }));
      await expect(rowOf(page, 'Ledger')).toBeVisible();
      await expect(page.locator('[role="row"]:focus')).toBeVisible();
    });

    test('a user finds, activates and sends a build', inTab, async ({ start, dataDir, folder }) => {
      await makePeople(dataDir);
      const { page } = await start();
      await page.setViewportSize({ width, height: 800 });
      const { dialog, upload, useBuiltInByKeys } = tasksOn(page, folder, width);
      await useBuiltInByKeys();
      await upload('pilot.ipa', sampleIpa({ id: 'org.example.pilot', name: 'Pilot' }));
      await upload('ledger.apk', sampleApk({ id: 'org.example.ledger', label: 'Ledger' }));
      await expect(rowOf(page, 'Ledger')).toContainText('Active');
      await page.keyboard.press('Control+k');
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await page.keyboard.insertText('Pilot');
      const build = dialog.getByRole('group', { name: 'Uploads' }).getByRole('option').first();
      for (let step = 0; step < 20; step += 1) {
        if ((await build.getAttribute('data-highlighted')) !== null) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await expect(drawerOf(page)).toContainText('org.example.pilot');
      await page.keyboard.press('Escape');
      await write(page, page.getByRole('searchbox'), 'Ledger');
      await expect(page.getByRole('row')).toHaveCount(2);
      await page.keyboard.press('Escape');

      await goToByKeys(page, 'Test apps');
      await toRow(page, 'Ledger');
      await page.keyboard.press('Enter');
      await toRow(page, '2.4.1');
      const active = page.getByRole('switch', { name: '2.4.1 is active' });
      await press(page, active, 'Space');
      await expect(active).not.toBeChecked();
      await page.keyboard.press('Space');
      await expect(active).toBeChecked();
      await chooseInMenu(page, 'Send…');
      await write(page, dialog.getByRole('textbox', { name: 'Recipients' }), 'ben@example.org');
      await page.keyboard.press('Enter');
      await press(page, dialog.getByRole('button', { name: 'Create links' }));
      await expect(dialog).toBeHidden();
      await toRow(page, '2.4.1');
      await page.keyboard.press('Enter');
      await expect(drawerOf(page)).toContainText('ben@example.org');
      await page.keyboard.press('Escape');
    });

    test('a user adds and edits a watched folder', inTab, async ({ start, folder }) => {
      const second = join(folder, 'second');
      await mkdir(second);
      const { page } = await start();
      await page.setViewportSize({ width, height: 800 });
      const { dialog, main, useBuiltInByKeys } = tasksOn(page, folder, width);
      await useBuiltInByKeys();
      await goToByKeys(page, 'Folders');
      await press(page, main.getByRole('button', { name: 'Watch a folder…' }));
      await write(page, dialog.getByRole('textbox', { name: 'Folder' }), second);
      await press(page, dialog.getByRole('button', { name: 'Watch folder' }));
      await expect(dialog).toBeHidden();
      await toRow(page, 'second');
      await page.keyboard.press('Enter');
      await press(page, drawerOf(page).getByRole('button', { name: 'Edit…' }));
      await press(page, dialog.locator('summary', { hasText: 'More' }));
      await press(page, dialog.getByRole('switch', { name: 'Activate the version' }), 'Space');
      await press(page, dialog.getByRole('button', { name: 'Save' }));
      await expect(dialog).toBeHidden();
      await expect(drawerOf(page)).toContainText('No');
      await page.keyboard.press('Escape');
      await expect(page.locator('[role="row"]:focus')).toContainText('second');
    });

    test('a user changes settings and saves a mapping file', inTab, async ({ start, folder }) => {
      const { page } = await start();
      await page.setViewportSize({ width, height: 800 });
      const { dialog, main, openSection, useBuiltInByKeys } = tasksOn(page, folder, width);
      await useBuiltInByKeys();
      await openSection('Appearance');
      const theme = page.getByRole('group', { name: 'Theme' });
      await tabTo(page, theme.getByRole('radio', { checked: true }));
      await page.keyboard.press('ArrowLeft');
      await expect(page.locator('html')).toHaveAttribute('data-appearance', 'dark');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
      await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeFocused();
      await press(page, page.getByRole('button', { name: 'Rückgängig · Undo' }));
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/);

      await goToByKeys(page, 'Push');
      await write(page, page.getByRole('textbox', { name: 'Project folder' }), folder);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Compare with a build or a message')).toBeVisible();
      await press(page, page.getByRole('link', { name: 'Mapping file' }));
      await press(page, main.getByRole('button', { name: 'New file' }));
      await write(page, page.getByRole('textbox', { name: 'Text of the mapping file' }), goodMapping);
      await expect(page.getByText('Nothing to correct.')).toBeVisible();
      await page.keyboard.press('Control+s');
      // The dialog suggests the mapping file of the project that was checked.
      await expect(dialog.getByRole('textbox')).toHaveValue(/pushnotification\.json$/);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    });
  });
}
