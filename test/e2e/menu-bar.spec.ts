/** Menu bar commands and single-key shortcuts, which act on the chosen build. */
import { join } from 'node:path';
import type { Application } from './application.ts';
import { add, build, serviceAccount } from './desktop-world.ts';
import { alsoInTab, callMain, expect, test } from './fixtures.ts';
import { addService, goTo, rowOf, uploadBuild } from './user-actions.ts';
import { sampleApk } from './world.ts';

/** Returns the labels of a menu's enabled items. */
async function enabledIn(application: Application, menu: string): Promise<readonly string[]> {
  const { applicationMenu } = await application.snapshot();
  const items = applicationMenu.find(({ label }) => label === menu)?.submenu ?? [];
  return items.filter(({ enabled, type }) => enabled && type === 'normal').map(({ label }) => label);
}

test('the Build menu runs the actions of the chosen build', async ({ application }) => {
  const { page } = application;
  const [upload] = await add(application, [await build(application)]);
  const row = rowOf(page, '2.4.1');
  await expect(row).toContainText('Copy link');
  await expect.poll(() => enabledIn(application, 'Edit')).toContain('Find…');

  await page.keyboard.press('ControlOrMeta+f');
  await expect.poll(() => enabledIn(application, 'Build')).toEqual([]);
  await row.focus();
  await expect.poll(() => enabledIn(application, 'Build')).toEqual(['Send…', 'Copy Link', 'Remove']);
  await application.call('clickMenu', { where: 'application', path: ['Build', 'Copy Link'] });
  const link = upload && (await callMain(page, 'uploads.get', { id: upload.id }));
  const copied = link?.ok ? link.value?.target?.installLink : undefined;
  await expect.poll(async () => (await application.snapshot()).clipboard).toBe(copied);

  await application.call('clickMenu', { where: 'application', path: ['Edit', 'Find…'] });
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect.poll(() => enabledIn(application, 'Build')).toEqual([]);

  await row.focus();
  await expect.poll(() => enabledIn(application, 'Build')).toContain('Send…');
  await application.call('clickMenu', { where: 'application', path: ['Build', 'Send…'] });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => enabledIn(application, 'Build')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => enabledIn(application, 'Build')).toContain('Remove');
  await application.call('clickMenu', { where: 'application', path: ['Build', 'Remove'] });
  await expect(row).toHaveCount(0);
});

test('the File menu watches folders, pauses and switches accounts', async ({ slipway, service }) => {
  const { page, desktop } = slipway;
  if (!desktop) throw new Error('A browser tab has no menu bar');
  await addService(page, { url: service.url, user: service.user, name: 'Work' });
  await serviceAccount(desktop);
  const work = ['File', 'Switch Account', 'Work'];
  await expect(async () => {
    await desktop.call('clickMenu', { where: 'application', path: work });
  }).toPass();
  await expect(page.getByRole('button', { name: /^Work.*in use$/ })).toBeVisible();
  await desktop.call('clickMenu', { where: 'application', path: ['File', 'Pause Uploads'] });
  await expect.poll(() => enabledIn(desktop, 'File')).toContain('Resume Uploads');
  await desktop.call('clickMenu', { where: 'application', path: ['Help', 'Report a Problem…'] });
  await expect(page.getByRole('heading', { name: 'Diagnostics' })).toBeVisible();
  await desktop.call('clickMenu', { where: 'application', path: ['File', 'Watch a Folder…'] });
  await expect(page.getByRole('dialog')).toBeVisible();
});

test(
  'single-key shortcuts act on list rows unless turned off',
  alsoInTab,
  async ({ slipway, folder, service }) => {
    const { page } = slipway;
    await addService(page, { url: service.url, user: service.user, name: 'Work' });
    await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
    await expect(rowOf(page, '2.4.1')).toContainText('Copy link');
    await rowOf(page, '2.4.1').focus();
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await goTo(page, 'Test apps');
    await page.getByRole('row').first().press('Enter');
    const active = page.getByRole('switch').first();
    await expect(active).toBeChecked();
    await active.click();
    await expect(active).not.toBeChecked();
    // The switch ignores changes until the previous change is confirmed.
    await expect(async () => {
      await page.getByRole('row').first().press('a');
      await expect(active).toBeChecked({ timeout: 500 });
    }).toPass();

    await callMain(page, 'settings.set', { singleKeys: false });
    await page.getByRole('row').first().press('s');
    await page.getByRole('row').first().press('Enter');
    await expect(page.getByRole('complementary')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
