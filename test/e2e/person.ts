/** What a person does with the page, in the words that stand on it. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { FirstUser } from '../../main/service/service.ts';

export type PlaceName =
  | 'Uploads'
  | 'Test apps'
  | 'Store'
  | 'Folders'
  | 'Push'
  | 'Built-in service'
  | 'Settings';

export async function goTo(page: Page, place: PlaceName): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: place }).click();
  await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
}

/** First steps: the built-in service, which then runs and is the account in use; the folder is left for later. */
export async function useBuiltIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).click();
  await expect(page.getByRole('link', { name: /^Built-in service\s*running$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Builds you upload appear here')).toBeVisible();
}

export type Sheet = {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly user: FirstUser;
  readonly name?: string;
};

/** Opens the sign-in dialog: behind the account in use, once there is one. */
export async function addAccount(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add account…' });
  const inUse = page.locator('.side-accounts').getByRole('button', { name: /in use$/ });
  await expect(add.or(inUse).first()).toBeVisible();
  if (await inUse.isVisible()) {
    await inUse.press('Enter');
    await page.getByRole('menuitem', { name: 'Add account…' }).press('Enter');
  } else await add.first().press('Enter');
}

/** Opens the sign-in dialog, fills it in and sends it. */
export async function signIn(page: Page, { authUrl, baseUrl, user, name }: Sheet): Promise<void> {
  await addAccount(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service address').fill(baseUrl);
  if (authUrl !== baseUrl) {
    await dialog.getByText('Advanced').click();
    await dialog.getByLabel('Sign-in address').fill(authUrl);
  }
  await dialog.getByLabel('User name').fill(user.userName);
  await dialog.getByLabel('Password').fill(user.password);
  await dialog.getByLabel('Client id').fill(user.clientId);
  await dialog.getByLabel('Client secret').fill(user.clientSecret);
  if (name !== undefined) await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

/** Pastes into the field, as from a mail program. */
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

/** Adds a folder in Folders and waits until it is watched. */
export async function watchFolder(page: Page, { path, team, addresses }: WatchedFolder): Promise<void> {
  await goTo(page, 'Folders');
  await page.locator('.title-area').getByRole('button', { name: 'Watch a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(path);
  await expect(dialog.getByRole('switch', { name: 'Activate the version' })).toBeChecked();
  if (team !== undefined) await dialog.getByRole('button', { name: team }).click();
  if (addresses !== undefined) await paste(dialog.getByLabel('Send to', { exact: true }), addresses);
  await dialog.getByRole('button', { name: 'Watch folder' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, path)).toContainText('Watching');
}

/** Opens a section of Settings by its name. */
export async function openSection(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('navigation', { name: 'Sections of Settings' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

/** The row of a list that holds this text. */
export function rowOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('grid').getByRole('row').filter({ hasText: text });
}

/** What stands in the drawer that is open. */
export function drawerOf(page: Page): Locator {
  return page.getByRole('complementary', { name: /^Details:/ });
}
