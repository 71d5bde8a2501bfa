/** First steps: the user selects a service and a folder, and can skip both. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { firstUserLines } from '../../main/cli/commands/service/first-user.ts';
import { callMain, everywhere, expect, tabIsEnough, test } from './fixtures.ts';
import { addAccount, goTo, paste, rowOf, useBuiltIn } from './user-actions.ts';
import { sampleApk } from './world.ts';

const question = (page: Page) => page.getByRole('heading', { name: 'Where should builds go?' });
const folderQuestion = (page: Page) => page.getByRole('heading', { name: 'Where do your builds appear?' });

const audienceQuestion = (page: Page) =>
  page.getByRole('heading', { name: 'Who should be able to install?' });

/** Records every state that a row shows from now on, however briefly. Returns a function that lists them. */
async function recordStates(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.row-state-text')) texts.push(textContent);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return () => seen.jsonValue();
}

/** Writes a Flutter project below `home` and returns its folder. */
async function createProject(home: string): Promise<string> {
  const project = join(home, 'dev', 'harbour-pilot');
  await mkdir(project, { recursive: true });
  await writeFile(
    join(project, 'pubspec.yaml'),
    'name: harbour_pilot\nflutter:\n  uses-material-design: true\n',
  );
  return project;
}

async function startAtHome<Started>(start: () => Promise<Started>, folder: string): Promise<Started> {
  const home = process.env['HOME'];
  process.env['HOME'] = folder;
  return start().finally(() => {
    process.env['HOME'] = home;
  });
}

test('the first steps can be skipped, resumed and completed', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'Look around first' }).click();
  await expect(page.getByRole('heading', { name: 'Where should builds go?' })).toBeVisible();
  await goTo(page, 'Test apps');
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await expect(page.getByText('Step 1')).toBeVisible();
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();

  await expect(folderQuestion(page)).toBeVisible();
  await page.getByRole('button', { name: 'Watch this folder' }).click();
  await expect(page.getByText('Choose a project, or enter a folder.')).toBeVisible();
  const field = page.getByRole('textbox', { name: /^(Another folder|Folder)$/ });
  await field.fill(join(folder, 'later'));
  await page.getByRole('button', { name: 'Watch this folder' }).click();
  await expect(field).toHaveAccessibleDescription(/does not exist/);
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'Watch it as soon as it exists' })).toBeVisible();
  await field.fill(folder);
  await page.getByRole('button', { name: 'Watch this folder' }).click();
  await expect(audienceQuestion(page)).toBeVisible();
  await page.getByRole('radio', { name: 'Only this computer' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^Waiting for the first build in / })).toBeVisible();

  await writeFile(join(folder, 'field-notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await expect(page.getByText('Phones cannot install yet')).toBeVisible();
  await page.getByRole('button', { name: 'Let phones install…' }).click();
  await expect(page.getByRole('dialog', { name: 'Who should be able to install?' })).toBeVisible();
});

test('the first steps recommend a project and show a QR code', tabIsEnough, async ({ start, folder }) => {
  await createProject(folder);
  const { page } = await startAtHome(start, folder);
  await expect(page.getByRole('button', { name: 'Use the built-in service on this computer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Flutter, Android' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(audienceQuestion(page)).toBeVisible();
  await expect(page.locator('input:focus')).toBeChecked();
  await page.getByRole('radio', { name: 'Anyone with the link' }).check();
  await page.getByLabel('Public address').fill('https://builds.example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Try it with a phone' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Waiting for the first build in / })).toBeVisible();
});

test('Back returns to the previous step and keeps its input', tabIsEnough, async ({ start, folder }) => {
  await createProject(folder);
  const { page } = await startAtHome(start, folder);
  const back = page.getByRole('button', { name: 'Back' });
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  const field = page.getByRole('textbox', { name: 'Another folder' });
  await field.fill(folder);
  await back.click();
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Built-in service' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(folder);
  await page.getByRole('button', { name: 'Watch this folder' }).click();
  await expect(audienceQuestion(page)).toBeVisible();
  await page.getByRole('radio', { name: 'Only this computer' }).check();
  await expect(page.getByText('Step 3')).toBeVisible();
  await page.getByRole('radio', { name: 'Anyone with the link' }).check();
  await page.getByLabel('Public address').fill('https://builds.example.org');
  await back.click();
  await expect(field).toHaveValue(folder);
  expect(await callMain(page, 'folders.list', {})).toMatchObject({ value: [] });
  await page.getByRole('radio', { name: 'Flutter, Android' }).check();
  await page.getByRole('button', { name: 'Watch this folder' }).click();
  await expect(page.getByLabel('Public address')).toHaveValue('https://builds.example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 4')).toBeVisible();
  await back.click();
  await expect(audienceQuestion(page)).toBeVisible();
});

