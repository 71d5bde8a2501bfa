/** Every switch, box and list of choices of the page: reached by Tab and changed by a key. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Changed, changeEach } from './controls.ts';
import { dropFiles, expect, test } from './fixtures.ts';
import { drawerOf, goTo, openSection, rowOf, useBuiltIn } from './person.ts';
import { makePeople, sampleApk } from './world.ts';

const inTab = { tag: '@only-browser' };

test(
  'the controls of the upload dialog, a folder and versions',
  inTab,
  async ({ start, dataDir, folder }) => {
    test.slow();
    await makePeople(dataDir);
    const { page } = await start();
    const dialog = page.getByRole('dialog');
    const main = page.getByRole('main');
    const changed: Changed = new Set();
    await useBuiltIn(page);
    await writeFile(join(folder, 'pubspec.yaml'), 'flutter:\n');
    const apk = join(folder, 'notes.apk');
    await writeFile(apk, sampleApk());
    await dropFiles(page, [apk]);
    await expect(dialog).toContainText('org.example.fieldnotes');
    await changeEach(page, dialog, changed);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
    await expect(rowOf(page, 'Field Notes')).toContainText('Active');
    await changeEach(page, main, changed);

    await goTo(page, 'Test apps');
    await rowOf(page, 'Field Notes').press('Enter');
    await rowOf(page, '2.4.1').press('Enter');
    await changeEach(page, drawerOf(page), changed);

    await goTo(page, 'Folders');
    await page.locator('.title-area').getByRole('button', { name: 'Watch a folder…' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Suggestions for this project')).toBeVisible();
    await dialog.getByText('More', { exact: true }).press('Enter');
    await changeEach(page, dialog, changed);
    expect([...changed].sort()).toEqual([
      '2.4.1 is active',
      'Activate the version',
      'After the upload',
      'Application',
      'Ask me before a build is uploaded',
      'Builds that are already there',
      'Finished when unchanged for',
      'Goes to',
      'How changes are noticed',
      'Search depth',
      'Send without asking me',
      'Suggestions for this project',
      'Which builds',
      'Which uploads',
    ]);
  },
);

test('the controls of Settings and of the built-in service', inTab, async ({ start, dataDir }) => {
  test.slow();
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const changed: Changed = new Set();
  for (const name of ['Appearance and language', 'Network', 'Uploads', 'Notifications']) {
    await openSection(page, name);
    await expect(main.locator('select, [role="switch"]').first()).toBeVisible();
    await changeEach(page, main, changed);
  }
  const part = (name: string): Promise<void> =>
    page
      .getByRole('navigation', { name: 'Sections of the built-in service' })
      .getByRole('link', { name })
      .press('Enter');
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Allow phones…' }).press('Enter');
  await dialog.getByLabel('Address testers use').fill('https://builds.example');
  await changeEach(page, dialog, changed);
  await page.keyboard.press('Escape');
  await part('Outbox');
  await page.getByRole('button', { name: 'Mail server…' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await changeEach(page, dialog, changed);
  await page.keyboard.press('Escape');
  await part('People');
  await rowOf(page, 'Ada Lovelace').press('Enter');
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).press('Enter');
  await changeEach(page, dialog, changed);
  expect([...changed].sort()).toEqual([
    'A build is out',
    'A build is waiting for your answer',
    'A build was not uploaded, or uploads are waiting',
    'Encryption',
    'Finished uploads kept in the history',
    'High contrast',
    'How services are reached',
    'It listens on',
    'Language',
    'Language of the messages',
    'Messages to testers',
    'QA',
    'Show notifications',
    'Theme',
    'Trusted proxies',
    'Undo is offered for',
    'Uploads at once, per account',
    'Wait on metered networks',
  ]);
});
