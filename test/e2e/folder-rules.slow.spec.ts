/** The folder dialog changes the values that it shows and keeps all other values. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { violations } from './accessibility-checks.ts';
import { builtEntry } from './application.ts';
import { expect, inTab, test } from './fixtures.ts';
import { drawerOf, goTo, openFolderDialog, rowOf, useBuiltIn, watchFolder } from './user-actions.ts';
import { sampleApk } from './world.ts';

async function folderOf(dataDir: string): Promise<Record<string, unknown>> {
  const { folders } = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
  return folders[0];
}

test('an edited rule keeps values the dialog does not show', inTab, async ({ start, dataDir, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await watchFolder(page, { path: folder });
  await promisify(execFile)(process.execPath, [
    ...[builtEntry(), 'folders', 'change', folder, '--data-dir', dataDir],
    ...['--depth', '3', '--stable-for', '400ms', '--app', 'new', '--exclude', 'old*'],
  ]);
  const done = join(folder, '.done');
  await rowOf(page, folder).getByText('Watching').click();
  await expect(drawerOf(page)).toContainText('without old*');
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit folder' });
  const more = dialog.getByText('More', { exact: true });
  const chips = [
    'A separate one',
    '3 levels below it',
    'Without files that match 1 pattern',
    'Unchanged for 0.4 s',
  ];
  for (const chip of chips) await expect(more.locator('..')).toContainText(chip);
  await more.click();
  await expect(dialog.getByRole('textbox', { name: 'Leave out' })).toHaveValue('old*');
  await dialog.getByRole('textbox', { name: 'Only files that match' }).fill('release/*.apk\n*-beta.apk');
  await dialog.getByLabel('After the upload').selectOption('Move it to another folder');
  expect(await violations(page), 'the rule of a folder').toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Enter the path of the folder to move to.');
  await dialog.getByRole('textbox', { name: 'Move to' }).fill(done);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await folderOf(dataDir)).toMatchObject({
    depth: 3,
    stableForMs: 400,
    application: { kind: 'new' },
    exclude: ['old*'],
    include: ['release/*.apk', '*-beta.apk'],
    afterUpload: { kind: 'move', folder: done },
  });

  await mkdir(join(folder, 'release'));
  await writeFile(join(folder, 'not-meant.apk'), sampleApk());
  await writeFile(join(folder, 'release', 'meant.apk'), sampleApk());
  await expect
    .poll(() =>
      stat(join(done, 'meant.apk')).then(
        () => 'moved',
        () => 'not yet',
      ),
    )
    .toBe('moved');
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'not-meant.apk')).toBeHidden();
});

test('the folder dialog proposes and fills in presets', inTab, async ({ start, dataDir, folder }) => {
  await mkdir(join(folder, 'app', 'build', 'outputs'), { recursive: true });
  await writeFile(join(folder, 'gradlew'), '');
  await writeFile(join(folder, 'app', 'build.gradle'), "plugins { id 'com.android.application' }");
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = await openFolderDialog(page);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await dialog.getByRole('textbox', { name: 'Folder' }).press('Tab');
  const outputs = join(folder, 'app', 'build', 'outputs');
  await dialog
    .getByLabel('What to watch')
    .selectOption({ label: `Only release versions of ${basename(folder)}` });
  await expect(dialog).toContainText('a folder named release');
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(outputs);
  expect(await violations(page), 'presets').toEqual([]);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(rowOf(page, outputs)).toContainText('Watching');
  expect(await folderOf(dataDir)).toMatchObject({ path: outputs, kinds: ['apk'], include: ['release/'] });
});

test('a missing folder is watched once it exists', inTab, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = await openFolderDialog(page);
  const outputs = join(folder, 'app', 'outputs');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(outputs);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await dialog.getByRole('button', { name: 'Watch it as soon as it exists' }).click();
  await expect(rowOf(page, outputs)).toContainText('Does not exist yet');
  await mkdir(outputs, { recursive: true });
  await writeFile(join(outputs, 'first.apk'), sampleApk());
  await expect(rowOf(page, outputs)).toContainText('Watching');
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'Field Notes')).toBeVisible();
});

test('a dry run shows the result for each file', inTab, async ({ start, folder }) => {
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'notes.apk'), sampleApk());
  await writeFile(join(folder, 'cut.apk'), sampleApk().subarray(0, 90_000));
  await writeFile(join(folder, 'deep', 'other.apk'), sampleApk({ versionName: '2.5' }));
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = await openFolderDialog(page);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await dialog.getByRole('button', { name: 'What would happen now' }).click();
  const results = dialog.getByRole('region', { name: 'What would happen to each file' });
  await expect(dialog).toContainText(
    /None of these 3 files would be uploaded\..*the rule skips existing builds/,
  );

  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByLabel('Builds that are already there').selectOption('Upload all of them');
  await expect(dialog.getByRole('button', { name: 'What would happen now' })).toBeVisible();
  await expect(results).toBeHidden();
  await dialog.getByLabel('Search depth').selectOption('This folder only');
  await dialog.getByLabel('Finished when unchanged for').selectOption('1 s');
  await dialog.getByLabel('App', { exact: true }).selectOption('A separate one');
  await dialog.getByRole('button', { name: 'What would happen now' }).click();
  await expect(dialog).toContainText('1 of 3 files would be uploaded now; 1 more when complete.');
  const fileIn = (name: string) => results.getByRole('listitem').filter({ hasText: name });
  await expect(fileIn('notes.apk')).toContainText('Would be uploaded');
  await expect(fileIn('cut.apk')).toContainText('its end is missing');
  await expect(fileIn('deep/other.apk')).toContainText(
    'The build is in a deeper subfolder than the rule searches.',
  );
  expect(await violations(page), 'what would happen').toEqual([]);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog).toBeHidden();

  await rowOf(page, folder).getByText('Watching').click();
  await expect(drawerOf(page)).toContainText('This folder only');
  await expect(drawerOf(page)).toContainText('A separate one');
  await expect(drawerOf(page)).toContainText('cut.apk');
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await goTo(page, 'Folders');
  await rowOf(page, folder).getByText('Watching').click();
  await drawerOf(page).getByRole('button', { name: 'What would happen now' }).click();
  await expect(drawerOf(page)).toContainText(
    /No file now; 1 file when complete\..*This build was handled before\./,
  );
  expect(await violations(page), 'what would happen in a watched folder').toEqual([]);
});

test('the folder dialog validates on blur and reveals hidden errors', inTab, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = await openFolderDialog(page);
  const path = dialog.getByRole('textbox', { name: 'Folder' });
  const file = join(folder, 'notes.txt');
  await writeFile(file, '');
  for (const [typed, message] of [
    ['builds', 'is not a full path'],
    [join(folder, 'nowhere'), 'does not exist'],
    [file, 'is a file, not a folder'],
  ] as const) {
    await path.fill(typed);
    await path.press('Tab');
    await expect(path).toHaveAttribute('aria-invalid', 'true');
    await expect(path).toHaveAccessibleDescription(new RegExp(message));
  }
  expect(await violations(page), 'a wrong path').toEqual([]);
  await path.fill(folder);
  await path.press('Tab');
  await expect(path).not.toHaveAttribute('aria-invalid');

  const more = dialog.getByText('More', { exact: true });
  const leftOut = dialog.getByRole('textbox', { name: 'Leave out' });
  await more.click();
  await leftOut.fill('old/[*.apk');
  await more.click();
  await expect(leftOut).toBeHidden();
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(leftOut).toBeFocused();
  await expect(leftOut).toHaveAccessibleDescription(/The pattern “old\/\[\*\.apk” cannot be used/);
  await leftOut.fill('old/*.apk');
  await expect(leftOut).toBeFocused();
  await dialog.getByLabel('After the upload').selectOption('Move it to another folder');
  await dialog.getByRole('textbox', { name: 'Move to' }).fill(folder);
  await more.click();
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Move to' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Move to' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('After the upload').selectOption('Leave the file');
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(rowOf(page, folder)).toContainText('Watching');

  await page.getByRole('main').getByRole('button', { name: 'Watch a folder…' }).click();
  await path.fill(folder);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(path).toBeFocused();
  await expect(path).toHaveAccessibleDescription(/is already watched/);
});
