import { readFile } from 'node:fs/promises';
import { newPhone } from '../contract/service/register-device.ts';
import { violations } from './accessibility-checks.ts';
import { makeDevice } from './device-world.ts';
import { expect, tabIsEnough, test } from './fixtures.ts';
import { drawerOf, goTo, openPart, rowOf, useBuiltIn } from './user-actions.ts';
import { makePeople } from './world.ts';

test('a registered device is shown, exported and removed', tabIsEnough, async ({ start, dataDir }) => {
  await makePeople(dataDir);
  await makeDevice(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await rowOf(page, '2.4.0').getByText('2.4.0').first().click();
  await expect(drawerOf(page)).toContainText('iPhone15,2 is not in the profile');
  await expect(drawerOf(page)).toContainText('Ad hoc profile: installs on');
  await expect(drawerOf(page).getByText('On few devices')).toBeVisible();

  await goTo(page, 'Built-in service');
  await openPart(page, 'People');
  const dialog = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'More actions for People and teams' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export devices for Apple' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('slipway-devices.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(
    `${newPhone.UDID}\tAda Lovelace iPhone15,2\tios\n`,
  );
  await rowOf(page, 'Ada Lovelace').getByText('Ada Lovelace').click();
  await expect(drawerOf(page)).toContainText(newPhone.UDID);
  expect(await violations(page)).toEqual([]);
  await drawerOf(page).getByRole('button', { name: 'Remove iPhone15,2' }).click();
  await expect(dialog).toContainText('It remains registered with Apple.');
  await dialog.getByRole('button', { name: 'Remove 1 device' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawerOf(page)).not.toContainText(newPhone.UDID);
});
