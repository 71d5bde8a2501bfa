import { mkdir } from 'node:fs/promises';
import type { FirstUser } from '../../main/service/service.ts';
import { browsing, userAgents } from '../fakes/user-agents.ts';
import { tokenOf } from '../sign-in.ts';
import { expect, inTab, test } from './fixtures.ts';
import { everySize, pictures, take } from './pictures.ts';
import { addService, drawerOf, goTo, paste, rowOf } from './user-actions.ts';
import { addPeople, sampleApk, sampleIpa } from './world.ts';

/** Returns a function that uploads a build to test distribution and returns the id of its application. */
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

test('takes screenshots of test apps', inTab, async ({ start, service, connection }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const { user } = service;
  const crew = await service.people.createTeam('Beta testers of the offshore inventory, northern platforms');
  await addPeople(service, [
    ['Ada Lovelace', 'ada@example.org', crew.id],
    [
      'Dorothea Wilhelmina van den Heuvel-Montgomery',
      'dorothea.van-den-heuvel@offshore.example.org',
      crew.id,
    ],
    ['ליאת כהן', 'liat@example.org', crew.id],
    [null, 'release-notes@example.org', crew.id],
  ]);
  const publish = await testPublisher(service.url, user);
  const notes = await publish(sampleApk(), 'notes.apk');
  for (const versionName of [
    '2.4.2',
    '2.5.0-beta.1+build.20261121.nightly.offshore-northern-platforms',
    '2.5.0',
  ])
    await publish(sampleApk({ versionName }), 'notes.apk', notes);
  await publish(sampleIpa({ versionName: '2.5.1' }), 'notes.ipa', notes);
  // Sends a version, because Slipway lists only teams and people that have received a version.
  await changeVersion(service.url, user, 'items/1/activate', {});
  await changeVersion(service.url, user, 'items/1/send', { teamIds: [crew.id], memberIds: [], emails: [] });
  for (const id of [2, 3, 5]) await changeVersion(service.url, user, `items/${id}/activate`, {});
  const arabic = { id: 'com.example.midan', name: 'ملاحظات الميدان' };
  const midan = await publish(sampleIpa({ ...arabic, versionName: '٣.١' }), 'm.ipa');
  await publish(sampleIpa({ ...arabic, versionName: '٣.٢ (تجريبي)' }), 'm.ipa', midan);
  const long = 'Inventory and Maintenance of Offshore Installations and Everything around Them';
  await publish(sampleApk({ id: 'com.example.inventory', label: long }), 'i.apk');
  const { page } = await start();
  page.setDefaultTimeout(15_000);
  await addService(page, { url: connection.url, user, name: 'Work' });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
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
  await expect(rowOf(page, '2.4.2')).toContainText('5 not mailed');
  await take(page, 'testapps-versions', everySize);
  for (const { installLink } of await service.outbox.list())
    await page.request.get(installLink ?? '', { headers: browsing(userAgents.androidChrome) });
  await page.reload();
  await page.getByRole('button', { name: 'Statistics' }).click();
  await expect(drawerOf(page).getByRole('table')).toBeVisible();
  await take(page, 'testapps-statistics', everySize);
  await drawerOf(page).getByRole('button', { name: 'Close' }).click();

  await rowOf(page, '2.4.2').getByText('2.4.2').click();
  await expect(drawerOf(page)).toContainText('Dorothea');
  await page.mouse.move(0, 0);
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
  await expect(dialog).toContainText('lose their links');
  await take(page, 'testapps-delete', everySize);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More actions for Field Notes' }).click();
  await page.getByRole('menuitem', { name: 'Delete app…' }).click();
  await expect(dialog).toContainText('lose their links');
  await take(page, 'testapps-delete-application', everySize);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  connection.decide(() => ({ kind: 'cut-before' }));
  await goTo(page, 'Test apps');
  await expect(page.getByRole('alert')).toContainText('Slipway keeps trying.');
  await take(page, 'testapps-out-of-reach', everySize);
  await goTo(page, 'Store');
  await expect(page.getByRole('alert')).toContainText('Slipway keeps trying.');
  await take(page, 'store-out-of-reach', everySize);
});
