/** What a screen reader is told, besides what is drawn: groups, counts, states, what must be filled in and what is wrong. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodMapping, putWorkspace } from '../fakes/push-workspace.ts';
import { dropFiles, expect, test } from './fixtures.ts';
import { goTo, openSection, paste, rowOf, useBuiltIn } from './person.ts';
import { sampleApk, sampleIpa } from './world.ts';

const inTab = { tag: '@only-browser' };

test(
  'the groups of the list, the count beside Uploads, the state of the service in words and as a shape',
  inTab,
  async ({ slipway: { page }, folder }) => {
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
    const upload = async (name: string, bytes: Buffer, recipient = ''): Promise<void> => {
      await writeFile(join(folder, name), bytes);
      await dropFiles(page, [join(folder, name)]);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
      if (recipient) await paste(dialog.getByLabel('Send to', { exact: true }), recipient);
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(dialog).toBeHidden();
    };
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
  },
);

test(
  'the focus stays in the place when a push project or a mapping file is opened',
  inTab,
  async ({ slipway: { page }, folder }) => {
    const path = join(folder, 'notes');
    await putWorkspace(path, {
      'config/Android/pushnotification.json': goodMapping,
    });
    await goTo(page, 'Push');
    await page.getByRole('textbox', { name: 'Project folder' }).fill(path);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Compare with a build or a message')).toBeVisible();
    const inPlace = page.locator('main :focus');
    await expect(inPlace).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Sections of Push' })
      .getByRole('link', { name: 'Mapping file' })
      .press('Enter');
    await page.getByRole('button', { name: 'Open…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox', { name: 'File' })
      .fill(join(path, 'config', 'Android', 'pushnotification.json'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Text of the mapping file' })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(inPlace).toBeVisible();
  },
);

test(
  'each field that must be filled in says so, and an error is said beside the hint',
  inTab,
  async ({ slipway: { page } }) => {
    await useBuiltIn(page);
    const dialog = page.getByRole('dialog');
    await goTo(page, 'Folders');
    await page.locator('.title-area').getByRole('button', { name: 'Watch a folder…' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveAttribute('required');
    const recipients = dialog.getByLabel('Send to', { exact: true });
    await paste(recipients, 'ada@example.org, nobody');
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await expect(recipients).toHaveAccessibleDescription(/“nobody”.*Paste as many addresses as you like/);
    await page.keyboard.press('Escape');

    await goTo(page, 'Push');
    await expect(page.getByRole('textbox', { name: 'Project folder' })).toHaveAttribute('required');
    await page
      .getByRole('navigation', { name: 'Sections of Push' })
      .getByRole('link', { name: 'Messages' })
      .click();
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
  },
);
