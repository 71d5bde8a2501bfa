import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { everywhere, expect, inTab, test } from './fixtures.ts';
import { addService, rowOf, uploadBuild } from './user-actions.ts';
import { type OtherService, sampleApk, versionsOf } from './world.ts';

const uploads = /^POST \/api\/v3\/testingdist/;

/** Too large to fit into the buffers between client and service. */
const apk = sampleApk({ paddingBytes: 9_000_000 });

async function uploadThrough(page: Page, { url }: FaultProxy, { user }: OtherService, folder: string) {
  await addService(page, { url, user, name: 'Work' });
  await uploadBuild(page, join(folder, 'field-notes.apk'), apk);
}

async function expectOnce(page: Page, service: OtherService): Promise<void> {
  await expect(rowOf(page, 'Field Notes')).toContainText('Active', { timeout: 60_000 });
  await expect(rowOf(page, 'Field Notes')).toHaveCount(1);
  expect(await versionsOf(service)).toMatchObject([
    { version: expect.stringContaining('2.4.1'), fileSize: apk.length, isActive: true },
  ]);
}

test(
  'an upload interrupted by Quit is stored once after a restart',
  everywhere,
  async ({ start, folder, service, connection }) => {
    connection.fault(uploads, { kind: 'slow', bytesPerSecond: 400_000 });
    const first = await start();
    await uploadThrough(first.page, connection, service, folder);
    const progress = first.page.getByRole('progressbar', { name: 'Upload of Field Notes' });
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await expect(rowOf(first.page, 'Field Notes')).toContainText('Uploading');
    await first.stop();
    const second = await start();
    await expectOnce(second.page, service);
  },
);

test(
  'an upload interrupted by a kill is stored once after a restart',
  inTab,
  async ({ start, folder, service, connection }) => {
    const first = await start();
    const arrived = new Promise<void>((resolve) => {
      connection.fault(uploads, { kind: 'swallow', onAnswer: resolve });
    });
    await uploadThrough(first.page, connection, service, folder);
    await arrived;
    await first.kill();
    const second = await start();
    await expectOnce(second.page, service);
  },
);

test('an upload is listed once after a reload', inTab, async ({ start, folder, service, connection }) => {
  const upload = Promise.withResolvers<void>();
  connection.fault(uploads, { kind: 'hold', release: upload.promise });
  const { page } = await start();
  await uploadThrough(page, connection, service, folder);
  await expect(rowOf(page, 'Field Notes')).toContainText('Uploading');

  const events = Promise.withResolvers<void>();
  await page.route('**/bridge/events', async (route) => {
    await events.promise;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/bridge/events'), page.reload()]);
  upload.resolve();
  await expect.poll(() => versionsOf(service)).toMatchObject([{ isActive: true }]);
  events.resolve();
  await expectOnce(page, service);
});
