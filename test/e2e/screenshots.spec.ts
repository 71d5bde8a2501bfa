/**
 * Pictures of the places and dialogs with realistic content, in light and dark, wide and smallest, in
 * test/e2e/screenshots. Made to be looked at: `npm run screenshots`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { FirstUser } from '../../main/service/service.ts';
import { openFaultProxy } from '../fakes/fault-proxy.ts';
import { openPushProvider } from '../fakes/push-provider.ts';
import { goodMapping, putWorkspace } from '../fakes/push-workspace.ts';
import { chooseFiles, dropFiles, expect, test } from './fixtures.ts';
import { drawerOf, goTo, paste, rowOf, signIn, useBuiltIn, watchFolder } from './person.ts';
import { everySize, narrow, pictures, sizes, speak, take } from './pictures.ts';
import { openService, sampleApk, sampleIpa, storePublisher, tokenOf } from './world.ts';

/** Every place of the sidebar as it is now, also those without pictures of their own. */
async function takeEachPlace(page: Page, suffix: string, sizesWanted = sizes): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
  for (const link of await links.all()) {
    await link.click();
    await page.mouse.move(0, 0);
    await expect(page.locator('.spinner')).toHaveCount(0);
    const name = (await link.getAttribute('href'))?.replace(/^#\//, '') ?? 'place';
    await take(page, `${name}-${suffix}`, sizesWanted);
  }
}

