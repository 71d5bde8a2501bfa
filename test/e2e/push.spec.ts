/** Checks of a project for push messages, and the editor of its mapping file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { goodMapping, writeWorkspaceFiles } from '../fakes/push-workspace.ts';
import { chooseFiles, everywhere, expect, tabIsEnough, test } from './fixtures.ts';
import { chosenText, expectNoText, expectText, replaceText, textIn } from './json-text.ts';
import { goTo, openPart } from './user-actions.ts';
import { sampleApk } from './world.ts';

const ruleOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text of the mapping file' });

const entitlementsRule = 'iOS: app.entitlements lets the app receive pushes';
const permissionRule = 'Android 13: the manifest declares the permission';

/** Writes a project that breaks two rules. Returns its folder. */
async function brokenProject(folder: string): Promise<string> {
  const project = join(folder, 'notes');
  await writeWorkspaceFiles(project, {
    'config/iOS/app.entitlements': null,
    'config/Android/AndroidManifest.xml':
      '<manifest xmlns:android="http://schemas.android.com/apk/res/android">\n  <application />\n</manifest>\n',
  });
  return project;
}

async function openProject(page: Page, project: string): Promise<void> {
  await goTo(page, 'Push');
  await page.getByRole('textbox', { name: 'Project folder' }).fill(project);
  await page.keyboard.press('Enter');
}

