import { callMain, expect, inTab, test } from './fixtures.ts';
import { addService, useBuiltIn } from './user-actions.ts';

test(
  'the dot of an account shows whether its service is reachable',
  inTab,
  async ({ start, service, connection }) => {
    const { page } = await start();
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    const account = page.locator('.side-accounts').getByRole('button', { name: /in use$/ });
    await expect(account).toHaveText(/Work, Signed in, in use$/);
    await expect(account.locator('.dot')).toHaveClass(/dot-good/);

    connection.decide(() => ({ kind: 'cut-before' }));
    await page.reload();
    await expect(account).toHaveText(/Cannot be reached: The connection to 127\.0\.0\.1.* was lost/);
    await expect(account).toHaveAttribute('title', /^Work: Cannot be reached/);
    await expect(account.locator('.dot')).toHaveClass(/dot-failed/);

    connection.decide(null);
    await page.reload();
    await expect(account.locator('.dot')).toHaveClass(/dot-(good|off)/);
    await expect(account).not.toContainText('Cannot be reached');
  },
);

test('the sidebar shows the built-in service once, with its state', inTab, async ({ slipway }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const sidebar = page.getByRole('navigation').first();
  const link = sidebar.getByRole('link', { name: /^Built-in service/ });
  await expect(link).toContainText('running');
  await expect(link.locator('.dot')).toHaveClass(/dot-good/);
  await expect(sidebar.locator('.side-label', { hasText: 'Built-in service' })).toHaveCount(1);

  await callMain(page, 'service.stop', {});
  await expect(link).toContainText('stopped');
  await expect(link.locator('.dot')).toHaveClass(/dot-off/);
  await expect(sidebar.getByRole('button', { name: /in use$/ })).toHaveText(/stopped, in use$/);
});