test('pictures', { tag: '@only-browser' }, async ({ start, folder }) => {
  test.setTimeout(300_000);
  await mkdir(pictures, { recursive: true });
  const service = await openService(join(folder, 'service'));
  const connection = await openFaultProxy(service.url);
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const teams = {
    qa: await service.people.createTeam('QA'),
    crew: await service.people.createTeam('Field crew'),
  };
  for (const [name, email, team] of [
    ['Ada Lovelace', 'ada@example.org', teams.qa],
    ['Ben Okri', 'ben@example.org', teams.qa],
    ['Cleo Duarte', 'cleo@example.org', teams.crew],
    ['Dorothea Wilhelmina van den Heuvel-Montgomery', 'dorothea@example.org', teams.crew],
    [null, 'release-notes@example.org', teams.crew],
  ] as const) {
    await service.people.addToTeam((await service.people.createMember({ name, email })).id, team.id);
  }
  const exports = join(folder, 'Projects', 'field-notes', 'app', 'build', 'outputs', 'apk');
  const archive = join(folder, 'Projects', 'harbour-pilot', 'Exports');
  const disk = join(folder, 'Volumes', 'CI disk');
  for (const path of [exports, archive, disk]) await mkdir(path, { recursive: true });
  try {
    const { page } = await start();
    await expect(page.getByRole('heading', { name: 'Where should builds go?' })).toBeVisible();
    await take(page, 'first-look');
    await signIn(page, { authUrl: connection.url, baseUrl: connection.url, user, name: 'Work' });
    await expect(page.getByRole('dialog')).toBeHidden();
    await goTo(page, 'Built-in service');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
    await goTo(page, 'Uploads');
    await take(page, 'uploads-none');
    await takeEachPlace(page, 'empty');
    await goTo(page, 'Uploads');

    const put = async (into: string, name: string, bytes: Buffer): Promise<void> =>
      writeFile(join(into, name), bytes);
    const drop = async (name: string, bytes: Buffer, recipients = ''): Promise<void> => {
      await put(folder, name, bytes);
      await dropFiles(page, [join(folder, name)]);
      const dialog = page.getByRole('dialog');
      const button = dialog.getByRole('button', { name: 'Upload', exact: true });
      await expect(button).toBeEnabled();
      if (recipients !== '') await paste(dialog.getByLabel('Send to', { exact: true }), recipients);
      await button.click();
      await expect(dialog).toBeHidden();
    };
    const everybody = 'ada@example.org, ben@example.org, cleo@example.org, press@example.com';
    await drop('field-notes-2.4.0.ipa', sampleIpa({ paddingBytes: 3_000_000 }), everybody);
    await rowOf(page, '2.4.0').getByRole('button', { name: 'Send anyway' }).click();
    await expect(rowOf(page, '2.4.0')).toContainText('Sent to');
    await drop('field-notes-2.3.9.apk', sampleApk({ versionName: '2.3.9', versionCode: 1150 }));
    await expect(rowOf(page, '2.3.9')).toContainText('Active');
    const pilot = { id: 'com.example.harbour', label: 'Harbour Pilot', versionName: '11.0.0-beta.3' };
    await drop('harbour.apk', sampleApk({ ...pilot, paddingBytes: 2_000_000 }), 'cleo@example.org');
    await expect(rowOf(page, 'Harbour Pilot')).toContainText('Sent to');
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
    await expect(rowOf(page, 'ملاحظات')).toContainText('Sent to');
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

    await goTo(page, 'Test apps');
    await expect(rowOf(page, 'Field Notes')).toHaveCount(1);
    await take(page, 'apps');
    await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
    await expect(rowOf(page, '2.4.0')).toHaveCount(1);
    await page.getByRole('switch', { name: '2.3.9 is active' }).click();
    await take(page, 'versions');
    await rowOf(page, '2.4.0').getByText('2.4.0').click();
    await expect(drawerOf(page)).toContainText('Ada Lovelace');
    await take(page, 'versions-details');
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await rowOf(page, '2.4.0').getByRole('button', { name: 'Send…' }).click();
    await paste(
      dialog.getByRole('textbox', { name: 'Recipients' }),
      'ada@example.org, finn(at)example.net, dora@example.net',
    );
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await take(page, 'dialog-send');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, '2.4.0').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete version…' }).click();
    await take(page, 'dialog-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await goTo(page, 'Folders');
    await take(page, 'folders');
    await rowOf(page, archive).getByText('Exports', { exact: true }).click();
    await expect(drawerOf(page)).toContainText('atlas.ipa');
    await take(page, 'folders-details');
    await page.getByRole('button', { name: 'Watch a folder…' }).first().click();
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/home/ada/nowhere');
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await take(page, 'dialog-folder');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await put(folder, 'cut.apk', sampleApk().subarray(0, 90_000));
    await put(folder, 'fresh.apk', sampleApk({ versionName: '2.5.0', versionCode: 1201 }));
    await dropFiles(page, [join(folder, 'fresh.apk'), join(folder, 'cut.apk')]);
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog).toContainText('2.5.0');
    await take(page, 'dialog-upload');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add account…' }).click();
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await take(page, 'dialog-account');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await takeEachPlace(page, 'narrow', [narrow]);
  } finally {
    await connection.stop();
    await service.stop();
  }
});

/** Uploads to test distribution as any program does; gives the id of the application. */
async function testPublisher(url: string, user: FirstUser) {
  const headers = { authorization: `Bearer ${await tokenOf(url, user)}` };
  return async (bytes: Buffer, name: string, applicationId?: number): Promise<number> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    const path = `/api/v3/testingdist/profiles${applicationId === undefined ? '' : `/${applicationId}/items`}`;
    const answer = await fetch(url + path, { method: 'POST', body, headers });
    const made = (await answer.json()) as { readonly id: number };
    return applicationId ?? made.id;
  };
}

