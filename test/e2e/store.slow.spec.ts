/** User actions on store profiles on the service. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { violations } from './accessibility-checks.ts';
import { chooseFiles, dropFiles, everywhere, expect, inTab, tabIsEnough, test } from './fixtures.ts';
import { addService, drawerOf, goTo, rowOf, useBuiltIn } from './user-actions.ts';
import { sampleApk, sampleIpa, storePublisher } from './world.ts';

/** Drops a build on the Store screen or on the open profile, and uploads the build. */
async function publishBuild(page: Page, path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes);
  await dropFiles(page, [path]);
  const upload = page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeEnabled();
  await upload.click();
}

test('a store profile is published with a build for each platform', everywhere, async ({ start, folder }) => {
  const { page } = await start();
  await goTo(page, 'Store');
  await expect(page.getByText('No account yet')).toBeVisible();
  await goTo(page, 'Uploads');
  await useBuiltIn(page);
  await goTo(page, 'Store');
  await expect(page.getByText('Store profiles appear here')).toBeVisible();

  const [apk, ipa] = [join(folder, 'field-notes.apk'), join(folder, 'field-notes.ipa')];
  await writeFile(apk, sampleApk());
  await writeFile(ipa, sampleIpa());
  const dialog = page.getByRole('dialog');
  await chooseFiles(page, page.getByRole('button', { name: 'Upload to the store…' }), [apk]);
  await expect(dialog.getByLabel('Goes to')).toHaveValue('appstore');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, 'Field Notes')).toContainText('Uploaded');
  await goTo(page, 'Store');
  await expect(rowOf(page, 'Field Notes')).toContainText('Android 2.4.1');
  await expect(rowOf(page, 'Field Notes')).toContainText('1 build');
  await expect(rowOf(page, 'Field Notes').locator('.tile img')).toHaveAttribute('src', /^data:image\//);

  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes' })).toBeVisible();
  await dropFiles(page, [ipa]);
  await expect(dialog).toContainText('The store profile Field Notes of “Built-in service”');
  // Waits until the build has been read. Its row then grows and moves the controls below it.
  await expect(dialog).toContainText('Not signed');
  await dialog.getByRole('button', { name: 'Upload somewhere else' }).click();
  await expect(dialog.getByLabel('Goes to')).toHaveValue('appstore');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await chooseFiles(page, page.getByRole('button', { name: 'Add a build…' }), [ipa]);
  await expect(dialog).toContainText('The store profile Field Notes of “Built-in service”');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, '2.4.0')).toContainText('Not installable: not signed');
  await page.goBack();
  await expect(page.getByText('iOS 2.4.0 · Android 2.4.1 · 2 builds')).toBeVisible();
});

test(
  'a store profile can be renamed and described, and its link copied',
  everywhere,
  async ({ slipway, service }) => {
    const { page } = slipway;
    await (await storePublisher(service))(sampleApk(), 'field-notes.apk');
    await addService(page, { url: service.url, user: service.user, name: 'Work' });
    await goTo(page, 'Store');
    await rowOf(page, 'Field Notes').getByText('Field Notes').click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Enter a name for the store profile/);
    await name.fill('n'.repeat(201));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(name).toHaveAccessibleDescription(/The service rejected the request/);
    await expect(name).toBeFocused();
    await name.fill('Notes of the field');
    await dialog.getByRole('textbox', { name: 'Short description' }).fill('For people outside');
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('First.\nSecond.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(drawerOf(page)).toContainText('For people outside');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Field Notes' })).toBeVisible();
    await expect(drawerOf(page)).toContainText('No description yet.');
    await drawerOf(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(drawerOf(page).getByRole('button', { name: 'Copied' })).toBeVisible();
    const link = await slipway.copied();
    expect(await (await fetch(link)).text()).toContain('Field Notes');
  },
);

