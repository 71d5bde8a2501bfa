/** Runs axe on all screens and dialogs, in light, dark and high contrast. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodMapping, writeWorkspaceFiles } from '../fakes/push-workspace.ts';
import { collectViolations, violations } from './accessibility-checks.ts';
import { dropFiles, expect, inTab, test } from './fixtures.ts';
import { smallTargets } from './targets.ts';
import {
  drawerOf,
  goTo,
  openFolderDialog,
  openPart,
  paste,
  rowOf,
  uploadBuild,
  useBuiltIn,
  watchFolder,
} from './user-actions.ts';
import { makePeople, sampleApk } from './world.ts';

test('the main screens have no accessibility violations', inTab, async ({ start, dataDir, folder }) => {
  test.setTimeout(180_000);
  await makePeople(dataDir);
  const { page } = await start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { check, found } = collectViolations(page);
  await check('first look');
  await useBuiltIn(page);
  await check('no uploads');
  await watchFolder(page, { path: folder, team: 'QA' });
  await check('folders');
  await rowOf(page, folder).getByText('Watching').click();
  await expect(drawerOf(page)).toBeVisible();
  await check('details of a folder');

  const apk = sampleApk();
  await writeFile(join(folder, 'half.apk'), apk.subarray(0, 90_000));
  await writeFile(join(folder, 'notes.apk'), apk);
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'Field Notes')).toContainText('Not mailed');
  await expect(rowOf(page, 'half.apk')).toContainText('its end is missing');
  await check('uploads');
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  await expect(drawerOf(page)).toBeVisible();
  await check('details of an upload');
  await page.getByRole('button', { name: 'More actions for Field Notes' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await check('a menu');
  await page.getByRole('menuitem').last().hover();
  await check('the last item of a menu');
  await page.keyboard.press('Escape');

  await goTo(page, 'Store');
  await check('store');
  await goTo(page, 'Test apps');
  await check('applications');
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  expect(await smallTargets(page), 'targets of versions').toEqual([]);
  await rowOf(page, '2.4.1').getByText('2.4.1').click();
  await expect(drawerOf(page)).toContainText('Ada Lovelace');
  await check('versions');
  expect(found).toEqual({});
});

test('the dialogs have no accessibility violations', inTab, async ({ start, dataDir, folder }) => {
  test.setTimeout(120_000);
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
  await expect(dialog.getByText('Enter the address.')).toBeVisible();
  expect(await violations(page), 'sign in').toEqual([]);
  await close();
  await useBuiltIn(page);

  const apk = sampleApk();
  await writeFile(join(folder, 'notes.apk'), apk);
  await writeFile(join(folder, 'cut.apk'), apk.subarray(0, 90_000));
  await dropFiles(page, [join(folder, 'notes.apk'), join(folder, 'cut.apk')]);
  await expect(dialog).toContainText('cut.apk is not complete');
  await expect(dialog).toContainText('org.example.fieldnotes');
  expect(await violations(page), 'upload').toEqual([]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');

  await openFolderDialog(page);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(folder, 'nowhere'));
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog).toContainText('does not exist');
  expect(await violations(page), 'watch a folder').toEqual([]);
  await close();

  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  await page.getByRole('button', { name: 'Send…' }).click();
  await paste(dialog.getByLabel('Recipients'), 'ada@example.org, nobody, dora@example.net');
  await dialog.getByRole('button', { name: 'Create links' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await violations(page), 'send').toEqual([]);
  await close();
  await page.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Delete version…' }).click();
  expect(await violations(page), 'delete').toEqual([]);
  await dialog.getByRole('button', { name: /^Delete/ }).hover();
  expect(await violations(page), 'about to delete').toEqual([]);
  await close();
});

test('the Push project screens have no accessibility violations', inTab, async ({ start, folder }) => {
  test.slow();
  await writeWorkspaceFiles(join(folder, 'notes'), {
    'config/iOS/app.entitlements': null,
    'config/Android/pushnotification.json': goodMapping.replace('"tone"', '"tone",\n    "titel": "x"'),
  });
  const { page } = await start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await goTo(page, 'Push');
  await expect(page.getByRole('textbox', { name: 'Project folder' })).toBeVisible();
  expect(await violations(page), 'no project').toEqual([]);
  await page.getByRole('textbox', { name: 'Project folder' }).fill(join(folder, 'notes'));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fix: iOS: app.entitlements' }).click();
  await page.getByText('Compare with a build or a message').click();
  await expect(page.getByRole('button', { name: 'Create 1 file' })).toBeVisible();
  expect(await violations(page), 'a project').toEqual([]);
  await page.getByRole('button', { name: 'Edit line 7 of the mapping file' }).click();
  await expect(page.getByText('is not a property of a notification')).toBeVisible();
  expect(await violations(page), 'a mapping file').toEqual([]);
  await page.getByRole('button', { name: 'Open…' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true })).toBeVisible();
  expect(await violations(page), 'opening one').toEqual([]);
});

test('the simulator and messages have no accessibility violations', inTab, async ({ slipway: { page } }) => {
  test.slow();
  const dialog = page.getByRole('dialog');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await goTo(page, 'Push');
  await openPart(page, 'Simulator');
  expect(await violations(page), 'no message').toEqual([]);
  await page.getByLabel('Mapping file').fill(goodMapping);
  await page.getByRole('button', { name: 'Use an example' }).click();
  await page.getByRole('button', { name: 'Continue with these channels' }).click();
  await expect(page.getByLabel('Id of channel 1')).toBeVisible();
  expect(await violations(page), 'a message on Android').toEqual([]);
  await page.getByLabel('Device', { exact: true }).selectOption('iOS');
  await page.getByLabel('The app is').selectOption('in the foreground');
  await expect(page.getByRole('figure').filter({ hasText: 'Notification Center' })).toBeVisible();
  expect(await violations(page), 'a message on iOS').toEqual([]);
  await openPart(page, 'Messages');
  await page.getByRole('button', { name: 'Add a sender…' }).click();
  await dialog.getByLabel('Method').selectOption('Server key');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(await violations(page), 'a sender').toEqual([]);
  await dialog.getByLabel('Name').fill('notes');
  await dialog.getByLabel('Server key', { exact: true }).fill('a-key');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1/fcm/send');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Device token').fill('device');
  await dialog.getByLabel('Value 1').fill('Tea');
  await dialog.getByRole('button', { name: 'Show the request' }).click();
  await expect(dialog.getByText('authorization: key=[hidden]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await violations(page), 'a message that is refused').toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, 'Device device').getByText('Device device').click();
  await expect(drawerOf(page)).toBeVisible();
  expect(await violations(page), 'what was sent').toEqual([]);
  await page.getByRole('button', { name: 'Senders…' }).click();
  await expect(dialog.getByRole('button', { name: 'Change notes…' })).toBeVisible();
  expect(await violations(page), 'senders').toEqual([]);
});

test('the built-in service has no accessibility violations', inTab, async ({ start, dataDir, folder }) => {
  test.setTimeout(180_000);
  await makePeople(dataDir);
  const { page } = await start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { check, found } = collectViolations(page);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await goTo(page, 'Built-in service');
  await check('stopped');
  await openPart(page, 'People');
  await check('nothing to show');
  await page.getByRole('button', { name: 'Start the service' }).click();
  await expect(rowOf(page, 'Cleo Duarte')).toBeVisible();
  await rowOf(page, 'Ada Lovelace').getByText('Ada Lovelace').click();
  await expect(drawerOf(page)).toBeVisible();
  await check('people');
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
  await check('a person');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openPart(page, 'Overview');
  await expect(page.getByText('Free on this disk')).toBeVisible();
  await check('running');
  await page.getByRole('button', { name: 'Let phones install…' }).click();
  for (const step of ['1. Who can install', '2. Mail', '3. Try it']) {
    await dialog.getByRole('button', { name: step }).click();
    await check(step);
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
  await openPart(page, 'Advanced');
  await expect(page.getByText('Slipway itself signs in as')).toBeVisible();
  await check('advanced');
  await openPart(page, 'Users and clients');
  await expect(rowOf(page, 'slipway-desktop')).toBeVisible();
  await check('credentials');
  await uploadBuild(page, join(folder, 'notes.apk'), sampleApk(), { recipients: 'ada@example.org' });
  await goTo(page, 'Built-in service');
  await openPart(page, 'Outbox');
  await rowOf(page, 'ada@example.org').getByText('ada@example.org').click();
  await expect(drawerOf(page)).toContainText('is ready to install');
  await check('a message');
  await page.getByRole('button', { name: 'Set up mail…' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter the name of the mail server.')).toBeVisible();
  await check('mail server');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openPart(page, 'Requests');
  await expect(rowOf(page, '/identity/connect/token').first()).toBeVisible();
  await check('requests');
  expect(found).toEqual({});
});

test('the first steps have no accessibility violations', inTab, async ({ slipway, folder }) => {
  const { page } = slipway;
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
  expect(await violations(page), 'first step in high contrast').toEqual([]);
  await page.emulateMedia({ contrast: null });
  await page.getByRole('button', { name: 'My company has a server…' }).click();
  const dialog = page.getByRole('dialog');
  for (const label of ['User name', 'Password', 'Client id', 'Client secret']) {
    await dialog.getByLabel(label, { exact: true }).fill('something');
  }
  await dialog.getByLabel('Service address').fill('http://127.0.0.1:1');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await violations(page), 'what is wrong with an account').toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  await writeFile(join(folder, 'pubspec.yaml'), 'flutter:\n');
  await page.getByRole('textbox', { name: /^(Another folder|Folder)$/ }).fill(folder);
  await expect(page.getByRole('radio', { name: 'Flutter, Android' })).toBeVisible();
  expect(await violations(page), 'second step').toEqual([]);
});

test('Settings has no accessibility violations', inTab, async ({ slipway }) => {
  // Every section is checked in light and dark, and each check takes seconds.
  test.slow();
  const { page } = slipway;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await useBuiltIn(page);
  await goTo(page, 'Settings');
  const sections = page.getByRole('navigation', { name: 'Sections of Settings' });
  for (const link of await sections.getByRole('link').all()) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    if ((await link.textContent()) === 'Network') {
      await page.getByLabel('How services are reached').selectOption('Through this proxy');
      await page.getByText('Advanced').click();
      await page.getByRole('button', { name: 'Add hours' }).click();
    }
    if ((await link.textContent()) === 'Diagnostics') {
      await page.getByRole('button', { name: 'Show newest lines' }).click();
      await expect(page.getByRole('region', { name: 'Newest lines of the log' })).toBeVisible();
    }
    expect(await violations(page), (await link.textContent()) ?? '').toEqual([]);
  }
});