async function changeVersion(url: string, user: FirstUser, path: string, body: object): Promise<void> {
  const authorization = `Bearer ${await tokenOf(url, user)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const address = `${url}/api/v3/testingdist/profiles/${path}`;
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

test('pictures of test apps', { tag: '@only-browser' }, async ({ start, folder }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const service = await openService(join(folder, 'service'));
  const connection = await openFaultProxy(service.url);
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const crew = await service.people.createTeam('Beta testers of the offshore inventory, northern platforms');
  for (const [name, email] of [
    ['Ada Lovelace', 'ada@example.org'],
    ['Dorothea Wilhelmina van den Heuvel-Montgomery', 'dorothea.van-den-heuvel@offshore.example.org'],
    ['ליאת כהן', 'liat@example.org'],
    [null, 'release-notes@example.org'],
  ] as const) {
    await service.people.addToTeam((await service.people.createMember({ name, email })).id, crew.id);
  }
  const publish = await testPublisher(service.url, user);
  const notes = await publish(sampleApk(), 'notes.apk');
  for (const versionName of [
    '2.4.2',
    '2.5.0-beta.1+build.20261121.nightly.offshore-northern-platforms',
    '2.5.0',
  ])
    await publish(sampleApk({ versionName }), 'notes.apk', notes);
  await publish(sampleIpa({ versionName: '2.5.1' }), 'notes.ipa', notes);
  // Teams and people of a service are learned from whom its versions were sent to.
  await changeVersion(service.url, user, 'items/1/activate', {});
  await changeVersion(service.url, user, 'items/1/send', { teamIds: [crew.id], memberIds: [], emails: [] });
  for (const id of [2, 3, 5]) await changeVersion(service.url, user, `items/${id}/activate`, {});
  const arabic = { id: 'com.example.midan', name: 'ملاحظات الميدان' };
  const midan = await publish(sampleIpa({ ...arabic, versionName: '٣.١' }), 'm.ipa');
  await publish(sampleIpa({ ...arabic, versionName: '٣.٢ (تجريبي)' }), 'm.ipa', midan);
  const long = 'Inventory and Maintenance of Offshore Installations and Everything around Them';
  await publish(sampleApk({ id: 'com.example.inventory', label: long }), 'i.apk');
  try {
    const { page } = await start();
    page.setDefaultTimeout(15_000);
    await signIn(page, { authUrl: connection.url, baseUrl: connection.url, user, name: 'Work' });
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(dialog).toBeHidden();
    await goTo(page, 'Test apps');
    await expect(rowOf(page, 'Offshore')).toBeVisible();
    await take(page, 'testapps-list', everySize);
    await rowOf(page, 'ملاحظات').getByText('ملاحظات').click();
    await expect(rowOf(page, '٣.١')).toBeVisible();
    await take(page, 'testapps-right-to-left', everySize);
    await page.goBack();
    await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
    await expect(rowOf(page, '2.5.1')).toBeVisible();

    await rowOf(page, '2.4.2').getByRole('button', { name: 'Send…' }).click();
    await dialog.getByRole('button', { name: /^Beta testers/ }).click();
    await paste(
      dialog.getByRole('textbox', { name: 'Recipients' }),
      '"Lovelace, Ada" <ada@example.org>, finn(at)example.net; press@example.com',
    );
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await take(page, 'testapps-send', everySize);
    await dialog.getByRole('button', { name: 'Remove finn(at)example.net, not an e-mail address' }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, '2.4.2')).toContainText('Sent to 5');
    await take(page, 'testapps-versions', everySize);

    await rowOf(page, '2.4.2').getByText('2.4.2').click();
    await expect(drawerOf(page)).toContainText('Dorothea');
    await take(page, 'testapps-who', everySize);
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();

    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('checkbox', { name: 'Select 2.4.1' }).click();
    const bar = page.getByRole('region', { name: 'Selected versions' });
    await expect(bar).toContainText('4 selected');
    connection.fault(/activate/, { kind: 'answer', status: 500, body: 'No database' }, { times: 2 });
    await take(page, 'testapps-selected', everySize);
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    await expect(bar.getByRole('alert')).toBeVisible();
    await take(page, 'testapps-not-switched', everySize);
    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await bar.getByRole('button', { name: 'Delete…' }).click();
    await expect(dialog).toContainText('lose the link');
    await take(page, 'testapps-delete', everySize);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More actions for Field Notes' }).click();
    await page.getByRole('menuitem', { name: 'Delete application…' }).click();
    await expect(dialog).toContainText('lose the link');
    await take(page, 'testapps-delete-application', everySize);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    connection.decide(() => ({ kind: 'cut-before' }));
    await goTo(page, 'Test apps');
    await expect(page.getByRole('alert')).toContainText('Slipway keeps trying.');
    await take(page, 'testapps-out-of-reach', everySize);
    await goTo(page, 'Store');
    await expect(page.getByRole('alert')).toContainText('Slipway keeps trying.');
    await take(page, 'store-out-of-reach', everySize);
  } finally {
    await connection.stop();
    await service.stop();
  }
});

test('pictures of the store', { tag: '@only-browser' }, async ({ start, folder }) => {
  test.setTimeout(180_000);
  await mkdir(pictures, { recursive: true });
  const service = await openService(join(folder, 'service'));
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const publish = await storePublisher(service.url, user);
  try {
    const { page } = await start();
    await signIn(page, { authUrl: service.url, baseUrl: service.url, user, name: 'Work' });
    await expect(page.getByRole('dialog')).toBeHidden();
    await goTo(page, 'Store');
    await expect(page.getByText('Store profiles appear here')).toBeVisible();
    await take(page, 'store-none');

    const notes = await publish(sampleApk(), 'notes.apk');
    await publish(sampleIpa(), 'notes.ipa', notes);
    await publish(sampleApk({ versionName: '2.4.2', versionCode: 1190 }), 'notes.apk', notes);
    const long = 'Inventory and Maintenance of Offshore Installations and Everything around Them';
    const nightly = '2026.11.21-nightly+4711';
    await publish(sampleApk({ id: 'com.example.inventory', label: long, versionName: nightly }), 'i.apk');
    await publish(sampleIpa({ id: 'org.example.diary', name: 'יומן השדה', versionName: '3.0' }), 'd.ipa');
    const off = await publish(sampleApk({ id: 'com.example.ledger', label: 'Ledger' }), 'l.apk');
    await service.setProfileAccess(off, { enabled: false });
    await service.setProfileAccess(notes, { staticUser: { userName: 'field', password: 'correct horse 7' } });
    await goTo(page, 'Uploads');
    await goTo(page, 'Store');
    await page.reload();
    await expect(rowOf(page, 'Ledger')).toContainText('Inactive');
    await take(page, 'store', everySize);
    await rowOf(page, 'Field Notes').getByText('Field Notes').click();
    await expect(rowOf(page, '2.4.2')).toBeVisible();
    await take(page, 'store-profile', everySize);
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog
      .getByRole('textbox', { name: 'Short description' })
      .fill('Notes, sketches and photos from the field');
    await dialog
      .getByRole('textbox', { name: 'Description', exact: true })
      .fill(
        'Everything a survey needs on one phone.\n\nWorks without a network and sends what was gathered later.',
      );
    await dialog.getByRole('textbox', { name: 'Name' }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await take(page, 'dialog-store-profile');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Field Notes');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await drawerOf(page).getByRole('button', { name: 'Show user name and password' }).click();
    await expect(drawerOf(page)).toContainText('correct horse 7');
    await take(page, 'store-profile-details', everySize);
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();
    await rowOf(page, '2.4.0').getByText('2.4.0').click();
    await expect(drawerOf(page)).toContainText('Field Notes 2.4.0');
    await take(page, 'store-build-details');
    await drawerOf(page).getByRole('button', { name: 'Delete build…' }).click();
    await take(page, 'dialog-store-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await writeFile(join(folder, 'fresh.apk'), sampleApk({ versionName: '2.5.0', versionCode: 1201 }));
    await chooseFiles(page, page.getByRole('button', { name: 'Add a build…' }), [join(folder, 'fresh.apk')]);
    await expect(dialog).toContainText('The store profile');
    await take(page, 'dialog-store-add');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await goTo(page, 'Uploads');
    await service.stop();
    await goTo(page, 'Store');
    await expect(page.getByRole('alert')).toBeVisible();
    await take(page, 'store-failed');
  } finally {
    await service.stop();
  }
});

test('pictures of folders', { tag: '@only-browser' }, async ({ start, folder }) => {
  test.setTimeout(120_000);
  await mkdir(pictures, { recursive: true });
  const { page } = await start();
  await goTo(page, 'Folders');
  await take(page, 'folders-first');
  await goTo(page, 'Uploads');
  await useBuiltIn(page);
  await goTo(page, 'Folders');
  await take(page, 'folders-none');
  const project = join(folder, 'מסמכים', 'field-notes-with-a-rather-long-name');
  const outputs = join(project, 'app', 'build', 'outputs');
  await mkdir(join(outputs, 'apk', 'release'), { recursive: true });
  await mkdir(join(outputs, 'apk', 'debug'), { recursive: true });
  await writeFile(join(project, 'gradlew'), '');
  await writeFile(join(project, 'app', 'build.gradle'), "plugins { id 'com.android.application' }");
  await writeFile(join(outputs, 'apk', 'release', 'field-notes-release.apk'), sampleApk());
  await writeFile(join(outputs, 'apk', 'debug', 'field-notes-debug.apk'), sampleApk());
  const cut = sampleApk({ versionName: '2.5' }).subarray(0, 90_000);
  await writeFile(join(outputs, 'apk', 'release', 'field-notes-tablet-release.apk'), cut);
  await page.getByRole('button', { name: 'Watch a folder…' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(project);
  await dialog.getByRole('textbox', { name: 'Folder' }).press('Tab');
  await dialog.getByLabel('Suggestions for this project').selectOption({ index: 1 });
  await take(page, 'dialog-folder-preset');
  await dialog.getByLabel('Builds that are already there').selectOption('Upload all of them');
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByLabel('Which builds').scrollIntoViewIfNeeded();
  await take(page, 'dialog-folder-more');
  await dialog.getByLabel('After the upload').scrollIntoViewIfNeeded();
  await take(page, 'dialog-folder-more-below');
  await dialog.getByRole('button', { name: 'What would happen now' }).click();
  await expect(dialog).toContainText('would be uploaded');
  await dialog.getByRole('region', { name: 'What would happen to each file' }).scrollIntoViewIfNeeded();
  await take(page, 'dialog-folder-try');
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog).toBeHidden();
  await rowOf(page, outputs).getByText('Watching').click();
  await expect(drawerOf(page)).toContainText('field-notes-tablet-release.apk');
  await drawerOf(page).getByRole('button', { name: 'What would happen now' }).click();
  await expect(drawerOf(page)).toContainText('would be uploaded');
  await take(page, 'folders-try');
});

test('pictures of the built-in service', { tag: '@only-browser' }, async ({ start, dataDir, folder }) => {
  test.setTimeout(300_000);
  await mkdir(pictures, { recursive: true });
  const service = await openService(join(dataDir, 'service'));
  const teams = {
    qa: await service.people.createTeam('QA'),
    crew: await service.people.createTeam('Field crew'),
    long: await service.people.createTeam(
      'Beta testers of the offshore inventory, northern and western platforms',
    ),
    rightToLeft: await service.people.createTeam('فريق الاختبار'),
  };
  for (const [name, email, team] of [
    ['Ada Lovelace', 'ada@example.org', teams.qa],
    ['Ben Okri', 'ben@example.org', teams.qa],
    ['Cleo Duarte', 'cleo@example.org', teams.crew],
    [
      'Dorothea Wilhelmina van den Heuvel-Montgomery',
      'dorothea.van-den-heuvel@offshore.example.org',
      teams.long,
    ],
    ['ליאת כהן', 'liat@example.org', teams.rightToLeft],
    [null, 'release-notes@example.org', teams.crew],
  ] as const) {
    await service.people.addToTeam((await service.people.createMember({ name, email })).id, team.id);
  }
  await service.people.createMember({ name: 'Émile Şahin', email: 'emile@example.org' });
  await service.identity.createUser('build-server');
  await service.identity.createClient('build-server');
  await service.stop();
  const { page } = await start();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const part = (name: string) =>
    page
      .getByRole('navigation', { name: 'Sections of the built-in service' })
      .getByRole('link', { name })
      .click();
  await goTo(page, 'Built-in service');
  await take(page, 'service-stopped');
  await part('People');
  await take(page, 'service-people-stopped');
  await page.getByRole('button', { name: 'Start the built-in service' }).click();
  await expect(rowOf(page, 'Cleo Duarte')).toBeVisible();
  await take(page, 'service-people');
  await rowOf(page, 'QA').first().getByText('QA').first().click();
  await take(page, 'service-people-team');
  await rowOf(page, 'Dorothea').getByText('Dorothea Wilhelmina').click();
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
  await take(page, 'service-dialog-person');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await drawerOf(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More actions for People and teams' }).click();
  await page.getByRole('menuitem', { name: 'Import CSV…' }).click();
  const csv =
    'email,name,team\nada@example.org,Ada,QA\nnew@example.org,New Person,New team\nnobody,Nobody,\n';
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog.getByText('1 new, 1 already known, 1 cannot be used')).toBeVisible();
  await take(page, 'service-dialog-import');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await part('Users and clients');
  await expect(rowOf(page, 'build-server').first()).toBeVisible();
  await take(page, 'service-sign-ins');
  await page.getByRole('button', { name: 'Add user…' }).click();
  await dialog.getByLabel('User name').fill('phone-farm');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('It is shown only now')).toBeVisible();
  await take(page, 'service-dialog-made');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await writeFile(join(folder, 'notes.apk'), sampleApk());
  await dropFiles(page, [join(folder, 'notes.apk')]);
  await paste(
    dialog.getByLabel('Send to', { exact: true }),
    'ada@example.org, dorothea.van-den-heuvel@offshore.example.org',
  );
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toBeHidden();
  await goTo(page, 'Built-in service');
  await part('Outbox');
  await rowOf(page, 'ada@example.org').getByText('ada@example.org').click();
  await expect(drawerOf(page)).toContainText('is ready to install');
  await take(page, 'service-outbox');
  await page.getByRole('button', { name: 'Mail server…' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByLabel('Mail server').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('9');
  await dialog.getByLabel('Sender').fill('Builds <builds@example.org>');
  await dialog.getByLabel('Send a test message to').fill('ada@example.org');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await expect(dialog.getByRole('alert')).toContainText('cannot be reached');
  await take(page, 'service-dialog-mail');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await part('Requests');
  await expect(rowOf(page, '/identity/connect/token').first()).toBeVisible();
  await take(page, 'service-requests');
  await part('Overview');
  await expect(page.getByText('Free on this disk')).toBeVisible();
  await take(page, 'service');
  await page.getByRole('button', { name: 'Allow phones…' }).click();
  await dialog.getByLabel('Address testers use').fill('https://builds.example.org');
  await take(page, 'service-dialog-reach');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await take(page, 'service-reached');
});

test('pictures of the first steps and Settings', { tag: '@only-browser' }, async ({ start, folder }) => {
  test.setTimeout(180_000);
  await mkdir(pictures, { recursive: true });
  const service = await openService(join(folder, 'service'));
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const long = 'Research and Development, Mobile Platforms and Device Integration (EMEA)';
  for (const [name, text] of [
    ['field-notes/pubspec.yaml', 'flutter:\n'],
    ['a-very-long-project-name-for-an-inventory-of-offshore-installations/pubspec.yaml', 'flutter:\n'],
  ] as const) {
    await mkdir(join(folder, 'dev', name, '..'), { recursive: true });
    await writeFile(join(folder, 'dev', name), text);
  }
  const home = process.env['HOME'];
  process.env['HOME'] = folder;
  const { page } = await start().finally(() => {
    process.env['HOME'] = home;
  });
  try {
    await expect(page.getByText('Step 1 of 2')).toBeVisible();
    await take(page, 'first-account');
    await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
    await expect(page.getByRole('group', { name: 'What to watch in field-notes' })).toBeVisible();
    await take(page, 'first-folder');
    await page.getByRole('button', { name: 'Not now' }).click();
    for (const name of [long, 'خدمة توزيع التطبيقات']) {
      await signIn(page, { authUrl: service.url, baseUrl: service.url, user, name });
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    const dialog = page.getByRole('dialog');
    await signIn(page, { authUrl: service.url, baseUrl: 'http://no-such-host.invalid', user, name: 'Wrong' });
    await expect(dialog.getByRole('alert')).toBeVisible();
    await take(page, 'dialog-account-wrong');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await goTo(page, 'Settings');
    const main = page.getByRole('main');
    await main
      .getByRole('listitem')
      .filter({ hasText: long })
      .getByRole('button', { name: 'Test connection' })
      .click();
    await expect(main.getByText('Everything works')).toBeVisible();
    const sections = page.getByRole('navigation', { name: 'Sections of Settings' });
    for (const link of await sections.getByRole('link').all()) {
      await link.click();
      const href = (await link.getAttribute('href')) ?? '';
      if (href.endsWith('network')) {
        await page.getByLabel('How services are reached').selectOption('Through this proxy');
        await page.getByLabel('Address of the proxy').fill('proxy.example.org:3128');
        await page.getByRole('button', { name: 'Add hours' }).click();
        await main.getByLabel('Limit in MB/s').focus();
        await take(page, 'settings-network-speed');
        await main.getByLabel('How services are reached').focus();
      }
      if (href.endsWith('diagnostics')) {
        await page.getByRole('button', { name: 'Show newest lines' }).click();
        await page.getByRole('button', { name: 'Create a support file' }).click();
        await expect(main.getByText('Read it before you share it.')).toBeVisible();
      }
      await take(page, `settings-${href.split('/').at(-1)}`);
    }
  } finally {
    await service.stop();
  }
});

test('pictures of Push', { tag: '@only-browser' }, async ({ start, folder }) => {
  await mkdir(pictures, { recursive: true });
  const project = join(folder, 'Projects', 'field-notes');
  await putWorkspace(project, {
    'config/iOS/app.entitlements': null,
    'config/resources/readme.txt': 'sounds',
    'config/Android/pushnotification.json': goodMapping.replace('"tone"', '"tone",\n    "titel": "headline"'),
  });
  const { page } = await start();
  await goTo(page, 'Push');
  await page.getByRole('textbox', { name: 'Project folder' }).fill(project);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fix: iOS: app.entitlements' }).click();
  await take(page, 'push-project');
  await page.getByRole('button', { name: 'Create 1 file' }).scrollIntoViewIfNeeded();
  await take(page, 'push-project-fix');
  await page.getByRole('button', { name: 'Edit line 7 of the mapping file' }).click();
  await expect(page.getByText('is not a property of a notification')).toBeVisible();
  await take(page, 'push-mapping');
  await page
    .getByRole('textbox', { name: 'Text of the mapping file' })
    .fill('{\n  "notification": {"title": "t", "v21": {"channelId": "c"}}\n}\n');
  await expect(page.getByRole('button', { name: 'Convert to version 2' })).toBeVisible();
  await take(page, 'push-mapping-older');
});

test('pictures of messages', { tag: '@only-browser' }, async ({ start, folder }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const provider = await openPushProvider();
  try {
    const account = join(folder, 'field-notes-service-account.json');
    await writeFile(account, provider.serviceAccount);
    const { page } = await start();
    const dialog = page.getByRole('dialog');
    const part = (name: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Sections of Push' }).getByRole('link', { name }).click();
    await goTo(page, 'Push');
    await part('Simulator');
    await take(page, 'push-simulator-empty');
    await page.getByLabel('Mapping file').fill(goodMapping);
    await page.getByRole('button', { name: 'Use an example' }).click();
    await expect(page.getByRole('figure').first()).toBeVisible();
    await take(page, 'push-simulator');
    await page.locator('.simulator').evaluate((element) => element.scrollTo(0, 700));
    await take(page, 'push-simulator-below');
    await page.getByLabel('Device', { exact: true }).selectOption('iOS');
    await page.getByLabel('The app is').selectOption('closed');
    await page.locator('.simulator').evaluate((element) => element.scrollTo(0, 0));
    await take(page, 'push-simulator-ios');
    await page.getByLabel('Received message').fill('{\n  "data": {');
    await expect(page.getByText('Line 2, column')).toBeVisible();
    await take(page, 'push-simulator-wrong');
    await part('Messages');
    await take(page, 'push-messages-empty');
    await page.getByRole('button', { name: 'Add a sender…' }).click();
    await dialog.getByLabel('Method').selectOption('Server key');
    await take(page, 'push-sender');
    await dialog.getByLabel('Method').selectOption('Service account (HTTP v1)');
    await dialog.getByLabel('Name').fill('Field Notes');
    await dialog.getByLabel('Address').fill(provider.url);
    await chooseFiles(page, dialog.getByRole('button', { name: 'Service account' }), [account]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    for (const token of ['gone', 'quota', 'c3f1Q0x7TgK4ZbW9yUe2RvLp8sNhJd5aXmOi6tGk']) {
      await dialog.getByLabel('Device token').fill(token);
      await dialog.getByLabel('Value 1').fill('Tea is ready');
      await dialog.getByLabel('Value 2').fill('It has drawn for three minutes.');
      await dialog.getByRole('button', { name: /^(Send|Try again)$/ }).click();
      await expect(dialog.getByRole('alert').or(dialog.getByText('has accepted it'))).toBeVisible();
      if (token === 'quota') await take(page, 'push-compose-refused');
      if (token === 'gone') await expect(dialog.getByRole('alert')).toContainText('no longer valid');
    }
    await expect(dialog.getByText('has accepted it')).toBeVisible();
    await take(page, 'push-compose-accepted');
    await dialog.getByRole('button', { name: 'Send another' }).click();
    await dialog.getByLabel('Goes to').selectOption('A topic');
    await dialog.getByLabel('Topic').fill('news');
    await dialog.getByLabel('Value 1').fill('Tea is ready');
    await dialog.getByRole('button', { name: 'Show the request' }).click();
    await expect(dialog.getByText('Bearer [hidden]')).toBeVisible();
    await take(page, 'push-compose');
    await dialog.getByText('Bearer [hidden]').scrollIntoViewIfNeeded();
    await take(page, 'push-compose-request');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, 'Device gone').getByText('Device gone').click();
    await take(page, 'push-messages');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Senders…' }).click();
    await take(page, 'push-senders');
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const language of ['de', 'tr'] as const) {
      await speak(page, language);
      await page.evaluate(() => location.assign('#/push/messages'));
      await page.getByRole('row').first().click();
      await take(page, `push-messages-${language}`);
      await page.evaluate(() => location.assign('#/push/simulator'));
      const [mapping, message] = [page.locator('textarea').first(), page.locator('textarea').last()];
      await mapping.fill(goodMapping);
      await message.fill('{"to": "a", "data": {"notification": {"headline": "Tee", "sound": "ping.mp3"}}}');
      await expect(page.getByRole('figure').first()).toBeVisible();
      await take(page, `push-simulator-${language}`);
    }
  } finally {
    await provider.close();
  }
});
