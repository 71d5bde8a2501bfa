/** What a person does with the queue: start a build that was found, help an account, send a build again. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFaultProxy } from '../fakes/fault-proxy.ts';
import { callMain, dropFiles, everywhere, expect, test } from './fixtures.ts';
import { paste, rowOf, signIn, useBuiltIn } from './person.ts';
import { openOtherService, sampleApk, versionsOf } from './world.ts';

const nobody = { teamIds: [], memberIds: [], emails: [] };

test(
  'a full service is said once, and what waits goes on by a click',
  everywhere,
  async ({ slipway, folder }) => {
    const { page } = slipway;
    const service = await openOtherService(join(folder, 'service'));
    const connection = await openFaultProxy(service.url);
    const full = { kind: 'answer', status: 507, body: '{"title":"The disk is full"}' } as const;
    connection.fault(/^POST .*\/profiles/, full, { times: 1 });
    try {
      await signIn(page, {
        authUrl: connection.url,
        baseUrl: connection.url,
        user: service.user,
        name: 'Work',
      });
      await expect(page.getByRole('dialog')).toBeHidden();
      const path = join(folder, 'field-notes.apk');
      await writeFile(path, sampleApk());
      await dropFiles(page, [path]);
      const dialog = page.getByRole('dialog');
      await paste(dialog.getByLabel('Send to', { exact: true }), 'qa@example.org');
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();

      const bar = page.getByRole('status').filter({ hasText: 'Uploads to “Work” are waiting.' });
      await expect(bar).toContainText('The disk is full.');
      await expect(bar).toContainText('Slipway tries again at');
      const row = rowOf(page, '2.4.1');
      await expect(row).toContainText('Waiting for the account');
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Pause this upload' }).click();
      await expect(row).toContainText('Paused');
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Resume this upload' }).click();
      await expect(row).toContainText('Waiting for the account');
      await bar.getByRole('button', { name: 'Try again' }).click();
      // It was given away whole before the answer came, so it is looked for some seconds before it is sent again.
      await expect(row).toContainText('Sent to qa@example.org', { timeout: 30_000 });
      await expect(bar).toBeHidden();

      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Send again…' }).click();
      const again = page.getByRole('dialog', { name: /^Send .* again$/ });
      await expect(again).toContainText('qa@example.org');
      await again.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(again).toBeHidden();
      await expect(rowOf(page, 'Sent to qa@example.org')).toHaveCount(2);
      expect(await versionsOf(service)).toHaveLength(1);
    } finally {
      await connection.stop();
      await service.stop();
    }
  },
);

test('a build that is found asks by a notification, and with buttons in its row', async ({
  application,
  folder,
}) => {
  const { page } = application;
  await useBuiltIn(page);
  const accounts = await callMain(page, 'accounts.list', {});
  const accountId = accounts.ok ? (accounts.value[0]?.id ?? '') : '';
  const watched = await callMain(page, 'folders.add', {
    path: folder,
    accountId,
    area: 'testingdist',
    activate: true,
    recipients: nobody,
    sendAnyway: false,
    existingBuilds: 'none',
    askFirst: true,
  });
  expect(watched).toMatchObject({ ok: true });
  await writeFile(join(folder, 'first.apk'), sampleApk({ versionName: '1.0.0' }));
  const notices = async () => (await application.snapshot()).notifications;
  // Without buttons: Electron gives them to notifications of macOS alone.
  await expect
    .poll(notices)
    .toMatchObject([{ title: 'Upload Field Notes 1.0.0?', actions: [], state: 'shown' }]);
  const tray = async () => (await application.snapshot()).trays[0];
  await expect.poll(tray).toMatchObject({ toolTip: 'Slipway: 1 build is waiting for your answer' });
  const first = rowOf(page, '1.0.0');
  await expect(first).toContainText('Ready');
  await application.call('clickNotification', { index: 0 });
  await expect(page.getByRole('complementary')).toContainText('1.0.0');
  await first.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(first).toContainText('Active');

  await writeFile(join(folder, 'second.apk'), sampleApk({ versionName: '2.0.0' }));
  const second = rowOf(page, '2.0.0');
  await expect(second).toContainText('Ready');
  await second.getByRole('button', { name: 'Not now' }).click();
  await expect(second).toContainText('Cancelled');
});
