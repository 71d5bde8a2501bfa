/** Numbers of key presses and clicks that frequent tasks take. A text counts as one step, like a paste. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, inTab, test } from './fixtures.ts';
import { toRow } from './keyboard.ts';
import { addService, drawerOf, goTo, rowOf, uploadBuild, useBuiltIn } from './user-actions.ts';
import { sampleApk } from './world.ts';

/** Acts as the user and counts the steps. */
function countSteps(page: Page) {
  let steps = 0;
  return {
    key: async (key: string): Promise<void> => {
      steps += 1;
      await page.keyboard.press(key);
    },
    text: async (text: string): Promise<void> => {
      steps += 1;
      await page.keyboard.insertText(text);
    },
    click: async (target: Locator): Promise<void> => {
      steps += 1;
      await target.click();
    },
    steps: (): number => steps,
  };
}

/** Chooses the first palette entry that matches the text. */
async function chooseInPalette(page: Page, user: ReturnType<typeof countSteps>, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await user.key('ControlOrMeta+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await user.text(text);
  await expect(dialog.locator('[role="option"][data-highlighted]')).toBeVisible();
  await user.key('Enter');
}

test('the recommended first steps take at most 6 keys', inTab, async ({ start, folder }) => {
  const project = join(folder, 'dev', 'harbour-pilot');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'pubspec.yaml'), 'name: harbour_pilot\nflutter:\n');
  const home = process.env['HOME'];
  process.env['HOME'] = folder;
  const { page } = await start().finally(() => {
    process.env['HOME'] = home;
  });
  const user = countSteps(page);
  await expect(page.getByRole('button', { name: 'Use the built-in service on this computer' })).toBeFocused();
  await user.key('Enter');
  await expect(page.getByRole('radio', { name: 'Flutter, Android' })).toBeFocused();
  await user.key('Enter');
  await expect(page.getByRole('heading', { name: 'Who should be able to install?' })).toBeVisible();
  await expect(page.locator('input:focus')).toBeChecked();
  await user.key('Enter');
  const waiting = page.getByRole('heading', { name: /^Waiting for the first build in / });
  const done = page.getByRole('button', { name: 'Done' });
  await expect(waiting.or(done)).toBeVisible();
  // Without a network, only this computer can install, so QR codes and Done are not shown.
  if (await done.isVisible()) {
    await expect(done).toBeFocused();
    await user.key('Enter');
  }
  await expect(waiting).toBeVisible();
  expect(user.steps()).toBeLessThanOrEqual(6);
});

test('sending with release notes takes at most 8 keys', inTab, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await toRow(page, 'Field Notes');
  const dialog = page.getByRole('dialog');
  const user = countSteps(page);
  await user.key('s');
  await expect(dialog.getByRole('textbox', { name: 'Recipients' })).toBeFocused();
  await user.text('dora@example.org');
  const notes = dialog.getByRole('textbox', { name: 'Release notes' });
  const hasFocus = (): Promise<boolean> => notes.evaluate((element) => element === document.activeElement);
  while (user.steps() < 8 && !(await hasFocus())) await user.key('Tab');
  await user.text('Maps work offline.');
  await user.key('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'dora@example.org')).toBeVisible();
  expect(user.steps()).toBeLessThanOrEqual(8);
});

test('correcting a recipient takes at most 3 clicks', inTab, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  const recipients = 'dora@exampel.org;';
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk(), { recipients });
  await expect(rowOf(page, 'Field Notes')).toContainText('Not mailed');
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await rowOf(page, '2.4.1').getByText('2.4.1').click();
  const drawer = drawerOf(page);
  const user = countSteps(page);
  await user.click(drawer.getByRole('button', { name: 'More actions for dora@exampel.org' }));
  await user.click(page.getByRole('menuitem', { name: 'Correct the address and send…' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('dora@example.org');
  await user.click(dialog.getByRole('button', { name: 'Create links' }));
  await expect(dialog).toBeHidden();
  await expect(drawer).toContainText('dora@example.org');
  await expect(drawer).not.toContainText('dora@exampel.org');
  expect(user.steps()).toBeLessThanOrEqual(3);
});

test('changing the language takes at most 3 clicks', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const user = countSteps(page);
  await user.click(page.getByRole('link', { name: 'Settings' }));
  await user.click(page.getByRole('link', { name: 'Appearance' }));
  await user.click(page.getByRole('radio', { name: 'Deutsch' }));
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  expect(user.steps()).toBeLessThanOrEqual(3);
});

test('watching another folder takes at most 6 keys', inTab, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  const user = countSteps(page);
  await chooseInPalette(page, user, 'watch a folder');
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toBeFocused();
  await user.text(folder);
  await user.key('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await goTo(page, 'Folders');
  await expect(rowOf(page, folder)).toContainText('Watching');
  expect(user.steps()).toBeLessThanOrEqual(6);
});

test('uploading a chosen build takes at most 3 clicks', inTab, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  await writeFile(join(folder, 'field-notes.apk'), sampleApk());
  const user = countSteps(page);
  const chosen = page.waitForEvent('filechooser');
  await user.click(page.getByRole('main').getByRole('button', { name: 'Upload a build…' }).first());
  await (await chosen).setFiles([join(folder, 'field-notes.apk')]);
  await user.click(page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }));
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  expect(user.steps()).toBeLessThanOrEqual(3);
});

test('using another account takes at most 2 clicks', inTab, async ({ slipway: { page }, service }) => {
  await useBuiltIn(page);
  await addService(page, { url: service.url, user: service.user, name: 'Work' });
  const user = countSteps(page);
  await user.click(page.locator('.side-accounts').getByRole('button', { name: /in use$/ }));
  await user.click(page.locator('[role^="menuitem"]', { hasText: 'Work' }));
  await expect(page.getByRole('button', { name: /^Work.*in use$/ })).toBeVisible();
  expect(user.steps()).toBeLessThanOrEqual(2);
});

test('adding a person takes at most 5 clicks and keys', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const user = countSteps(page);
  await user.click(page.getByRole('link', { name: /^Built-in service/ }));
  await user.click(page.getByRole('link', { name: 'People', exact: true }));
  await user.click(page.getByRole('button', { name: 'Add person…' }));
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await expect(dialog.locator('input:focus')).toBeVisible();
  await user.text('dora@example.net');
  await user.key('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'dora@example.net')).toBeVisible();
  expect(user.steps()).toBeLessThanOrEqual(5);
});

test('finding a build takes at most 2 keys', inTab, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  const other = { id: 'org.example.ledger', label: 'Ledger' };
  await uploadBuild(page, join(folder, 'ledger.apk'), sampleApk(other));
  await expect(rowOf(page, 'Ledger')).toContainText('Active');
  const user = countSteps(page);
  await user.key('ControlOrMeta+f');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await user.text('ledger');
  await expect(rowOf(page, 'Field Notes')).toHaveCount(0);
  await expect(rowOf(page, 'Ledger')).toBeVisible();
  expect(user.steps()).toBeLessThanOrEqual(2);
});

test('reporting a problem takes at most 3 keys', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const user = countSteps(page);
  await chooseInPalette(page, user, 'report a problem');
  await expect(page.getByRole('heading', { name: 'Diagnostics' })).toBeVisible();
  expect(user.steps()).toBeLessThanOrEqual(3);
});
