/** User actions by keyboard only. */
import { expect, type Locator, type Page } from '@playwright/test';
import { rowOf } from './user-actions.ts';

const maxStops = 150;

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

/** Activates a button or a link with the keyboard. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Focuses the list and moves to the row that contains this text. */
export async function toRow(page: Page, text: string): Promise<void> {
  await tabTo(page, page.locator('[role="row"][tabindex="0"]'));
  await page.keyboard.press('Home');
  await expect(rowOf(page, text).first()).toBeVisible();
  for (let row = 0; row < maxStops; row += 1) {
    if ((await rowOf(page, text).and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`No row with ${text} is reached`);
}

/** Chooses an item in the menu of the focused row. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await press(page, page.locator('[role="row"]:focus-within').getByRole('button', { name: /^More actions/ }));
  const wanted = page.getByRole('menuitem', { name: item, exact: true });
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 30; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}

export async function goToByKeys(page: Page, screen: string): Promise<void> {
  await press(page, page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: screen }));
  await expect(page.locator('h1:focus')).toHaveText(screen);
}
