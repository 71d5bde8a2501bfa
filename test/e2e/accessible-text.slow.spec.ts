import { join } from 'node:path';
import { goodMapping, writeWorkspaceFiles } from '../fakes/push-workspace.ts';
import { expect, inTab, test } from './fixtures.ts';
import {
  goTo,
  openFolderDialog,
  openPart,
  openSection,
  paste,
  rowOf,
  uploadBuild,
  useBuiltIn,
} from './user-actions.ts';
import { sampleApk, sampleIpa } from './world.ts';

test('groups, counts and the service have accessible names', inTab, async ({ slipway: { page }, folder }) => {
  test.slow();
  const places = page.getByRole('navigation', { name: 'Places' });
  const service = places.getByRole('link', { name: /^Built-in service/ });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await expect(service).toHaveAccessibleName(/stopped/);
  const stopped = await service.locator('.dot').screenshot();
  await useBuiltIn(page);
  await expect(service).toHaveAccessibleName(/running/);
  expect((await service.locator('.dot').screenshot()).equals(stopped), 'the same shape').toBe(false);

  await openSection(page, 'Network');
  await page.getByRole('main').getByLabel('Limit in MB/s').fill('0.5');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
  await goTo(page, 'Uploads');
  const upload = (name: string, bytes: Buffer, recipients = ''): Promise<void> =>
    uploadBuild(page, join(folder, name), bytes, { recipients });
  await upload('notes.apk', sampleApk());
  await upload('pilot.ipa', sampleIpa({ id: 'org.example.pilot', name: 'Pilot' }), 'ada@example.org');
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await expect(rowOf(page, 'Pilot')).toContainText('Send to');
  await upload(
    'ledger.apk',
    sampleApk({ id: 'org.example.ledger', label: 'Ledger', paddingBytes: 20_000_000 }),
  );
  await expect(rowOf(page, 'Ledger')).toContainText('Uploading');
  for (const group of ['Needs attention', 'Uploading', 'Today']) {
    await expect(page.getByRole('rowheader', { name: group, exact: true })).toBeVisible();
  }
  const uploads = places.getByRole('link', { name: /^Uploads/ });
  await expect(uploads).toHaveAccessibleName(/1 upload needs attention.*1 upload in progress/);
});

test('the focus stays visible when a push file is opened', inTab, async ({ slipway: { page }, folder }) => {
  const path = join(folder, 'notes');
  await writeWorkspaceFiles(path, {
    'config/Android/pushnotification.json': goodMapping,
  });
  await goTo(page, 'Push');
  await page.getByRole('textbox', { name: 'Project folder' }).fill(path);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Compare with a build or a message')).toBeVisible();
  const inPlace = page.locator('main :focus');
  await expect(inPlace).toBeVisible();
  await openPart(page, 'Mapping file');
  await page.getByRole('button', { name: 'Open…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: 'File' })
    .fill(join(path, 'config', 'Android', 'pushnotification.json'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text of the mapping file' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(inPlace).toBeVisible();
});

test('required fields are marked, and errors have a description', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const dialog = page.getByRole('dialog');
  await openFolderDialog(page);
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveAttribute('required');
  const recipients = dialog.getByLabel('Send to', { exact: true });
  await paste(recipients, 'ada@example.org, nobody');
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(recipients).toHaveAccessibleDescription(/“nobody”.*Paste as many addresses as you like/);
  await page.keyboard.press('Escape');

  await goTo(page, 'Push');
  await expect(page.getByRole('textbox', { name: 'Project folder' })).toHaveAttribute('required');
  await openPart(page, 'Messages');
  await page.getByRole('button', { name: 'Add a sender…' }).click();
  await dialog.getByLabel('Method').selectOption('Server key');
  const key = dialog.getByLabel('Server key', { exact: true });
  await expect(key).toHaveAttribute('required');
  await key.fill('a-key');
  await dialog.getByLabel('Name').fill('notes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const number of [1, 2]) {
    await dialog.getByLabel(`Key ${number}`, { exact: true }).fill('title');
  }
  await dialog.getByRole('button', { name: 'Show the request' }).click();
  await expect(dialog.getByLabel('Key 2', { exact: true })).toHaveAccessibleDescription(
    'This key already exists.',
  );
});
