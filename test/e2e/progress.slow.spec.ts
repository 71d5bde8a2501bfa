import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { contrastOfEnds, unreadableRows } from './accessibility-checks.ts';
import { expect, inTab, test } from './fixtures.ts';
import { addService, rowOf, uploadBuild } from './user-actions.ts';
import { sampleApk, versionsOf } from './world.ts';

const uploads = /^POST .*\/profiles(\/\d+\/items)?$/;
const lists = /^GET \/api\/v3\/testingdist/;

async function drop(page: Page, folder: string, build: Parameters<typeof sampleApk>[0]): Promise<void> {
  await uploadBuild(
    page,
    join(folder, `${build?.versionName}.apk`),
    sampleApk({ paddingBytes: 30_000_000, ...build }),
  );
}

test(
  'a row shows how long the service has not read from an upload',
  inTab,
  async ({ start, folder, service, connection }) => {
    const { page } = await start();
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    const reading = Promise.withResolvers<void>();
    connection.fault(uploads, { kind: 'stall', side: 'request', after: 8_000_000, release: reading.promise });
    // The build is larger than what the system buffers while the service does not read.
    await drop(page, folder, { versionName: '1.0', paddingBytes: 100_000_000 });
    const silent = rowOf(page, '1.0');
    const bar = silent.getByRole('progressbar');
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await expect(silent).toContainText('Uploading');
    await expect(silent).toContainText(/No answer for 1\d\ss/, { timeout: 20_000 });
    await expect(silent).not.toContainText(/\/s/);
    for (const [colorScheme, contrast, minContrast] of [
      ['light', 'no-preference', 3],
      ['dark', 'no-preference', 3],
      ['light', 'more', 4.5],
      ['dark', 'more', 4.5],
    ] as const) {
      await page.emulateMedia({ colorScheme, contrast });
      expect(await contrastOfEnds(bar), `${colorScheme}, ${contrast}`).toBeGreaterThanOrEqual(minContrast);
    }
    for (const width of [320, 480, 560, 720, 1200]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(silent.getByText(/^\d+%$/), `at ${width}`).toBeVisible();
      expect(await unreadableRows(page), `at ${width}`).toEqual([]);
    }
    reading.resolve();
    await expect(silent).toContainText('Active', { timeout: 20_000 });
    expect(await versionsOf(service)).toHaveLength(1);
  },
);

test(
  'a row shows that the service is processing an upload',
  inTab,
  async ({ start, folder, service, connection }) => {
    const { page } = await start();
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    const answering = Promise.withResolvers<void>();
    connection.fault(uploads, { kind: 'stall', side: 'answer', after: 0, release: answering.promise });
    await drop(page, folder, { versionName: '2.0', id: 'org.example.pilot' });
    const working = rowOf(page, '2.0');
    await expect(working).toContainText(/The service is processing it \(\d+\ss/, { timeout: 20_000 });
    await expect(working).toContainText('100%');
    await expect(working).not.toContainText(/\/s/);
    await expect(page.locator('.title-area')).not.toContainText('left');
    answering.resolve();
    await expect(working).toContainText('Active');
    expect(await versionsOf(service)).toHaveLength(1);
  },
);

test(
  'a row shows that a lost upload is being looked up',
  inTab,
  async ({ start, folder, service, connection }) => {
    const { page } = await start();
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    const listing = Promise.withResolvers<void>();
    connection.fault(uploads, { kind: 'cut-after' });
    connection.decide((line) =>
      lists.test(line) && connection.requests.filter((each) => uploads.test(each)).length > 0
        ? { kind: 'hold', release: listing.promise }
        : null,
    );
    await drop(page, folder, { versionName: '3.0', id: 'org.example.atlas' });
    await expect(rowOf(page, '3.0')).toContainText('Checking whether it arrived', { timeout: 20_000 });
    connection.decide(null);
    listing.resolve();
    await expect(rowOf(page, '3.0')).toContainText('Active', { timeout: 20_000 });
    expect(await versionsOf(service)).toHaveLength(1);
  },
);
