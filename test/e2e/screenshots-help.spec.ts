/** Screenshots of Help and What's new, for `npm run tool -- screenshots`. */
import { mkdir } from 'node:fs/promises';
import { expect, inTab, test } from './fixtures.ts';
import { everySize, pictures, take } from './pictures.ts';
import { useBuiltIn } from './user-actions.ts';

test('takes screenshots of help', inTab, async ({ start }) => {
  test.setTimeout(120_000);
  await mkdir(pictures, { recursive: true });
  const { page } = await start();
  await useBuiltIn(page);
  await page.evaluate(() => localStorage.setItem('slipway.seen-version', '0.0.1'));
  await page.reload();
  await expect(page.getByText(/^Slipway was updated to /)).toBeVisible();
  await take(page, 'updated', everySize);
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 3, name: /\?$/ })).toHaveCount(5);
  await take(page, 'help', everySize);
  await page.getByRole('button', { name: 'Show the changes' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'whats-new', everySize);
  await page.keyboard.press('Escape');
  await page.getByRole('table').last().scrollIntoViewIfNeeded();
  await take(page, 'help-keys', everySize);
});
