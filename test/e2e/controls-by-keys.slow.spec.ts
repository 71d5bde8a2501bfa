/** Every switch, check box and select of the page is reached by Tab and changed by a key. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { goodMapping } from '../fakes/push-workspace.ts';
import { type Changed, changeEach } from './controls.ts';
import { dropFiles, expect, inTab, test } from './fixtures.ts';
import { expectNoText, expectText, replaceText } from './json-text.ts';
import { press, tabTo } from './keyboard.ts';
import {
  addAccount,
  addService,
  drawerOf,
  goTo,
  openAdvanced,
  openPart,
  openSection,
  openToAnyone,
  rowOf,
  useBuiltIn,
} from './user-actions.ts';
import { makePeople, openOtherService, sampleApk } from './world.ts';

test('upload, folder and version controls work by keyboard', inTab, async ({ start, dataDir, folder }) => {
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
  await tabTo(page, dialog.getByRole('button', { name: 'Ada Lovelace', exact: true }));
  await page.keyboard.press('Space');
  const removeAda = dialog.getByRole('button', { name: 'Remove Ada Lovelace' });
  await expect(removeAda).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ben Okri', exact: true })).toBeFocused();
  await removeAda.press('Enter');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await changeEach(page, main, changed);

  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').press('Enter');
  await rowOf(page, '2.4.1').press('Enter');
  await changeEach(page, drawerOf(page), changed);

  await goTo(page, 'Folders');
  await page.getByRole('main').getByRole('button', { name: 'Watch a folder…' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('What to watch')).toBeVisible();
  await dialog.locator('summary', { hasText: 'More' }).press('Enter');
  const live = dialog.getByRole('switch', { name: 'Activate the version' });
  await expect(live).toHaveAccessibleDescription('Testers can install it as soon as it is uploaded.');
  await changeEach(page, dialog, changed);
  const list = dialog.getByRole('combobox', { name: 'App', exact: true });
  await list.press('Enter');
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
  expect([...changed].sort()).toEqual([
    '2.4.1 is active',
    'Activate the version',
    'After the upload',
    'All 1',
    'App',
    'Ask me before a build is uploaded',
    'Ask me before sending something testers cannot install',
    'Builds that are already there',
    'Finished when unchanged for',
    'Goes to',
    'How changes are noticed',
    'Release notes',
    'Search depth',
    'Type of build',
    'What to watch',
  ]);
});

test('Settings and service controls work by keyboard', inTab, async ({ start, dataDir }) => {
  test.slow();
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const changed: Changed = new Set();
  for (const name of ['Appearance and language', 'Accessibility', 'Network', 'Uploads', 'Notifications']) {
    await openSection(page, name);
    await expect(main.locator('select, [role="switch"], [type="radio"]').first()).toBeVisible();
    await changeEach(page, main, changed);
  }
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Let phones install…' }).press('Enter');
  await openToAnyone(dialog, 'https://builds.example');
  await openAdvanced(dialog);
  await changeEach(page, dialog, changed);
  await page.keyboard.press('Escape');
  await openPart(page, 'Outbox');
  await page.getByRole('button', { name: 'Set up mail…' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await changeEach(page, dialog, changed);
  await page.keyboard.press('Escape');
  await openPart(page, 'People');
  await rowOf(page, 'Ada Lovelace').press('Enter');
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).press('Enter');
  await changeEach(page, dialog, changed);
  expect([...changed].sort()).toEqual([
    'A build is out',
    'A build is waiting for your answer',
    'A build was not uploaded, or uploads are waiting',
    'Anyone with the link',
    'Connections use',
    'Delay before sending mail',
    'Encryption',
    'Finished uploads kept in the history',
    'High contrast',
    'How services are reached',
    'Language of the messages',
    'Listening address',
    'Messages to testers',
    'Provider',
    'QA',
    'Same as the system',
    'Send only what changed since the last build',
    'Show notifications',
    'Show “API key”',
    'Single-key shortcuts: ?, S, A, L',
    'Trusted proxies',
    'Undo is offered for',
    'Uploads at once, per account',
    'Wait on metered networks',
  ]);
});

test('Push controls work by keyboard', inTab, async ({ slipway: { page } }) => {
  test.slow();
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const changed: Changed = new Set();
  await goTo(page, 'Push');
  await openPart(page, 'Mapping file');
  await page.getByRole('button', { name: 'New file' }).press('Enter');
  const text = page.getByRole('textbox', { name: 'Text of the mapping file' });
  await replaceText(text, goodMapping.replace('"tone"', '"tone",\n    "titel": "x"'));
  const rename = page.getByRole('button', { name: 'Make titel a property' });
  await press(page, rename);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expectText(text, /"titel": "x"/);
  await press(page, rename);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expectNoText(text, /"titel"/);
  await openPart(page, 'Simulator');
  await changeEach(page, main, changed);
  await page.getByRole('button', { name: 'Use an example' }).press('Enter');
  await page.getByRole('button', { name: 'Continue with these channels' }).press('Enter');
  await expect(page.getByLabel('Id of channel 1')).toBeVisible();
  await page.getByLabel('The app is').selectOption('in the foreground');
  await changeEach(page, main, changed);
  await page.getByLabel('Device', { exact: true }).selectOption('iOS');
  await changeEach(page, main, changed);
  await openPart(page, 'Messages');
  await page.getByRole('button', { name: 'Add a sender…' }).press('Enter');
  await changeEach(page, dialog, changed);
  await saveSender(dialog, 'first');
  await expect(dialog).toHaveAccessibleName('New message');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  for (const name of ['second', 'third']) {
    await page.getByRole('button', { name: 'Senders…' }).press('Enter');
    await dialog.getByRole('button', { name: 'Add a sender…' }).press('Enter');
    await saveSender(dialog, name);
    await expect(dialog).toHaveAccessibleName('Senders');
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'New message…' }).press('Enter');
  await changeEach(page, dialog, changed);

  // Creates a failed message and removes its sender. The message can then be sent with another sender.
  await dialog.getByLabel('Device token').fill('device');
  await dialog.getByLabel('Key 1', { exact: true }).fill('title');
  await dialog.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Senders…' }).press('Enter');
  await dialog.getByRole('button', { name: 'Remove first…' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove sender' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove first…' })).toHaveCount(0);
  // The focused button no longer exists, but the focus must stay in the dialog.
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await rowOf(page, 'Device device').press('Enter');
  await changeEach(page, drawerOf(page), changed);
  expect([...changed].sort()).toEqual([
    'ALERT',
    'Data',
    'Device',
    'Goes to',
    'Importance of channel 1',
    'Mapping from',
    'Method',
    'Permission to notify',
    'SOUND',
    'Send it with',
    'Sender',
    'Show notifications in the foreground',
    'The app is',
    'The person taps it',
  ]);
});

async function saveSender(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('Method').selectOption('Server key');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Server key', { exact: true }).fill('a-key');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1/fcm/send');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
}

test('preset and account controls work by keyboard', inTab, async ({ start, dataDir, folder }) => {
  const other = await openOtherService(join(dataDir, 'other'));
  try {
    const { page } = await start();
    const dialog = page.getByRole('dialog');
    const changed: Changed = new Set();
    await page.getByRole('button', { name: 'Use the built-in service on this computer' }).press('Enter');
    await writeFile(join(folder, 'pubspec.yaml'), 'flutter:\n');
    await page.getByRole('textbox', { name: /^(Another folder|Folder)$/ }).fill(folder);
    await page.getByRole('radio', { name: 'Flutter, Android' }).press('Space');
    await expect(page.getByRole('radio', { name: 'Flutter, Android' })).toBeChecked();
    await changeEach(page, page.locator('.watch-choices').first(), changed);
    await page.getByRole('button', { name: 'Not now' }).press('Enter');

    await addAccount(page);
    await dialog.getByText('Advanced').press('Enter');
    await changeEach(page, dialog, changed);
    await page.keyboard.press('Escape');
    await addService(page, { url: other.url, user: other.user, name: 'Other' });
    await goTo(page, 'Folders');
    await page.getByRole('main').getByRole('button', { name: 'Watch a folder…' }).press('Enter');
    await changeEach(page, dialog, changed);
    expect([...changed].sort()).toEqual([
      'Account',
      'Flutter, Android',
      'Response format',
      'Show “Client secret”',
      'Show “Password”',
    ]);
  } finally {
    await other.stop();
  }
});
