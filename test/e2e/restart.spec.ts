/** Slipway ends, or its page is opened anew, in the middle of an upload: the build is on the service once, and the page says so. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FaultProxy, openFaultProxy } from '../fakes/fault-proxy.ts';
import { test as base, dropFiles, everywhere, expect } from './fixtures.ts';
import { rowOf, signIn } from './person.ts';
import { type OtherService, openOtherService, sampleApk, versionsOf } from './world.ts';

const uploads = /^POST \/api\/v3\/testingdist/;

/** A service behind a connection that can be slowed and cut. */
const test = base.extend<{ readonly service: OtherService; readonly connection: FaultProxy }>({
  service: async ({ folder }, use) => {
    const service = await openOtherService(join(folder, 'service'));
    await use(service);
    await service.stop();
  },
  connection: async ({ service }, use) => {
    const proxy = await openFaultProxy(service.url);
    await use(proxy);
    await proxy.stop();
  },
});

/** More than the systems on the way keep. */
const apk = sampleApk({ paddingBytes: 9_000_000 });

async function uploadThrough(
  page: Page,
  proxy: FaultProxy,
  service: OtherService,
  folder: string,
): Promise<void> {
  await signIn(page, { authUrl: proxy.url, baseUrl: proxy.url, user: service.user, name: 'Work' });
  await expect(page.getByRole('dialog')).toBeHidden();
  await writeFile(join(folder, 'field-notes.apk'), apk);
  await dropFiles(page, [join(folder, 'field-notes.apk')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
}

async function expectOnce(page: Page, service: OtherService): Promise<void> {
  await expect(rowOf(page, 'Field Notes')).toContainText('Active', { timeout: 60_000 });
  await expect(rowOf(page, 'Field Notes')).toHaveCount(1);
  expect(await versionsOf(service)).toMatchObject([
    { version: expect.stringContaining('2.4.1'), fileSize: apk.length, isActive: true },
  ]);
}

test('quit while the bytes are moving', everywhere, async ({ start, folder, service, connection }) => {
  connection.fault(uploads, { kind: 'slow', bytesPerSecond: 400_000 });
  const first = await start();
  await uploadThrough(first.page, connection, service, folder);
  const progress = first.page.getByRole('progressbar', { name: 'Upload of Field Notes' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect(rowOf(first.page, 'Field Notes')).toContainText('Uploading');
  await first.stop();
  const second = await start();
  await expectOnce(second.page, service);
});

test('a power cut when all is sent, before the answer', { tag: '@only-browser' }, async ({
  start,
  folder,
  service,
  connection,
}) => {
  const first = await start();
  const arrived = new Promise<void>((resolve) => {
    connection.fault(uploads, { kind: 'swallow', onAnswer: resolve });
  });
  await uploadThrough(first.page, connection, service, folder);
  await arrived;
  await first.kill();
  const second = await start();
  await expectOnce(second.page, service);
});

test('the page is opened while a build goes from uploading to active', { tag: '@only-browser' }, async ({
  start,
  folder,
  service,
  connection,
}) => {
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