test('a fix repairs a broken rule, and Undo reverts the fix', everywhere, async ({ start, folder }) => {
  const project = await brokenProject(folder);
  const entitlements = join(project, 'config/iOS/app.entitlements');
  const { page } = await start();
  await goTo(page, 'Push');
  await expect(page.getByText('Check whether a project can receive push notifications')).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Enter or choose a folder.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Project folder' }).fill(join(folder, 'nowhere'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('does not exist');
  await page.getByRole('button', { name: 'Other project…' }).first().click();

  await openProject(page, project);
  await expect(page.getByText('2 rules broken · 2 unclear · 4 met')).toBeVisible();
  const rule = ruleOf(page, entitlementsRule);
  await expect(rule).toContainText('Broken');
  await rule.getByRole('button', { name: `Fix: ${entitlementsRule}` }).click();
  await expect(rule).toContainText('config/iOS/app.entitlements is created:');
  await expect(rule.getByText('<key>aps-environment</key>')).toBeVisible();
  await rule.getByRole('button', { name: 'Cancel' }).click();
  await expect(rule.getByRole('button', { name: `Fix: ${entitlementsRule}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(readFile(entitlements)).rejects.toThrow('ENOENT');
  await rule.getByRole('button', { name: 'Create 1 file' }).click();
  await expect(rule.getByText('config/iOS/app.entitlements was changed.')).toBeVisible();
  await expect(rule).toContainText('Met');
  expect(await readFile(entitlements, 'utf8')).toContain('<string>production</string>');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rule).toContainText('Broken');
  await expect(readFile(entitlements)).rejects.toThrow('ENOENT');
});

test(
  'a fix keeps changes made to the file after the preview',
  tabIsEnough,
  async ({ slipway: { page }, folder }) => {
    const project = await brokenProject(folder);
    await openProject(page, project);
    const permission = ruleOf(page, permissionRule);
    await permission.getByRole('button', { name: `Fix: ${permissionRule}` }).click();
    await expect(
      permission.getByText('android.permission.POST_NOTIFICATIONS', { exact: false }).last(),
    ).toBeVisible();
    const manifest = join(project, 'config/Android/AndroidManifest.xml');
    const changed = '<manifest xmlns:android="http://schemas.android.com/apk/res/android">\n</manifest>\n';
    await writeFile(manifest, changed);
    await permission.getByRole('button', { name: 'Change 1 file' }).click();
    await expect(permission.getByRole('alert')).toContainText('nothing was changed');
    expect(await readFile(manifest, 'utf8')).toBe(changed);
  },
);

test(
  'a project is compared with a build and a message',
  everywhere,
  async ({ slipway: { page }, folder }) => {
    const project = await brokenProject(folder);
    await openProject(page, project);
    const apk = join(folder, 'notes.apk');
    await writeFile(apk, sampleApk());
    await page.getByText('Compare with a build or a message').click();
    await chooseFiles(page, page.getByRole('button', { name: 'Choose a build…' }), [apk]);
    await expect(ruleOf(page, 'The build declares the same permission as the project')).toContainText(
      'Broken',
    );
    await expect(ruleOf(page, 'The build’s target level and the permission match')).toBeVisible();
    await replaceText(
      page.getByLabel('Received data (JSON)'),
      '{"data": {"notification": {"icon": "whistle"}}}',
    );
    await page.getByRole('button', { name: 'Use this message' }).click();
    await expect(
      ruleOf(page, 'The icon is among the images, and its name has no file extension'),
    ).toContainText('There is no image “whistle”');
    await page.getByRole('button', { name: 'Compare without this build' }).click();
    await expect(ruleOf(page, 'The build declares the same permission as the project')).toHaveCount(0);

    // The project is still open after visiting another screen, and is listed as recent.
    await goTo(page, 'Uploads');
    await goTo(page, 'Push');
    await expect(ruleOf(page, entitlementsRule)).toContainText('Broken');
    await page.getByRole('button', { name: 'Other project…' }).click();
    await expect(page.getByRole('button', { name: project, exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Forget ${project}` }).click();
    await expect(page.getByText('Recent')).toBeHidden();
  },
);

/** Opens a project whose mapping file has an unknown property in line 7, and selects the property. */
async function openMapping(page: Page, folder: string) {
  const project = join(folder, 'notes');
  const inFile = `\uFEFF${goodMapping.replace('"sound": "tone"', '"sound": "tone",\n    "titel": "x"').replaceAll('\n', '\r\n')}`;
  await writeWorkspaceFiles(project, { 'config/Android/pushnotification.json': inFile });
  await openProject(page, project);
  const rule = ruleOf(page, 'The mapping file can be used');
  await rule.getByRole('button', { name: 'Edit line 7 of the mapping file' }).click();
  return { text: textOf(page), mapping: join(project, 'config/Android/pushnotification.json') };
}

test('a mapping file is edited as text and as a form', tabIsEnough, async ({ slipway: { page }, folder }) => {
  const { text } = await openMapping(page, folder);
  await expect(text).toBeFocused();
  await expect.poll(() => chosenText(text)).toBe('"titel": "x"');

  // Changes in the form appear in the text. Position and order of the entries are kept.
  await page.getByRole('textbox', { name: 'body', exact: true }).fill('message');
  await expectText(text, /"title": "title",\n {4}"body": "message",\n {4}"icon"/);
  await page.getByRole('textbox', { name: 'channelId', exact: true }).fill('channel');
  await expectText(text, /"titel": "x",\n {4}"channelId": "channel"\n/);
  await page.getByRole('button', { name: 'Make titel a property' }).click();
  await page.getByRole('menuitem', { name: 'channelIdTitle' }).click();
  await expectText(text, /"channelIdTitle": "x",/);
  await expect(page.getByText('Nothing to correct.')).toBeVisible();
  await page.getByRole('textbox', { name: 'icon', exact: true }).fill('');
  await page.getByRole('textbox', { name: 'title', exact: true }).focus();
  await expectNoText(text, /"icon"/);

  // Changes in the text appear in the form. Each error shows its position and links to it.
  const good = await textIn(text);
  await replaceText(text, good.replace('"title": "title"', '"title": "headline"'));
  await expect(page.getByRole('textbox', { name: 'title', exact: true })).toHaveValue('headline');
  await replaceText(text, good.replace('"title": "title",', '"title": "title" "colour": 7,'));
  await expect(page.getByText('A comma or } is expected in this object.')).toBeVisible();
  await expect(page.getByText('The form can be used once the text is a JSON object.')).toBeVisible();
  await text.press('ControlOrMeta+Home');
  await page.getByRole('button', { name: 'Line 3, column 22' }).click();
  await expect.poll(() => chosenText(text)).toBe('"colour": 7,');
  await replaceText(text, good.replace('"message"', '7').replace('"title": "title"', '"title": ""'));
  await expect(page.getByText('The name of a key must be text in double quotes.')).toBeVisible();
  await expect(page.getByText('The name of the key is empty.')).toBeVisible();
});

test('a draft of a mapping file is kept until it is saved', tabIsEnough, async ({ start, folder, host }) => {
  const { page } = await start();
  const { text, mapping } = await openMapping(page, folder);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const good = (await textIn(text)).replace('"titel"', '"channelIdTitle"');
  const draft = good.replace('"title": "title"', '"title": ""');
  await replaceText(text, draft);

  // The draft survives a visit to another screen and a reload.
  await goTo(page, 'Uploads');
  await goTo(page, 'Push');
  await openPart(page, 'Mapping file');
  await expect(page.getByText('Unsaved', { exact: true })).toBeVisible();
  await expectText(text, draft);
  if (host === 'browser') await page.reload();
  await expectText(text, draft);

  // Saving keeps line endings and the byte order mark.
  await replaceText(text, good);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await readFile(mapping, 'utf8')).toBe(`\uFEFF${good.replaceAll('\n', '\r\n')}`);

  // A file changed by another program is not overwritten.
  await replaceText(text, good.replace('"title": "title"', '"title": "mine"'));
  await writeFile(mapping, '{"notification": {"title": "theirs"}, "configuration_version": "2"}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('it was not overwritten');
  expect(await readFile(mapping, 'utf8')).toContain('theirs');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectText(text, /theirs/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectText(text, /mine/);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await readFile(mapping, 'utf8')).toContain('"mine"');
});

/** Opens a project without a mapping file and creates a new mapping in the editor; returns its text field. */
async function openNewMapping(page: Page, project: string): Promise<Locator> {
  await writeWorkspaceFiles(project, { 'config/Android/pushnotification.json': null });
  await openProject(page, project);
  await expect(page.getByText('Compare with a build or a message')).toBeVisible();
  await openPart(page, 'Mapping file');
  await page.getByRole('button', { name: 'New file' }).click();
  return textOf(page);
}

test(
  'an older mapping file is converted to version 2',
  tabIsEnough,
  async ({ slipway: { page }, folder }) => {
    const text = await openNewMapping(page, join(folder, 'fresh'));
    await replaceText(text, '{\n  "title": {"data": {"headline": ""}},\n  "own": 1\n}\n');
    await expect(page.getByText('The oldest format: each property points to its key')).toBeVisible();
    await expect(
      page.getByText('senders must then use data.headline → data.notification.headline'),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'title', exact: true })).toHaveValue('headline');
    await page.getByRole('button', { name: 'Convert to version 2' }).click();
    await expectText(
      text,
      '{\n  "notification": {\n    "title": "headline"\n  },\n  "own": 1,\n  "configuration_version": "2"\n}\n',
    );
    await expect(page.getByText('is “2”, as required.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectText(text, /"data"/);
    await replaceText(text, '{"notification": {"title": "t"}, "configuration_version": "1"}');
    await expect(
      page.getByText('An older format: “configuration_version” is missing or lower'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Convert to version 2' })).toBeVisible();
    await replaceText(text, '{"notification": {"title": "t", "v21": {"channelId": "c"}}}');
    await expect(
      page.getByText('The older format: “configuration_version” is missing or lower than 2, and'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Convert to version 2' }).click();
    await expectText(
      text,
      '{"notification": {"title": "t", "channelId": "c"}, "configuration_version": "2"}',
    );
  },
);

test('a new mapping file is saved only in a project', tabIsEnough, async ({ start, folder }) => {
  const project = join(folder, 'fresh');
  const mapping = join(project, 'config/Android/pushnotification.json');
  const { page } = await start();
  const text = await openNewMapping(page, project);
  await expectText(text, /"channelIdImportance": "channelIdImportance"/);
  for (const property of ['title', 'sound', 'showBadge']) {
    await expect(page.getByRole('textbox', { name: property, exact: true })).toHaveValue(property);
  }
  const saved = '{"notification": {"title": "t", "channelId": "c"}, "configuration_version": "2"}';
  await replaceText(text, saved);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Save as…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'File' })).toHaveValue(mapping);
  await dialog.getByRole('textbox', { name: 'File' }).fill('');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Enter the path of a file.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(project, 'config/project.json'));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('only the mapping file of a project');
  await dialog.getByRole('textbox', { name: 'File' }).fill(mapping);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await readFile(mapping, 'utf8')).toBe(saved);

  // Closing a changed file can be undone.
  await replaceText(text, '{}');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Close file' }).click();
  await expect(page.getByText('The mapping file appears here')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectText(text, '{}');
  await page.getByRole('button', { name: 'Open…' }).click();
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(folder, 'none.json'));
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('only the mapping file of a project');
});
