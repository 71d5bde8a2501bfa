/** Screenshots of the first steps, for `npm run tool -- screenshots`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inTab, test } from './fixtures.ts';
import { everySize, pictures, take } from './pictures.ts';
import { rowOf } from './user-actions.ts';

test('takes screenshots of the first steps', inTab, async ({ start, folder }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const project = join(folder, 'dev', 'harbour-pilot');
  await mkdir(project, { recursive: true });
  await writeFile(
    join(project, 'pubspec.yaml'),
    'name: harbour_pilot\nflutter:\n  uses-material-design: true\n',
  );
  const home = process.env['HOME'];
  process.env['HOME'] = folder;
  try {
    const { page } = await start();
    await expect(page.getByRole('heading', { name: 'Where should builds go?' })).toBeVisible();
    await take(page, 'first-account', everySize);
    await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
    await expect(page.getByRole('radio', { name: 'Flutter, Android' })).toBeVisible();
    await take(page, 'first-folder', everySize);
    await page.getByRole('button', { name: 'Watch this folder' }).click();
    await expect(page.getByRole('heading', { name: 'Who should be able to install?' })).toBeVisible();
    await take(page, 'first-audience', everySize);
    await page.getByRole('radio', { name: 'Anyone with the link' }).check();
    await page.getByLabel('Public address').fill('https://builds.example.org');
    await take(page, 'first-audience-anyone', everySize);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Try it with a phone' })).toBeVisible();
    await take(page, 'first-phones', everySize);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: /^Waiting for the first build in / })).toBeVisible();
    await take(page, 'first-waiting', everySize);
    await page.getByRole('button', { name: 'Try it with a sample app' }).click();
    await expect(rowOf(page, 'Field Notes')).toContainText('Active');
    await take(page, 'first-sample', everySize);
  } finally {
    process.env['HOME'] = home;
  }
});
