import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inTab, test } from './fixtures.ts';
import { everySize, pictures, take, takeAsIs } from './pictures.ts';
import { addService, goTo, signIn } from './user-actions.ts';

test('takes screenshots of Settings', inTab, async ({ start, folder, service }) => {
  test.setTimeout(180_000);
  await mkdir(pictures, { recursive: true });
  const { user } = service;
  const long = 'Research and Development, Mobile Platforms and Device Integration (EMEA)';
  for (const [name, text] of [
    ['field-notes/pubspec.yaml', 'flutter:\n'],
    ['a-very-long-project-name-for-an-inventory-of-offshore-installations/pubspec.yaml', 'flutter:\n'],
  ] as const) {
    await mkdir(join(folder, 'dev', name, '..'), { recursive: true });
    await writeFile(join(folder, 'dev', name), text);
  }
  const home = process.env['HOME'];
  process.env['HOME'] = folder;
  const { page } = await start().finally(() => {
    process.env['HOME'] = home;
  });
  await expect(page.getByText('Step 1')).toBeVisible();
  await take(page, 'first-account');
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  await expect(page.getByRole('group', { name: 'What to watch in field-notes' })).toBeVisible();
  await take(page, 'first-folder');
  await page.getByRole('button', { name: 'Not now' }).click();
  for (const name of [long, 'خدمة توزيع التطبيقات']) {
    await addService(page, { url: service.url, user, name });
  }
  const dialog = page.getByRole('dialog');
  await signIn(page, { url: 'http://no-such-host.invalid', authUrl: service.url, user, name: 'Wrong' });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await take(page, 'dialog-account-wrong');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await goTo(page, 'Settings');
  const main = page.getByRole('main');
  await main
    .getByRole('listitem')
    .filter({ hasText: long })
    .getByRole('button', { name: 'Test connection' })
    .click();
  await expect(main.getByText('Everything works')).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Sections of Settings' });
  for (const link of await sections.getByRole('link').all()) {
    await link.click();
    const href = (await link.getAttribute('href')) ?? '';
    if (href.endsWith('network')) {
      await page.getByLabel('How services are reached').selectOption('Through this proxy');
      await page.getByLabel('Address of the proxy').fill('proxy.example.org:3128');
      await take(page, 'settings-network-advanced-closed');
      await page.getByText('Advanced').click();
      await page.getByRole('button', { name: 'Add hours' }).click();
      await main.getByRole('button', { name: 'Add hours' }).focus();
      await take(page, 'settings-network-advanced');
      await main.getByLabel('How services are reached').focus();
    }
    if (href.endsWith('diagnostics')) {
      await page.getByRole('button', { name: 'Show newest lines' }).click();
      await page.getByRole('button', { name: 'Create a support file' }).click();
      await expect(main.getByText('Read it before you share it.')).toBeVisible();
    }
    await take(page, `settings-${href.split('/').at(-1)}`);
  }
  await page.getByRole('searchbox').fill('speed');
  await take(page, 'settings-search');
  await page.getByRole('searchbox').fill('');
  await sections.getByRole('link', { name: 'Appearance' }).click();
  await page.getByText('Deutsch').click();
  await expect(page.getByText('Sprache: Deutsch')).toBeVisible();
  await takeAsIs(page, 'settings-language-changed', everySize);
});
