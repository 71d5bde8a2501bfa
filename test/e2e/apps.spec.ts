/** Versions on the service, and what a person does with them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alsoInTab, dropFiles, expect, test } from './fixtures.ts';
import { drawerOf, goTo, paste, rowOf, useBuiltIn } from './person.ts';
import { deliveredMail, makePeople, sampleApk } from './world.ts';

test('switch off and on, send, copy the link, delete', alsoInTab, async ({ start, dataDir, folder }) => {
  await makePeople(dataDir);
  const slipway = await start();
  const { page } = slipway;
  await useBuiltIn(page);
  const apk = join(folder, 'field-notes.apk');
  await writeFile(apk, sampleApk());
  await dropFiles(page, [apk]);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();

  const active = page.getByRole('switch', { name: '2.4.1 is active' });
  await active.click();
  await expect(page.getByText('1 version · 0 active')).toBeVisible();
  await goTo(page, 'Test apps');
  await expect(rowOf(page, 'Field Notes')).toContainText('Off');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await expect(active).not.toBeChecked();
  const row = rowOf(page, '2.4.1');
  await row.getByRole('button', { name: 'Send…' }).click();
  const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
  await expect(send).toContainText('This version is off.');
  await send.getByRole('button', { name: 'Cancel' }).click();
  await active.click();
  await expect(page.getByText('1 version · 1 active')).toBeVisible();

  await row.getByRole('button', { name: 'Send…' }).click();
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send.getByRole('alert')).toContainText('Choose at least one team, person or address.');
  await paste(send.getByLabel('Recipients'), 'ada@example.org; Dora <dora@example.net>\nfinn(at)example.net');
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send.getByRole('alert')).toContainText('“finn(at)example.net” is no mail address.');
  expect(await deliveredMail(dataDir).catch(() => [])).toEqual([]);
  await send.getByRole('button', { name: 'Remove finn(at)example.net, no mail address' }).click();
  await expect(send).toContainText('2 people: Ada Lovelace and dora@example.net');
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send).toBeHidden();
  await expect(row).toContainText('Sent to 2');
  await expect.poll(async () => (await deliveredMail(dataDir)).length).toBe(2);

  await row.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Copy install link' }).click();
  await expect.poll(slipway.copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.+/);
  const link = await slipway.copied();
  const answer = await fetch(link);
  expect(await answer.text()).toContain('Field Notes');
  await row.getByText('2.4.1').first().click();
  await expect(drawerOf(page).locator('.link-text')).toHaveText(link);

  await row.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Delete version…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Field Notes 2.4.1?' });
  await expect(question).toContainText('the record of 2 recipients');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Delete version…' }).click();
  await question.getByRole('button', { name: 'Delete 1 version' }).click();
  await expect(page.getByText('No versions')).toBeVisible();
  expect((await fetch(link)).status).toBe(404);
});
