import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './accessibility-checks.ts';
import { alsoInTab, chooseFiles, everywhere, expect, tabIsEnough, test } from './fixtures.ts';
import type { Slipway } from './slipway.ts';
import { drawerOf, goTo, openSection, rowOf, uploadBuild, useBuiltIn } from './user-actions.ts';
import { sampleApk } from './world.ts';

/** Returns locators of the palette, and a function that opens the palette and types text. */
function paletteOf(page: Page) {
  const palette = page.getByRole('dialog', { name: 'Find an action, app or build' });
  const field = palette.getByRole('combobox');
  const option = (name: string | RegExp) => palette.getByRole('option', { name });
  const open = async (typed: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(typed);
  };
  return { palette, field, option, open };
}

test('the palette runs actions and restores the focus', everywhere, async ({ slipway: { page }, folder }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await useBuiltIn(page);
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  const { palette, field, option, open } = paletteOf(page);

  // If the palette is closed without a choice, the focus returns to the previous element.
  const search = page.getByRole('searchbox', { name: 'Search Uploads' });
  await search.focus();
  await open('');
  await expect(option('Go to Test apps')).toBeVisible();
  await expect(option('Watch a folder…')).toBeVisible();
  expect(await violations(page), 'command palette').toEqual([]);
  await page.keyboard.press('Enter');
  await expect(palette.locator('[data-highlighted]')).toHaveCount(0);
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(search).toBeFocused();

  await open('gfol');
  await expect(option('Go to Folders')).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Folders' })).toBeVisible();
  await expect(palette).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();

  await open('pause all');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await open('resume all');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();

  // A search without results is reported. A dialog that the palette opens keeps the focus.
  await open('zzz');
  await expect(palette).toContainText('No action, app or build matches “zzz”.');
  await field.fill('watch a fo');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('the palette finds apps, builds and their actions', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const { palette, option, open } = paletteOf(page);
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');

  await open('field');
  await expect(palette.getByRole('group', { name: 'Apps' }).getByRole('option')).toHaveText(/Field Notes/);
  await palette.getByRole('group', { name: 'Apps' }).getByRole('option').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes' })).toBeVisible();
  await open('notes 2.4.1 1187');
  await expect(option(/^Field Notes 2\.4\.1/)).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(drawerOf(page)).toContainText('Timeline');
  await open('copy link');
  await expect(palette.getByRole('group', { name: 'Here' }).getByRole('option')).toHaveText(/Copy link/);
  await page.keyboard.press('Enter');
  await expect.poll(slipway.copied).toContain('/install/');

  // The palette can open the system's file chooser.
  await open('upload a build');
  await chooseFiles(page, option('Upload a build…'), [join(folder, 'field-notes.apk')]);
  await expect(page.getByRole('dialog', { name: 'Upload this build?' })).toContainText('2.4.1 (1187)');
});

test('keys open the shortcut list and the menu of a row', alsoInTab, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toContainText('Find any action, app or build');
  await page.keyboard.press('Escape');
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('button', { name: /^Find…/ })
    .click();
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await openSection(page, 'Accessibility');
  const byKey = page.getByRole('switch', { name: 'Single-key shortcuts: ?, S, A, L' });
  await byKey.click();
  await expect(byKey).not.toBeChecked();
  await goTo(page, 'Uploads');
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
  await uploadBuild(page, join(folder, 'notes.apk'), sampleApk());
  const row = rowOf(page, 'Field Notes');
  await expect(row).toContainText('Active');
  await row.getByText('Field Notes', { exact: true }).click({ button: 'right' });
  await expectMenu(slipway, 'Remove from list');
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await expectMenu(slipway, 'Remove from list');
  await page.keyboard.press('Shift+F10');
  await choose(slipway, 'Remove from list');
  await expect(row).toBeHidden();
});

test('the palette takes the focus when reopened immediately', tabIsEnough, async ({ slipway }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const field = page.getByRole('dialog', { name: 'Find an action, app or build' }).getByRole('combobox');
  for (let time = 0; time < 5; time += 1) {
    // Removes the focus first, so that it cannot return to an earlier element.
    await page.locator(':focus').evaluateAll((focused: HTMLElement[]) => focused.map((each) => each.blur()));
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  }
});

/** Checks the menu of a row and closes it. The window shows a native menu, a tab its own. */
async function expectMenu({ page, desktop }: Slipway, label: string): Promise<void> {
  if (desktop) {
    const labels = async () => (await desktop.snapshot()).popup.map((entry) => entry.label);
    await expect.poll(labels).toContain(label);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await desktop.call('clickMenu', { where: 'popup', path: [] });
  } else {
    await expect(page.getByRole('menuitem', { name: label })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
  }
}

async function choose({ page, desktop }: Slipway, label: string): Promise<void> {
  if (!desktop) return page.getByRole('menuitem', { name: label }).click();
  await expect.poll(async () => (await desktop.snapshot()).popup.length).toBeGreaterThan(0);
  await desktop.call('clickMenu', { where: 'popup', path: [label] });
}
