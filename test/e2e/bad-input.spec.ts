/** Errors are shown at the input that caused them, and nothing is stored. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { everywhere, expect, onBoth, tabIsEnough, test } from './fixtures.ts';
import {
  addService,
  goTo,
  openFolderDialog,
  openSection,
  rowOf,
  signIn,
  uploadBuild,
  useBuiltIn,
} from './user-actions.ts';
import { sampleApk } from './world.ts';

/** Starts a web server that is not a distribution service. */
async function startWebsite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><h1>Welcome to the guest network</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a URL at which no server listens. */
async function freeAddress(): Promise<string> {
  const website = await startWebsite();
  await website.stop();
  return website.url;
}

async function tryFolder(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(path);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
}

test('an invalid folder is refused with the reason', tabIsEnough, async ({ slipway, folder, dataDir }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const dialog = await openFolderDialog(page);

  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog.getByText('Choose a folder or enter its path.')).toBeVisible();

  const missing = join(folder, 'nowhere');
  await tryFolder(page, missing);
  await expect(dialog).toContainText(`The folder ${missing} does not exist:`);

  const file = join(folder, 'a file');
  await writeFile(file, '');
  await tryFolder(page, file);
  await expect(dialog).toContainText(`${file} is a file, not a folder:`);

  await tryFolder(page, 'builds');
  await expect(dialog).toContainText('“builds” is not a full path');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Folders Slipway watches appear here')).toBeVisible();
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).not.toContain('nowhere');
});

const everythingReadable =
  process.getuid?.() === 0
    ? 'root may read every folder'
    : process.platform === 'win32'
      ? 'Windows has no such modes'
      : null;

test('a folder without read permission is refused', onBoth, async ({ start, folder }) => {
  if (everythingReadable) console.log(`Skipped: ${everythingReadable}.`);
  test.skip(everythingReadable !== null, everythingReadable ?? '');
  const { page } = await start();
  await useBuiltIn(page);
  const closed = join(folder, 'closed');
  await mkdir(closed, { mode: 0o000 });
  await openFolderDialog(page);
  await tryFolder(page, closed);
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
  await expect(dialog).toContainText(`The folder ${closed} cannot be read (permission denied):`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Folders Slipway watches appear here')).toBeVisible();
});

test('a failed sign-in shows why and adds no account', tabIsEnough, async ({ slipway, dataDir, service }) => {
  const { page } = slipway;
  const website = await startWebsite();
  const unusedAddress = await freeAddress();
  try {
    // The error must be visible even in the smallest window.
    await page.setViewportSize({ width: 720, height: 480 });
    const dialog = page.getByRole('dialog', { name: 'Sign in to a service' });
    await page.getByRole('button', { name: 'My company has a server…' }).click();
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const address = dialog.getByLabel('Service address');
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription(/Enter the address/);
    const invalid = dialog.locator('[aria-invalid="true"]');
    await expect(invalid).toHaveCount(1);
    await address.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(invalid, 'the user name was left empty').toHaveCount(2);
    await page.keyboard.insertText('not the password');
    await page.keyboard.press('Tab');
    const show = dialog.getByRole('button', { name: 'Show “Password”' });
    await expect(show).toBeFocused();
    await page.keyboard.press('Space');
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await dialog.getByLabel('Service address').fill('auth example');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(
      dialog.getByText('Enter an address that begins with https:// or http://.').first(),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const { user, url } = service;
    await signIn(page, { url, user: { ...user, password: 'not the password' } });
    await expect(dialog.getByRole('alert')).toContainText(/user name or password is not accepted/);
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 0.95 });
    await expect(dialog.getByLabel('User name')).toHaveValue(user.userName);

    const again = async (address: string): Promise<void> => {
      await dialog.getByLabel('Service address').fill(address);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
    };
    await again(unusedAddress);
    await expect(dialog.getByRole('alert')).toContainText('Nothing answers at');
    await again(website.url);
    await expect(dialog.getByRole('alert')).toContainText('answered with a web page');

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Where should builds go?' })).toBeVisible();
    await expect(page.locator('.side-accounts').getByRole('button')).toHaveText(['Add account…']);
    const stored = await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '');
    expect(stored).not.toContain(user.userName);
  } finally {
    await website.stop();
  }
});

test(
  'an upload reports a wrong address or an unreachable service',
  everywhere,
  async ({ slipway, folder, service }) => {
    const { page } = slipway;
    const website = await startWebsite();
    const upload = () => uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
    try {
      const { url, user } = service;
      await signIn(page, { url: website.url, authUrl: url, user, name: 'Guest network' });
      await expect(page.getByRole('alert')).toContainText('This is not a distribution service');
      await page.getByRole('button', { name: 'Save anyway' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await goTo(page, 'Test apps');
      await expect(page.getByRole('alert')).toContainText('answered with a web page');
      await expect(page.getByRole('alert')).toContainText('check the addresses of the account');
      await upload();
      await expect(rowOf(page, 'Field Notes')).toContainText('answered with a web page');
      await expect(rowOf(page, 'Field Notes')).toContainText('Failed');
      await openSection(page, 'Accounts');
      await page.getByRole('button', { name: 'Actions for Guest network' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove account' }).click();
      await expect(page.locator('.side-accounts').getByRole('button')).toHaveText(['Add account…']);

      await addService(page, { url, user, name: 'Work' });
      await service.stop();
      await upload();
      const row = rowOf(page, 'Retrying at');
      await expect(row).toContainText('Nothing answers at');
      await row.getByRole('button', { name: 'More actions for Field Notes' }).click();
      await page.getByRole('menuitem', { name: 'Cancel upload' }).click();
      await expect(rowOf(page, 'Cancelled')).toHaveCount(1);
    } finally {
      await website.stop();
    }
  },
);
