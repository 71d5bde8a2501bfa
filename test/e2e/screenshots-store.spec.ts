import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseFiles, expect, inTab, test } from './fixtures.ts';
import { everySize, pictures, take } from './pictures.ts';
import { addService, drawerOf, goTo, rowOf } from './user-actions.ts';
import { sampleApk, sampleIpa, storePublisher } from './world.ts';

test('takes screenshots of the store', inTab, async ({ start, folder, service }) => {
  test.setTimeout(180_000);
  await mkdir(pictures, { recursive: true });
  const { user } = service;
  const publish = await storePublisher(service);
  const { page } = await start();
  await addService(page, { url: service.url, user, name: 'Work' });
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
  await expect(dialog).toContainText('Enter a name for the store profile.');
  await take(page, 'dialog-store-profile', everySize);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Field Notes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await drawerOf(page).getByRole('button', { name: 'Show user name' }).click();
  await expect(drawerOf(page)).toContainText('Not shown by the service');
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
});
