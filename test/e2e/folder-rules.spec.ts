/** A folder's own rule in its dialog: what it shows can be changed, what it does not show stays. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtEntry } from './application.ts';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { drawerOf, goTo, rowOf, useBuiltIn, watchFolder } from './person.ts';
import { sampleApk } from './world.ts';

const inTab = { tag: '@only-browser' };

async function folderOf(dataDir: string): Promise<Record<string, unknown>> {
  const { folders } = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
  return folders[0];
}

test(
  'a rule is edited without losing what the dialog does not show',
  inTab,
  async ({ start, dataDir, folder }) => {
    const { page } = await start();
    await useBuiltIn(page);
    await watchFolder(page, { path: folder });
    await promisify(execFile)(process.execPath, [
      ...[builtEntry(), 'folders', 'change', folder, '--data-dir', dataDir],
      ...['--depth', '3', '--quiet', '400ms', '--app', 'new', '--exclude', 'old*'],
    ]);
    const done = join(folder, '.done');
    await rowOf(page, folder).getByText('Watching').click();
    await expect(drawerOf(page)).toContainText('without old*');
    await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit folder' });
    await dialog.getByText('More', { exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'Leave out' })).toHaveValue('old*');
    await dialog.getByRole('textbox', { name: 'Only files that match' }).fill('release/*.apk\n*-beta.apk');
    await dialog.getByLabel('The file afterwards').selectOption('Is moved to another folder');
    expect(await barriers(page), 'the rule of a folder').toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Type the path of the folder to move to.');
    await dialog.getByRole('textbox', { name: 'Move to' }).fill(done);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect(await folderOf(dataDir)).toMatchObject({
      depth: 3,
      quietMs: 400,
      application: { kind: 'new' },
      exclude: ['old*'],
      include: ['release/*.apk', '*-beta.apk'],
      afterwards: { kind: 'move', folder: done },
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
  },
);

test('what fits a project is proposed and filled in', inTab, async ({ start, dataDir, folder }) => {
  await mkdir(join(folder, 'app', 'build', 'outputs'), { recursive: true });
  await writeFile(join(folder, 'gradlew'), '');
  await writeFile(join(folder, 'app', 'build.gradle'), "plugins { id 'com.android.application' }");
  const { page } = await start();
  await useBuiltIn(page);
  await goTo(page, 'Folders');
  await page.getByRole('button', { name: 'Watch a folder…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await dialog.getByRole('button', { name: 'Look what fits this project' }).click();
  const outputs = join(folder, 'app', 'build', 'outputs');
  await dialog
    .getByLabel('What fits this project')
    .selectOption({ label: `Android, release builds: ${outputs}` });
  await expect(dialog).toContainText('a folder named release');
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(outputs);
  expect(await barriers(page), 'presets').toEqual([]);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(rowOf(page, outputs)).toContainText('Watching');
  expect(await folderOf(dataDir)).toMatchObject({ path: outputs, kinds: ['apk'], include: ['release/'] });
});

test(
  'a folder that does not exist yet is waited for when a person says so',
  inTab,
  async ({ start, folder }) => {
    const { page } = await start();
    await useBuiltIn(page);
    await goTo(page, 'Folders');
    await page.getByRole('button', { name: 'Watch a folder…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
    const outputs = join(folder, 'app', 'outputs');
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(outputs);
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await dialog.getByRole('button', { name: 'Watch it as soon as it exists' }).click();
    await expect(rowOf(page, outputs)).toContainText('does not exist yet');
    await mkdir(outputs, { recursive: true });
    await writeFile(join(outputs, 'first.apk'), sampleApk());
    await expect(rowOf(page, outputs)).toContainText('Watching');
    await goTo(page, 'Uploads');
    await expect(rowOf(page, 'Field Notes')).toBeVisible();
  },
);
