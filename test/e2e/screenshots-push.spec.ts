import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPushProvider } from '../fakes/push-provider.ts';
import { goodMapping, writeWorkspaceFiles } from '../fakes/push-workspace.ts';
import { chooseFiles, expect, inTab, test } from './fixtures.ts';
import { replaceText } from './json-text.ts';
import { pictures, speak, take, takeAsIs } from './pictures.ts';
import { goTo, openPart, rowOf } from './user-actions.ts';

test('takes screenshots of Push', inTab, async ({ start, folder }) => {
  await mkdir(pictures, { recursive: true });
  const project = join(folder, 'Projects', 'field-notes');
  await writeWorkspaceFiles(project, {
    'config/iOS/app.entitlements': null,
    'config/resources/readme.txt': 'sounds',
    'config/Android/pushnotification.json': goodMapping.replace('"tone"', '"tone",\n    "titel": "headline"'),
  });
  const { page } = await start();
  await goTo(page, 'Push');
  await page.getByRole('textbox', { name: 'Project folder' }).fill(project);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fix: iOS: app.entitlements' }).click();
  await take(page, 'push-project');
  await page.getByRole('button', { name: 'Create 1 file' }).scrollIntoViewIfNeeded();
  await take(page, 'push-project-fix');
  await page.getByRole('button', { name: 'Edit line 7 of the mapping file' }).click();
  await expect(page.getByText('is not a property of a notification')).toBeVisible();
  await take(page, 'push-mapping');
  await replaceText(
    page.getByRole('textbox', { name: 'Text of the mapping file' }),
    '{\n  "notification": {"title": "t", "v21": {"channelId": "c"}}\n}\n',
  );
  await expect(page.getByRole('button', { name: 'Convert to version 2' })).toBeVisible();
  await take(page, 'push-mapping-older');
});

test('takes screenshots of messages', inTab, async ({ start, folder }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const provider = await openPushProvider();
  try {
    const account = join(folder, 'field-notes-service-account.json');
    await writeFile(account, provider.serviceAccount);
    const { page } = await start();
    const dialog = page.getByRole('dialog');
    await goTo(page, 'Push');
    await openPart(page, 'Simulator');
    await take(page, 'push-simulator-empty');
    await replaceText(page.getByLabel('Mapping file'), goodMapping);
    await page.getByRole('button', { name: 'Use an example' }).click();
    await expect(page.getByRole('figure').first()).toBeVisible();
    await take(page, 'push-simulator');
    await page.locator('.simulator').evaluate((element) => element.scrollTo(0, 700));
    await take(page, 'push-simulator-below');
    await page.getByLabel('Device', { exact: true }).selectOption('iOS');
    await page.getByLabel('The app is').selectOption('closed');
    await page.locator('.simulator').evaluate((element) => element.scrollTo(0, 0));
    await take(page, 'push-simulator-ios');
    await replaceText(page.getByLabel('Received message'), '{\n  "data": {');
    await expect(page.getByText('Line 2, column')).toBeVisible();
    await take(page, 'push-simulator-wrong');
    await openPart(page, 'Messages');
    await take(page, 'push-messages-empty');
    await page.getByRole('button', { name: 'Add a sender…' }).click();
    await dialog.getByLabel('Method').selectOption('Server key');
    await take(page, 'push-sender');
    await dialog.getByLabel('Method').selectOption('Service account (HTTP v1)');
    await dialog.getByLabel('Name').fill('Field Notes');
    await dialog.getByLabel('Address').fill(provider.url);
    await chooseFiles(page, dialog.getByRole('button', { name: 'Service account' }), [account]);
    await expect(dialog.getByText('field-notes-service-account.json')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveAccessibleName('New message');
    for (const token of ['gone', 'quota', 'c3f1Q0x7TgK4ZbW9yUe2RvLp8sNhJd5aXmOi6tGk']) {
      await dialog.getByLabel('Device token').fill(token);
      await dialog.getByLabel('Value 1').fill('Tea is ready');
      await dialog.getByLabel('Value 2').fill('It has drawn for three minutes.');
      await dialog.getByRole('button', { name: /^(Send|Try again)$/ }).click();
      await expect(dialog.getByRole('alert').or(dialog.getByText('has accepted it'))).toBeVisible();
      if (token === 'quota') await take(page, 'push-compose-refused');
      if (token === 'gone') await expect(dialog.getByRole('alert')).toContainText('no longer valid');
    }
    await expect(dialog.getByText('has accepted it')).toBeVisible();
    await take(page, 'push-compose-accepted');
    await dialog.getByRole('button', { name: 'Send another' }).click();
    await dialog.getByLabel('Goes to').selectOption('A topic');
    await dialog.getByLabel('Topic').fill('news');
    await dialog.getByLabel('Value 1').fill('Tea is ready');
    await dialog.getByRole('button', { name: 'Show the request' }).click();
    await expect(dialog.getByText('Bearer [hidden]')).toBeVisible();
    await take(page, 'push-compose');
    await dialog.getByText('Bearer [hidden]').scrollIntoViewIfNeeded();
    await take(page, 'push-compose-request');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, 'Device gone').getByText('Device gone').click();
    await take(page, 'push-messages');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Senders…' }).click();
    await take(page, 'push-senders');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await speak(page, 'tr');
    await page.evaluate(() => location.assign('#/push/messages'));
    await page.getByRole('row').first().click();
    await takeAsIs(page, 'push-messages-tr');
    await page.evaluate(() => location.assign('#/push/simulator'));
    const texts = page.locator('.json-text').getByRole('textbox');
    const [mapping, message] = [texts.first(), texts.last()];
    await replaceText(mapping, goodMapping);
    await replaceText(
      message,
      '{"to": "a", "data": {"notification": {"headline": "Tee", "sound": "ping.mp3"}}}',
    );
    await expect(page.getByRole('figure').first()).toBeVisible();
    await takeAsIs(page, 'push-simulator-tr');
  } finally {
    await provider.close();
  }
});
