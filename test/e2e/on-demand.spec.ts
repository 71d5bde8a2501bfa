import { expect, inTab, test } from './fixtures.ts';
import { useBuiltIn } from './user-actions.ts';

test('a screen or dialog that cannot be loaded offers a reload', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const chunks = /\/assets\/(settings-screen|folder-dialog)-/;
  await page.route(chunks, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Find an action, app or build' }).fill('Watch a folder');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'This could not be loaded' });
  await expect(dialog).toContainText('Slipway may have been closed or updated since this page was opened.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /^Settings/ })
    .click();
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('This part of Slipway could not be loaded.');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await page.unroute(chunks);
  await failure.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('navigation', { name: 'Sections of Settings' })).toBeVisible();
  await expect(failure).toBeHidden();
});
