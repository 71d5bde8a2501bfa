/** User actions on the queue: start a detected build, retry an account, send a build again. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callMain, everywhere, expect, test } from './fixtures.ts';
import { addService, rowOf, uploadBuild, useBuiltIn, watchAskingFirst } from './user-actions.ts';
import { sampleApk, versionsOf } from './world.ts';

test(
  'Try again resumes uploads to a service whose storage was full',
  everywhere,
  async ({ slipway, folder, service, connection }) => {
    const { page } = slipway;
    const full = { kind: 'answer', status: 507, body: '{"title":"The disk is full"}' } as const;
    connection.fault(/^POST .*\/profiles/, full, { times: 1 });
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    await callMain(page, 'settings.set', { sendDelaySeconds: 0 });
    await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk(), { recipients: 'qa@example.org' });

    const bar = page.getByRole('status').filter({ hasText: 'Uploads to “Work” are waiting.' });
    await expect(bar).toContainText('The service has run out of space.');
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
    // The build may be stored, so Slipway searches for it before it retries.
    await expect(row).toContainText('Mailed: qa@example.org', { timeout: 30_000 });
    await expect(bar).toBeHidden();

    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Send again…' }).click();
    const again = page.getByRole('dialog', { name: /^Send .* again$/ });
    await expect(again).toContainText('qa@example.org');
    await again.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(rowOf(page, 'Mailed: qa@example.org')).toHaveCount(2);
    expect(await versionsOf(service)).toHaveLength(1);
  },
);

test('a detected build can be confirmed or declined in its row', async ({ application, folder }) => {
  const { page } = application;
  await useBuiltIn(page);
  await watchAskingFirst(page, folder);
  await writeFile(join(folder, 'first.apk'), sampleApk({ versionName: '1.0.0' }));
  const notices = async () => (await application.snapshot()).notifications;
  // Electron supports buttons in notifications only on macOS.
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
