/** Actions of a user on the page. Elements are found by their visible texts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { FirstUser } from '../../main/service/service.ts';
import { callMain, dropFiles } from './fixtures.ts';
import { sampleApk } from './world.ts';

export type ScreenName =
  | 'Uploads'
  | 'Test apps'
  | 'Store'
  | 'Folders'
  | 'Push'
  | 'Built-in service'
  | 'Settings';

export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: screen }).click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

/** Selects the built-in service during the first steps and skips watching a folder. */
export async function useBuiltIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  await expect(page.getByRole('link', { name: /^Built-in service\s*running$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Builds you upload appear here')).toBeVisible();
}

type SignIn = {
  readonly url: string;
  /** URL for signing in. Defaults to `url`. */
  readonly authUrl?: string;
  readonly user: FirstUser;
  readonly name?: string;
};

/** Opens the sign-in dialog, from the menu of the selected account if there is one. */
export async function addAccount(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add account…' });
  const inUse = page.locator('.side-accounts').getByRole('button', { name: /in use$/ });
  await expect(add.or(inUse).first()).toBeVisible();
  if (await inUse.isVisible()) {
    await inUse.press('Enter');
    await page.getByRole('menuitem', { name: 'Add account…' }).press('Enter');
  } else await add.first().press('Enter');
}

/** Opens the sign-in dialog, fills it in and submits it. */
export async function signIn(page: Page, { url, authUrl = url, user, name }: SignIn): Promise<void> {
  await addAccount(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service address').fill(url);
  if (authUrl !== url) {
    await dialog.getByText('Advanced').click();
    await dialog.getByLabel('Sign-in address').fill(authUrl);
  }
  await dialog.getByLabel('User name').fill(user.userName);
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByLabel('Client id').fill(user.clientId);
  await dialog.getByLabel('Client secret', { exact: true }).fill(user.clientSecret);
  if (name !== undefined) await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in to a service. The first account is selected automatically. */
export async function addService(page: Page, account: SignIn): Promise<void> {
  await signIn(page, account);
  const later = page.getByRole('button', { name: 'Later' });
  await expect(later.or(page.getByRole('button', { name: /in use$/ })).first()).toBeVisible();
  if (await later.isVisible()) await later.click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Writes a build, drops it on the page and confirms the dialog. */
export async function uploadBuild(
  page: Page,
  path: string,
  bytes: Buffer,
  { recipients = '', activate = true }: { readonly recipients?: string; readonly activate?: boolean } = {},
): Promise<void> {
  await writeFile(path, bytes);
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
  if (recipients !== '') await paste(dialog.getByLabel('Send to', { exact: true }), recipients);
  if (!activate) await dialog.getByRole('switch', { name: 'Activate the version' }).click();
  await dialog.getByRole('button', { name: /^Upload( and send to \d+)?$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Uploads a build of Field Notes for each version, the newest last, and opens the list. */
export async function showVersions(page: Page, folder: string, versions: readonly string[]): Promise<void> {
  for (const [at, versionName] of versions.entries()) {
    await uploadBuild(
      page,
      join(folder, `field-notes-${versionName}.apk`),
      sampleApk({ versionName, versionCode: 1180 + at }),
    );
    await expect(rowOf(page, versionName)).toContainText('Active');
  }
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
}

export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export type WatchedFolder = {
  readonly path: string;
  readonly team?: string;
  readonly addresses?: string;
};

export async function openFolderDialog(page: Page): Promise<Locator> {
  await goTo(page, 'Folders');
  await page.getByRole('main').getByRole('button', { name: 'Watch a folder…' }).click();
  return page.getByRole('dialog', { name: 'Watch a folder' });
}

/** Adds a folder in Folders and waits until it is watched. */
export async function watchFolder(page: Page, { path, team, addresses }: WatchedFolder): Promise<void> {
  const dialog = await openFolderDialog(page);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(path);
  if (team !== undefined) await dialog.getByRole('button', { name: team }).click();
  if (addresses !== undefined) await paste(dialog.getByLabel('Send to', { exact: true }), addresses);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, path)).toContainText('Watching');
}

const advancedParts: Readonly<Record<string, string>> = {
  'Users and clients': 'Users and clients',
  Requests: 'Latest requests',
};

/** Opens a section of the current screen. */
export async function openPart(page: Page, name: string): Promise<void> {
  const button = advancedParts[name];
  await page
    .getByRole('navigation', { name: /^Sections of / })
    .getByRole('link', { name: button === undefined ? name : 'Advanced' })
    .press('Enter');
  if (button !== undefined) await page.getByRole('button', { name: button }).press('Enter');
}

/** Expands “Advanced”, the fields of a dialog that only operators need. */
export const openAdvanced = (dialog: Locator): Promise<void> => dialog.getByText('Advanced').click();

/** Selects “Anyone with the link” in the guide of the built-in service, and enters the public address. */
export async function openToAnyone(dialog: Locator, address: string): Promise<void> {
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).check();
  await dialog.getByLabel('Public address').fill(address);
}

export async function openSection(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  await openPart(page, name);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

/** Watches a folder whose builds wait for confirmation. */
export async function watchAskingFirst(page: Page, path: string): Promise<void> {
  const accounts = await callMain(page, 'accounts.list', {});
  const accountId = accounts.ok ? (accounts.value[0]?.id ?? '') : '';
  const recipients = { teamIds: [], memberIds: [], emails: [] };
  const rule = { sendAnyway: false, existingBuilds: 'none', askFirst: true } as const;
  const folder = { path, accountId, area: 'testingdist', activate: true, recipients, ...rule } as const;
  expect(await callMain(page, 'folders.add', folder)).toMatchObject({ ok: true });
}

export function rowOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('grid').getByRole('row').filter({ hasText: text });
}

export function drawerOf(page: Page): Locator {
  return page.getByRole('complementary', { name: /^Details:/ });
}
