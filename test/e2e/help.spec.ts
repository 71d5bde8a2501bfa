/** The Help screen: answers with a button that opens their screen, and the list of keys. */
import { everywhere, expect, tabIsEnough, test } from './fixtures.ts';
import { useBuiltIn } from './user-actions.ts';

test('a button in Help opens the screen that the answer describes', everywhere, async ({ slipway }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 3, name: /^How do I .*\?$/ })).toHaveCount(5);
  await expect(page.getByRole('row', { name: 'Ctrl F Search this place' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the Outbox' }).click();
  await expect(page.getByRole('link', { name: 'Outbox' })).toHaveAttribute('aria-current', 'page');
});

test('the release notes are offered once after an update', tabIsEnough, async ({ slipway }) => {
  const { page } = slipway;
  const update = page.getByText(/^Slipway was updated to /);
  await useBuiltIn(page);
  await page.evaluate(() => localStorage.setItem('slipway.seen-version', '0.0.1'));
  await page.reload();
  await expect(update).toBeVisible();
  await page.getByRole('button', { name: 'What’s new' }).click();
  const dialog = page.getByRole('dialog', { name: /^What’s new in / });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await dialog.getByText('All changes').click();
  await expect(dialog.getByRole('heading', { name: 'Push toolkit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(update).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Builds you upload appear here' })).toBeVisible();
  await expect(update).toBeHidden();
  await page.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Show the changes' }).click();
  await expect(dialog).toBeVisible();
});
