/** Results of actions whose row, dialog or screen is gone before the answer arrives. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFaultProxy } from '../fakes/fault-proxy.ts';
import { dropFiles, everywhere, expect, test } from './fixtures.ts';
import { goTo, rowOf, signIn, useBuiltIn, watchFolder } from './person.ts';
import { openOtherService, sampleApk, tokenOf } from './world.ts';

async function upload(page: Page, folder: string): Promise<void> {
  const path = join(folder, 'field-notes.apk');
  await writeFile(path, sampleApk());
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, '2.4.1')).toContainText('Active');
}

test.describe('a row removed by mouse', () => {
  test('offers Undo after "Remove from list"', everywhere, async ({ slipway: { page }, folder }) => {
    await useBuiltIn(page);
    await upload(page, folder);
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
  test('shows the failure on the screen that is open', everywhere, async ({ slipway: { page }, folder }) => {
    const service = await openOtherService(join(folder, 'service'));
    const connection = await openFaultProxy(service.url);
    const held = Promise.withResolvers<void>();
    try {
      await signIn(page, { authUrl: connection.url, baseUrl: connection.url, user: service.user });
      await expect(page.getByRole('dialog')).toBeHidden();
      await upload(page, folder);
      await goTo(page, 'Test apps');
      await rowOf(page, 'Field Notes').getByText('Field Notes').click();
      const version = page.locator('[data-version]');
      const id = await version.getAttribute('data-version');
      connection.fault(/activate/, { kind: 'hold', release: held.promise });
      await page.getByRole('switch', { name: '2.4.1 is active' }).click();
      await goTo(page, 'Uploads');
      const removed = await fetch(`${service.url}/api/v3/testingdist/profiles/items/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${await tokenOf(service.url, service.user)}` },
      });
      expect(removed.ok).toBe(true);
      held.resolve();
      const failed = page.getByRole('alert').filter({ hasText: 'Something you started did not work: 2.4.1' });
      await failed.getByRole('button', { name: 'Got it' }).click();
      await expect(failed).toBeHidden();
    } finally {
      await connection.stop();
      await service.stop();
    }
  });
});

test.describe('the account dialog', () => {
  test('saves nothing after Cancel during the test', everywhere, async ({ slipway: { page }, folder }) => {
    const service = await openOtherService(join(folder, 'service'));
    const connection = await openFaultProxy(service.url);
    const held = Promise.withResolvers<void>();
    try {
      connection.fault(/connect\/token/, { kind: 'hold', release: held.promise }, { times: 1 });
      await signIn(page, { authUrl: connection.url, baseUrl: connection.url, user: service.user });
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Settings' }).click();
      held.resolve();
      await expect.poll(() => connection.requests.filter((each) => each.includes('/api/')).length).toBe(1);
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await expect(page.locator('.side-accounts').getByRole('button', { name: /in use$/ })).toHaveCount(0);
    } finally {
      await connection.stop();
      await service.stop();
    }
  });
});