test('a deleted store profile loses its builds and its link', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await goTo(page, 'Store');
  await publishBuild(page, join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Uploaded');
  await goTo(page, 'Store');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await publishBuild(page, join(folder, 'field-notes.ipa'), sampleIpa());
  await expect(rowOf(page, '2.4.0')).toContainText('Not installable: not signed');
  await page.goBack();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await drawerOf(page).getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(slipway.copied).toMatch(/^http:/);
  const link = await slipway.copied();

  await rowOf(page, '2.4.0').getByText('2.4.0').click();
  await expect(drawerOf(page)).toContainText('Field Notes 2.4.0');
  await drawerOf(page).getByRole('button', { name: 'Delete build…' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('Delete Field Notes 2.4.0 for iOS?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete 1 build' }).click();
  await expect(rowOf(page, '2.4.0')).toHaveCount(0);
  await expect(page.getByText('Android 2.4.1 · 1 build')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Stop the built-in');
  await page.getByRole('option', { name: 'Stop the built-in service' }).click();
  await goTo(page, 'Store');
  await expect(page.getByRole('heading', { name: 'The built-in service is stopped' })).toBeVisible();
  await expect(rowOf(page, 'Field Notes'), 'what was read before').toBeVisible();
  await page.getByRole('button', { name: 'Start the service' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await rowOf(page, 'Field Notes').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete profile…' }).click();
  await expect(question).toContainText('its only build');
  await question.getByRole('button', { name: 'Delete profile and 1 build' }).click();
  await expect(page.getByText('Store profiles appear here')).toBeVisible();
  expect((await fetch(link)).status).toBe(404);
});

test(
  'the user name is shown on request after profiles fail to load',
  tabIsEnough,
  async ({ start, folder, service, connection }) => {
    const { user } = service;
    const { page } = await start();
    await addService(page, { url: connection.url, user, name: 'Work' });
    await writeFile(join(folder, 'field-notes.apk'), sampleApk());
    await goTo(page, 'Store');
    const upload = page.getByRole('button', { name: 'Upload to the store…' });
    await chooseFiles(page, upload, [join(folder, 'field-notes.apk')]);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(rowOf(page, 'Field Notes')).toContainText('Uploaded');
    await service.setProfileAccess(1, { staticUser: { userName: 'ann', password: 'päss:word' } });

    const fault = { kind: 'answer', status: 500, headers: {}, body: 'No database' } as const;
    connection.fault(/^GET .*\/appstore\/profiles$/, fault);
    await goTo(page, 'Store');
    await expect(page.getByRole('alert')).toContainText('Something went wrong on the service (500)');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Field Notes').getByText('Field Notes').click();

    await page.getByRole('button', { name: 'Details', exact: true }).click();
    const drawer = drawerOf(page);
    await expect(drawer).toContainText('is asked for one user name and password');
    await expect(drawer).not.toContainText('päss:word');
    await drawer.getByRole('button', { name: 'Show user name' }).click();
    await expect(drawer).toContainText('ann');
    await expect(drawer).toContainText('Not shown by the service');
    await drawer.getByRole('button', { name: 'Hide user name' }).click();
    await expect(drawer).not.toContainText(/\bann\b/);
  },
);

test(
  'a search in ten thousand profiles has no accessibility violations',
  inTab,
  async ({ start, service, connection }) => {
    const { user } = service;
    const publish = await storePublisher(service);
    const { page } = await start();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await addService(page, { url: connection.url, user, name: 'Work' });
    await goTo(page, 'Store');
    await expect(page.getByText('Store profiles appear here')).toBeVisible();
    expect(await violations(page), 'no profiles').toEqual([]);
    await goTo(page, 'Uploads');
    const id = await publish(sampleApk(), 'notes.apk');
    await service.setProfileAccess(id, { staticUser: { userName: 'ann', password: 'päss:word' } });
    await showsThousands(page, connection);
    connection.fault(/^GET .*\/appstore\/profiles$/, { kind: 'answer', status: 500, body: 'No database' });
    await goTo(page, 'Store');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violations(page), 'a store that cannot be read').toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Field Notes').getByText('Field Notes').click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await drawerOf(page).getByRole('button', { name: 'Show user name' }).click();
    await expect(drawerOf(page)).toContainText('ann');
    expect(await violations(page), 'details of a profile').toEqual([]);
    await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'edit a profile').toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, '2.4.1').getByText('2.4.1').click();
    await drawerOf(page).getByRole('button', { name: 'Delete build…' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('It is the only one');
    expect(await violations(page), 'delete a build').toEqual([]);
  },
);

/** Checks a list of ten thousand profiles. Only visible rows are rendered, but all profiles can be found. */
async function showsThousands(page: Page, connection: FaultProxy): Promise<void> {
  const at = '2026-11-21T08:30:00Z';
  const profiles = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ id: index + 1, name: `Shop ${index + 1}`, enabled: true, items: [] },
    ...{ createDateTimeUtc: at, updateDateTimeUtc: at },
  }));
  connection.fault(/^GET .*\/appstore\/profiles$/, {
    ...{ kind: 'answer', status: 200, body: JSON.stringify(profiles) },
    headers: { 'content-type': 'application/json' },
  });
  await goTo(page, 'Store');
  await expect(page.getByText('10,000 profiles')).toBeVisible();
  await expect(rowOf(page, 'Shop 10000')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('searchbox', { name: 'Search Store' }).fill('shop 4711');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(rowOf(page, 'Shop 4711')).toBeVisible();
  await goTo(page, 'Uploads');
}
