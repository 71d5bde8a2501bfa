/** No barrier that axe calls serious or critical: every place and dialog, in light and dark. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { barriers } from './barriers.ts';
import { dropFiles, expect, test } from './fixtures.ts';
import { drawerOf, goTo, paste, rowOf, useBuiltIn, watchFolder } from './person.ts';
import { makePeople, sampleApk } from './world.ts';

const inTab = { tag: '@only-browser' };

test('the places', inTab, async ({ start, dataDir, folder }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await barriers(page), 'first look').toEqual([]);
  await useBuiltIn(page);
  expect(await barriers(page), 'no uploads').toEqual([]);
  await watchFolder(page, { path: folder, team: 'QA' });
  expect(await barriers(page), 'folders').toEqual([]);
  await rowOf(page, folder).getByText('Watching').click();
  await expect(drawerOf(page)).toBeVisible();
  expect(await barriers(page), 'details of a folder').toEqual([]);

  const apk = sampleApk();
  await writeFile(join(folder, 'half.apk'), apk.subarray(0, 90_000));
  await writeFile(join(folder, 'notes.apk'), apk);
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'Field Notes')).toContainText('Sent to QA');
  await expect(rowOf(page, 'half.apk')).toContainText('its end is missing');
  expect(await barriers(page), 'uploads').toEqual([]);
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  await expect(drawerOf(page)).toBeVisible();
  expect(await barriers(page), 'details of an upload').toEqual([]);
  await page.getByRole('button', { name: 'More actions for Field Notes' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await barriers(page), 'a menu').toEqual([]);
  await page.keyboard.press('Escape');

  await goTo(page, 'Test apps');
  expect(await barriers(page), 'applications').toEqual([]);
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  await rowOf(page, '2.4.1').getByText('2.4.1').click();
  await expect(drawerOf(page)).toContainText('Ada Lovelace');
  expect(await barriers(page), 'versions').toEqual([]);
});

test('the dialogs', inTab, async ({ start, dataDir, folder }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const close = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'Add account…' }).click();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByText('Password is needed.')).toBeVisible();
  expect(await barriers(page), 'sign in').toEqual([]);
  await close();
  await useBuiltIn(page);

  const apk = sampleApk();
  await writeFile(join(folder, 'notes.apk'), apk);
  await writeFile(join(folder, 'cut.apk'), apk.subarray(0, 90_000));
  await dropFiles(page, [join(folder, 'notes.apk'), join(folder, 'cut.apk')]);
  await expect(dialog.getByRole('alert')).toContainText('cut.apk');
  await expect(dialog).toContainText('org.example.fieldnotes');
  expect(await barriers(page), 'upload').toEqual([]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');

  await goTo(page, 'Folders');
  await page.getByRole('button', { name: 'Watch a folder…' }).first().click();
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(folder, 'nowhere'));
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await barriers(page), 'watch a folder').toEqual([]);
  await close();

  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  await page.getByRole('button', { name: 'Send…' }).click();
  await paste(dialog.getByLabel('Recipients'), 'ada@example.org, nobody, dora@example.net');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await barriers(page), 'send').toEqual([]);
  await close();
  await page.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Delete version…' }).click();
  expect(await barriers(page), 'delete').toEqual([]);
  await close();
  await page.getByRole('button', { name: /^Built-in Running/ }).click();
  await expect(page.getByRole('dialog', { name: 'Built-in service' })).toBeVisible();
  expect(await barriers(page), 'built-in service').toEqual([]);
});
