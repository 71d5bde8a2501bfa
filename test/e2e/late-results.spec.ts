/** Results of actions that arrive after their row, dialog or screen has disappeared. */

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { tokenOf } from '../sign-in.ts';
import { everywhere, expect, test } from './fixtures.ts';
import { addService, goTo, rowOf, signIn, uploadBuild, useBuiltIn, watchFolder } from './user-actions.ts';
import { sampleApk } from './world.ts';

async function uploadActive(page: Page, folder: string): Promise<void> {
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, '2.4.1')).toContainText('Active');
}

test.describe('a row removed by mouse', () => {
  test('offers Undo after "Remove from list"', everywhere, async ({ slipway: { page }, folder }) => {
    await useBuiltIn(page);
    await uploadActive(page, folder);
    const row = rowOf(page, '2.4.1');
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Remove from list' }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Active');
  });

  test('offers Undo after "Stop watching"', everywhere, async ({ slipway: { page }, folder }) => {
    await useBuiltIn(page);
    await watchFolder(page, { path: folder });
    const row = rowOf(page, folder);
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Stop watching' }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Watching');
  });
});

test.describe('an action that fails after its screen is left', () => {
  test(
    'shows the failure on the open screen',
    everywhere,
    async ({ slipway: { page }, folder, service, connection }) => {
      const pending = Promise.withResolvers<void>();
      await addService(page, { url: connection.url, user: service.user });
      await uploadActive(page, folder);
      await goTo(page, 'Test apps');
      await rowOf(page, 'Field Notes').getByText('Field Notes').click();
      const version = page.locator('[data-version]');
      const id = await version.getAttribute('data-version');
      connection.fault(/activate/, { kind: 'hold', release: pending.promise });
      await page.getByRole('switch', { name: '2.4.1 is active' }).click();
      await goTo(page, 'Uploads');
      const removed = await fetch(`${service.url}/api/v3/testingdist/profiles/items/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${await tokenOf(service.url, service.user)}` },
      });
      expect(removed.ok).toBe(true);
      pending.resolve();
      const failed = page.getByRole('alert').filter({ hasText: 'Something you started did not work: 2.4.1' });
      await failed.getByRole('button', { name: 'Got it' }).click();
      await expect(failed).toBeHidden();
    },
  );
});

test.describe('the account dialog', () => {
  test('saves nothing after Cancel', everywhere, async ({ slipway: { page }, service, connection }) => {
    const pending = Promise.withResolvers<void>();
    connection.fault(/connect\/token/, { kind: 'hold', release: pending.promise }, { times: 1 });
    await signIn(page, { url: connection.url, user: service.user });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    pending.resolve();
    await expect.poll(() => connection.requests.filter((each) => each.includes('/api/')).length).toBe(1);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.locator('.side-accounts').getByRole('button', { name: /in use$/ })).toHaveCount(0);
  });
});
