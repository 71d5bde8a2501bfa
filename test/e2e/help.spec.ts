/** The Help screen: answers that lead to their place, and the list of keys. */
import { everywhere, expect, test } from './fixtures.ts';
import { useBuiltIn } from './user-actions.ts';

test('an answer leads to its place, and the keys are listed', everywhere, async ({ slipway }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 3, name: /^… .*\?$/ })).toHaveCount(5);
  await expect(page.getByRole('row', { name: 'Ctrl F Search this place' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the Outbox' }).click();
  await expect(page.getByRole('link', { name: 'Outbox' })).toHaveAttribute('aria-current', 'page');
});
