import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Link from a stranger, with a password that must not be accepted. */
export const invitation =
  'slipway://account?url=https%3A%2F%2Fbuilds.example.org&user=ada&client=qa&password=secret';

/** Expects the sign-in dialog with the fields of the invitation, without its password. */
export async function expectInvitation(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to a service' });
  await expect(dialog).toContainText('Sign in only if you trust the sender.');
  await expect(dialog.getByLabel('Service address')).toHaveValue('https://builds.example.org');
  await expect(dialog.getByLabel('User name')).toHaveValue('ada');
  await expect(dialog.getByLabel('Client id')).toHaveValue('qa');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
}
