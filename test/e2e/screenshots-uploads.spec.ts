/** Screenshots of Uploads, and of all screens empty and in a narrow window: `npm run tool -- screenshots`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ipaWithProfile } from '../unit/packages/profiles.ts';
import { callMain, dropFiles, expect, inTab, test } from './fixtures.ts';
import { everySize, narrow, pictures, sizes, take } from './pictures.ts';
import {
  addAccount,
  addService,
  drawerOf,
  goTo,
  rowOf,
  uploadBuild,
  useBuiltIn,
  watchFolder,
} from './user-actions.ts';
import { addPeople, sampleApk, sampleIpa } from './world.ts';

async function takeEachScreen(page: Page, suffix: string, sizesWanted = sizes): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
  for (const link of await links.all()) {
    await link.click();
    await page.mouse.move(0, 0);
    await expect(page.locator('.spinner')).toHaveCount(0);
    const name = (await link.getAttribute('href'))?.replace(/^#\//, '') ?? 'screen';
    await take(page, `${name}-${suffix}`, sizesWanted);
  }
}

test('takes screenshots of uploads', inTab, async ({ start, folder, service, connection }) => {
  test.setTimeout(300_000);
  await mkdir(pictures, { recursive: true });
  const { user } = service;
  const teams = {
    qa: await service.people.createTeam('QA'),
    crew: await service.people.createTeam('Field crew'),
  };
  await addPeople(service, [
    ['Ada Lovelace', 'ada@example.org', teams.qa.id],
    ['Ben Okri', 'ben@example.org', teams.qa.id],
    ['Cleo Duarte', 'cleo@example.org', teams.crew.id],
    ['Dorothea Wilhelmina van den Heuvel-Montgomery', 'dorothea@example.org', teams.crew.id],
    [null, 'release-notes@example.org', teams.crew.id],
  ]);
  const exports = join(folder, 'Projects', 'field-notes', 'app', 'build', 'outputs', 'apk');
  const archive = join(folder, 'Projects', 'harbour-pilot', 'Exports');
  const disk = join(folder, 'Volumes', 'CI disk');
  for (const path of [exports, archive, disk]) await mkdir(path, { recursive: true });
  const { page } = await start();
  await expect(page.getByRole('heading', { name: 'Where should builds go?' })).toBeVisible();
  await take(page, 'first-look');
  await addService(page, { url: connection.url, user, name: 'Work' });
  await callMain(page, 'settings.set', { sendDelaySeconds: 0 });
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
  await goTo(page, 'Uploads');
  await take(page, 'uploads-none');
  await takeEachScreen(page, 'empty');
  await goTo(page, 'Uploads');

  const put = async (into: string, name: string, bytes: Buffer): Promise<void> =>
    writeFile(join(into, name), bytes);
  const drop = (name: string, bytes: Buffer, recipients = ''): Promise<void> =>
    uploadBuild(page, join(folder, name), bytes, { recipients });
  const everybody = 'ada@example.org, ben@example.org, cleo@example.org, press@example.com';
  await drop('field-notes-2.4.0.ipa', sampleIpa({ paddingBytes: 3_000_000 }), everybody);
  await rowOf(page, '2.4.0').getByRole('button', { name: 'Send anyway' }).click();
  await expect(rowOf(page, '2.4.0')).toContainText('Not installable: not signed');
  await drop('field-notes-2.3.9.apk', sampleApk({ versionName: '2.3.9', versionCode: 1150 }));
  await expect(rowOf(page, '2.3.9')).toContainText('Active');
  const pilot = { id: 'com.example.harbour', label: 'Harbour Pilot', versionName: '11.0.0-beta.3' };
  await drop('harbour.apk', sampleApk({ ...pilot, paddingBytes: 2_000_000 }), 'cleo@example.org');
  await expect(rowOf(page, 'Harbour Pilot')).toContainText('Mailed:');
  const long = {
    id: 'com.example.inventory',
    label: 'Inventory and Maintenance of Offshore Installations',
  };
  await drop(
    'inventory.apk',
    sampleApk({ ...long, versionName: '2026.11.21-nightly+4711', versionCode: 4711 }),
  );
  await expect(rowOf(page, 'Inventory')).toContainText('Active');
  const rightToLeft = { id: 'com.example.midan', name: 'ملاحظات الميدان', versionName: '٣.١' };
  await drop('midan.ipa', sampleIpa(rightToLeft), 'cleo@example.org');
  await rowOf(page, 'ملاحظات').getByRole('button', { name: 'Send anyway' }).click();
  await expect(rowOf(page, 'ملاحظات')).toContainText('Not installable: not signed');
  connection.fault(/^POST .*\/profiles/, {
    kind: 'answer',
    status: 403,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title: 'Forbidden', detail: 'The storage of this organisation is used up.' }),
  });
  await drop('ledger.apk', sampleApk({ id: 'com.example.ledger', label: 'Ledger', versionName: '0.9' }));
  await expect(rowOf(page, 'Ledger')).toContainText('Failed');

  await watchFolder(page, {
    path: exports,
    addresses: 'ada@example.org, ben@example.org, press@example.com',
  });
  await watchFolder(page, { path: archive });
  await watchFolder(page, { path: disk, addresses: 'ops@example.com' });
  await rm(disk, { recursive: true });
  await expect(rowOf(page, disk)).toContainText('Unreachable', { timeout: 20_000 });

  connection.fault(/^POST .*\/profiles/, { kind: 'slow', bytesPerSecond: 600_000 }, { times: 2 });
  const big = { paddingBytes: 65_000_000 };
  await put(exports, 'field-notes.apk', sampleApk(big));
  await put(
    archive,
    'harbour-pilot.ipa',
    sampleIpa({ ...big, id: 'com.example.harbour', name: 'Harbour Pilot', versionName: '11.0.0' }),
  );
  await goTo(page, 'Uploads');
  await expect(page.getByRole('progressbar')).toHaveCount(2);
  await put(
    exports,
    'field-notes-tablet.apk',
    sampleApk({ label: 'Field Notes Tablet', id: 'org.example.tablet' }),
  );
  await expect(rowOf(page, 'Field Notes Tablet')).toContainText('Queued');
  await put(archive, 'atlas.ipa', sampleIpa().subarray(0, 120_000));
  await expect(rowOf(page, 'atlas.ipa')).toContainText('its end is missing');
  for (const bar of await page.getByRole('progressbar').all()) {
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 60_000 })
      .toBeGreaterThan(5);
  }
  await take(page, 'uploads');
  await rowOf(page, 'Ledger').getByText('Ledger', { exact: true }).click();
  await take(page, 'uploads-failed');
  await rowOf(page, '2.4.0').getByText('Field Notes', { exact: true }).click();
  await take(page, 'uploads-done');
  await drawerOf(page).getByRole('button', { name: 'Close' }).click();
  await rowOf(page, 'Harbour Pilot').first().getByRole('button', { name: 'More actions' }).click();
  await take(page, 'uploads-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await take(page, 'palette');
  await page.keyboard.type('field');
  await expect(page.getByRole('option', { name: /Field Notes 2/ }).first()).toBeVisible();
  await take(page, 'palette-found');
  await page.keyboard.press('Escape');

  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await put(folder, 'cut.apk', sampleApk().subarray(0, 90_000));
  await put(folder, 'fresh.apk', sampleApk({ versionName: '2.5.0', versionCode: 1201 }));
  await dropFiles(page, [join(folder, 'fresh.apk'), join(folder, 'cut.apk')]);
  await expect(dialog).toContainText('2.5.0');
  await expect(dialog).toContainText('cut.apk is not complete');
  await take(page, 'dialog-upload');
  const more = ['Atlas', 'Compass', 'Ledger', 'Sextant', 'Tide', 'Wake'].map(
    (label) => [label, join(folder, `${label}.apk`)] as const,
  );
  for (const [label, path] of more) await writeFile(path, sampleApk({ id: `com.example.${label}`, label }));
  await dropFiles(
    page,
    more.map(([, path]) => path),
  );
  await expect(dialog.getByRole('checkbox')).toHaveCount(8);
  await dialog.getByRole('checkbox', { name: 'Sextant' }).uncheck();
  await take(page, 'dialog-upload-eight-builds', everySize);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await addAccount(page);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await take(page, 'dialog-account');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await takeEachScreen(page, 'narrow', [narrow]);
});

test('takes screenshots of builds that testers cannot install', inTab, async ({ start, folder }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const { page } = await start();
  await useBuiltIn(page);
  const drop = (name: string, bytes: Buffer, recipients: string, activate = true): Promise<void> =>
    uploadBuild(page, join(folder, name), bytes, { recipients, activate });
  await drop('field-notes.apk', sampleApk(), 'ada@example.org, ben@example.org');
  await expect(rowOf(page, '2.4.1')).toContainText('Not mailed');
  await drop('ledger.apk', sampleApk({ id: 'com.example.ledger', label: 'Ledger' }), '');
  await expect(page.getByText('Phones cannot install yet')).toBeVisible();
  await drop('atlas.apk', sampleApk({ id: 'com.example.atlas', label: 'Atlas' }), '', false);
  await expect(rowOf(page, 'Atlas')).toContainText('not active');
  await drop(
    'pilot.ipa',
    ipaWithProfile({ ExpirationDate: new Date('2024-07-30T12:00:00Z') }),
    'a@example.org, b@example.org',
  );
  await expect(rowOf(page, 'Profile expired.')).toContainText('Send to 2 people?');
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  await drop('harbour.apk', sampleApk({ id: 'com.example.harbour', label: 'Harbour Pilot' }), '');
  await expect(rowOf(page, 'Harbour Pilot')).toContainText('The built-in service is stopped');
  await take(page, 'uploads-obstacles', everySize);
  await rowOf(page, '2.4.1').getByText('Field Notes', { exact: true }).click();
  await take(page, 'uploads-obstacles-details');
  await page.keyboard.press('Escape');
  await goTo(page, 'Test apps');
  await take(page, 'apps-stopped');
});
