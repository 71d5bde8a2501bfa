/** Builds that the user drops on the window or chooses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from './accessibility-checks.ts';
import { chooseFiles, dropFiles, everywhere, expect, inTab, test } from './fixtures.ts';
import { drawerOf, goTo, paste, rowOf, useBuiltIn } from './user-actions.ts';
import { sampleApk, sampleIpa } from './world.ts';

test('a dropped and a chosen build are uploaded', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  const apk = join(folder, 'field-notes.apk');
  await writeFile(apk, sampleApk());
  await dropFiles(page, [apk]);
  const dialog = page.getByRole('dialog', { name: 'Upload this build?' });
  const dropped = dialog.getByRole('listitem').filter({ hasText: 'Field Notes' });
  await expect(dropped).toContainText('2.4.1 (1187)');
  await expect(dropped.locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
  await expect(dropped).toContainText('Android · org.example.fieldnotes · 2');

  await expect(dialog.getByRole('heading', { name: 'Sign in first' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  await expect(dialog.getByRole('switch', { name: 'Activate the version' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, '2.4.1 (1187)')).toContainText('Active');
  await expect(rowOf(page, '2.4.1 (1187)').locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);

  const ipa = join(folder, 'field-notes.ipa');
  await writeFile(ipa, sampleIpa());
  await chooseFiles(page, page.getByRole('button', { name: 'Upload a build…' }), [ipa]);
  await expect(dialog).toContainText('iOS · org.example.fieldnotes');
  await dialog.getByRole('switch', { name: 'Activate the version' }).click();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, '2.4.0 (1180)')).toContainText('Not installable: not signed');
});

test('the dialog refuses files that are not builds', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const apk = sampleApk();
  const bad = {
    'notes.apk': [Buffer.from('Remember the milk.\n'), 'notes.apk is not a build'],
    'cut.apk': [apk.subarray(0, apk.length - 5_000), 'cut.apk is not complete'],
    'empty.ipa': [Buffer.alloc(0), 'empty.ipa is empty'],
  } as const;
  for (const [name, [bytes]] of Object.entries(bad)) await writeFile(join(folder, name), bytes);

  await dropFiles(
    page,
    Object.keys(bad).map((name) => join(folder, name)),
  );
  const nothing = page.getByRole('dialog', { name: 'Nothing to upload' });
  for (const [name, [, sentence]] of Object.entries(bad)) {
    const file = nothing.getByRole('listitem').filter({ hasText: name });
    await expect(file).toContainText(sentence);
    await expect(file.getByRole('checkbox')).toHaveCount(0);
  }
  await expect(nothing.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await nothing.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Builds you upload appear here')).toBeVisible();

  // A valid build is uploaded even if it is dropped together with a broken one.
  await writeFile(join(folder, 'good.apk'), apk);
  await dropFiles(page, [join(folder, 'good.apk'), join(folder, 'cut.apk')]);
  const one = page.getByRole('dialog', { name: 'Upload 1 of 2 builds?' });
  await expect(one).toContainText('cut.apk is not complete');
  await expect(one.getByRole('listitem').first(), 'builds with a problem come first').toContainText(
    'cut.apk',
  );
  await one.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await expect(rowOf(page, 'cut.apk')).toHaveCount(0);
});

test('release notes are uploaded, shown and edited', inTab, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const apk = join(folder, 'field-notes.apk');
  await writeFile(apk, sampleApk());
  await dropFiles(page, [apk]);
  const dialog = page.getByRole('dialog', { name: 'Upload this build?' });
  await dialog.getByRole('textbox', { name: 'Release notes' }).fill('Faster <b>start</b>');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  const row = rowOf(page, '2.4.1 (1187)');
  await expect(row).toContainText('Active');
  await row.getByText('Field Notes', { exact: true }).click();
  await expect(drawerOf(page)).toContainText('Faster <b>start</b>');

  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  const version = rowOf(page, '2.4.1');
  await expect(version).toContainText('Faster <b>start</b>');
  await version.getByText('Faster').click();
  await drawerOf(page).getByRole('button', { name: 'Edit release notes' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit release notes' });
  await edit.getByRole('textbox').fill('Fewer crashes');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(version).toContainText('Fewer crashes');
});

test('only the selected builds are uploaded', inTab, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const names = ['Atlas', 'Compass', 'Ledger', 'Tide'];
  const paths = names.map((label) => join(folder, `${label}.apk`));
  for (const [index, label] of names.entries()) {
    await writeFile(paths[index] ?? '', sampleApk({ id: `com.example.${label}`, label }));
  }
  await dropFiles(page, paths);
  const dialog = page.getByRole('dialog');
  const boxes = dialog.getByRole('list', { name: 'Builds' }).getByRole('checkbox');
  const all = dialog.getByRole('checkbox', { name: 'All builds' });
  await expect(boxes).toHaveCount(4);
  await expect(dialog).toContainText('4 builds go to “Built-in service” and are activated.');
  await dialog.getByRole('checkbox', { name: 'Ledger' }).uncheck();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await all.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'Ledger' })).toBeChecked();
  await all.press('Space');
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await expect(dialog).toContainText('No build is selected.');
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Atlas' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Tide' }).press('Space');
  await paste(dialog.getByLabel('Send to', { exact: true }), 'ada@example.org,');
  await expect(dialog).toContainText('2 builds go to “Built-in service” and are activated.');
  await dialog.getByRole('button', { name: 'Upload 2 builds' }).press('ControlOrMeta+Enter');
  await expect(rowOf(page, 'Atlas')).toHaveCount(1);
  await expect(rowOf(page, 'Tide')).toHaveCount(1);
  for (const name of ['Compass', 'Ledger']) await expect(rowOf(page, name)).toHaveCount(0);
});

test('the Upload button stays in view with forty builds', inTab, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const paths = Array.from({ length: 40 }, (_, index) => join(folder, `${index}.apk`));
  for (const [index, path] of paths.entries()) {
    await writeFile(path, sampleApk({ id: `com.example.n${index}`, label: `App ${index}` }));
  }
  await page.setViewportSize({ width: 720, height: 480 });
  await dropFiles(page, paths);
  const dialog = page.getByRole('dialog', { name: 'Upload 40 builds?' });
  const button = dialog.getByRole('button', { name: 'Upload 40 builds' });
  await expect(button).toBeEnabled();
  expect(await dialog.locator('.dialog-body').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await dialog.getByRole('button', { name: 'Show all 40' }).click();
  for (const [width, height] of [
    [1200, 800],
    [720, 480],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(button).toBeInViewport({ ratio: 1 });
    const last = dialog.getByRole('checkbox', { name: 'App 39' });
    await button.focus();
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await violations(page), `${width}`).toEqual([]);
  }
});