test('a sample app is uploaded to the built-in service', tabIsEnough, async ({ slipway }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await goTo(page, 'Uploads');
  const states = await recordStates(page);
  await page.getByRole('button', { name: 'Try it with a sample app' }).click();
  const row = rowOf(page, 'Field Notes');
  await expect(row).toContainText('Active');
  expect(await states()).toContain('Out');
  await expect(row).toContainText('A sample from Slipway.');
  await expect(row.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove from list' }).click();
  await expect(page.getByRole('button', { name: 'Try it with a sample app' })).toBeVisible();
});

test('the output folder of a detected project is watched', tabIsEnough, async ({ start, folder }) => {
  const project = await createProject(folder);
  const { page, dataDir } = await startAtHome(start, folder);
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  const found = page.getByRole('group', { name: 'What to watch in harbour-pilot' });
  await found.getByRole('radio', { name: 'Flutter, Android' }).check();
  await page.getByRole('button', { name: 'Watch this folder' }).click();
  const watched = join(project, 'build', 'app', 'outputs', 'flutter-apk');
  await expect(audienceQuestion(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('heading', { name: /^Waiting for the first build in / })).toBeVisible();
  await goTo(page, 'Folders');
  await expect(rowOf(page, 'harbour-pilot')).toContainText('Does not exist yet');
  await expect(page.locator('.side-failed')).toHaveCount(0);
  const stored = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
  expect(stored.folders).toMatchObject([{ path: watched, kinds: ['apk'], activate: true }]);
});

test('the sign-in dialog reports why each attempt fails', tabIsEnough, async ({ slipway, service }) => {
  const { page } = slipway;
  const { user, url } = service;
  await page.getByRole('button', { name: 'My company has a server…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to a service' });
  const alert = dialog.getByRole('alert');
  const test = async (label: string, text: string): Promise<void> => {
    await dialog.getByLabel(label, { exact: true }).fill(text);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
  };
  await dialog.getByLabel('Service address').fill('http://127.0.0.1:1');
  await dialog.getByLabel('User name').fill(user.userName);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByLabel('Client id').fill(user.clientId);
  await test('Client secret', 'not the secret');
  await expect(alert).toContainText('Nothing is listening at this address');
  await expect(dialog.getByLabel('Service address')).toHaveAttribute('aria-invalid', 'true');
  await test('Service address', url);
  await expect(alert).toContainText('The client id or the client secret is wrong.');
  await expect(dialog.getByLabel('Client secret', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Client id')).toBeFocused();
  await expect(alert.getByText('api/clientRefused')).toBeHidden();
  await alert.getByText('Details').click();
  await expect(alert.getByText('api/clientRefused')).toBeVisible();
  await test('Client secret', user.clientSecret);
  await expect(alert).toContainText('The user name or the password is wrong.');
  await test('Password', user.password);
  await expect(dialog.getByText('Everything works')).toBeVisible();
  await dialog.getByText('Advanced').click();
  await dialog.getByLabel('Sign-in address').fill(url);
  await test('Service address', 'http://no-such-host.invalid');
  await expect(alert).toContainText('The address was not found');
  await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeVisible();
  await expect(dialog.getByLabel('Scope')).toHaveValue('distribution');
  await dialog.getByLabel('Service address').fill(url);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();

  await goTo(page, 'Folders');
  await goTo(page, 'Uploads');
  await expect(folderQuestion(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Builds you upload appear here')).toBeVisible();
});

test('pasted text fills in the sign-in dialog', tabIsEnough, async ({ slipway, service }) => {
  const { page } = slipway;
  const { user, url } = service;
  await useBuiltIn(page);
  await addAccount(page);
  const dialog = page.getByRole('dialog');
  const text = [`Service: ${url}`, ...firstUserLines(user)].join('\n');
  await paste(dialog.getByLabel('Service address'), text);
  await expect(dialog.getByLabel('Client secret', { exact: true })).toHaveValue(user.clientSecret);
  await expect(dialog.getByText('The fields contain what you pasted.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: /^Signed in to / })).toBeVisible();
  await page.getByRole('button', { name: 'Use it now' }).click();
  const inUse = page.locator('.side-accounts').getByRole('button', { name: /in use$/ });
  await expect(inUse).toContainText(new URL(url).host);
});
