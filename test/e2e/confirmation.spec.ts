/** The user must confirm a build that few testers can install before recipients are notified. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ipaWithProfile } from '../unit/packages/profiles.ts';
import { dropFiles, everywhere, expect, test } from './fixtures.ts';
import { drawerOf, paste, rowOf, useBuiltIn } from './user-actions.ts';

const development = {
  ProvisionedDevices: ['device-one', 'device-two'],
  Entitlements: { 'get-task-allow': true },
  ExpirationDate: new Date('2051-01-31T12:00:00Z'),
};

test('a development build waits for confirmation before sending', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await writeFile(join(folder, 'app.ipa'), ipaWithProfile(development));
  await dropFiles(page, [join(folder, 'app.ipa')]);
  const dialog = page.getByRole('dialog', { name: 'Upload this build?' });
  await expect(dialog).toContainText('Development profile: installs on 2 devices only.');
  await dialog.locator('summary').first().click();
  await expect(dialog).toContainText('Development · Team Profile · ABCDE12345 · until Jan 31, 2051');
  await expect(dialog.getByRole('switch', { name: 'Send anyway' })).not.toBeChecked();
  await paste(dialog.getByLabel('Send to', { exact: true }), 'qa@example.org');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();

  const row = rowOf(page, '1.2.3 (77.1)');
  await expect(row).toContainText('Development profile. Send to qa@example.org?');
  await expect(row).toContainText('Development profile');
  await expect(page.getByRole('row', { name: 'Needs attention' })).toBeVisible();
  await row.click();
  await expect(drawerOf(page)).toContainText('Development profile: installs on 2 devices only.');
  await drawerOf(page).getByRole('button', { name: 'Send anyway' }).click();
  await expect(row).toContainText('Not mailed');
});
