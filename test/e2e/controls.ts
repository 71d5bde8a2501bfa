/** Checks that controls can be reached by Tab and changed by a key. Restores them afterwards. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { tabTo } from './keyboard.ts';

export type Changed = Set<string>;

const controls = [
  '[role="switch"]:not([aria-readonly="true"])',
  'input[type="checkbox"]:not([tabindex="-1"])',
  'input[type="radio"]:checked',
  'button[aria-pressed]:not([aria-disabled="true"])',
  'select:enabled:has(option + option)',
].join();

/** Changes and restores each visible control by keyboard. Adds the names of the controls to `changed`. */
export async function changeEach(page: Page, within: Locator, changed: Changed): Promise<void> {
  const seen = within.locator(controls).filter({ visible: true });
  await expect(seen.first()).toBeVisible();
  for (let index = 0; index < (await seen.count()); index += 1) {
    const control = seen.nth(index);
    await tabTo(page, control);
    changed.add(await nameOf(control));
    await changeByKey(page, control);
  }
}

/** Opens the focused select and chooses the option next to the current one. */
export async function chooseByKey(page: Page, key: 'ArrowUp' | 'ArrowDown'): Promise<void> {
  const opened = page.locator('select:open');
  await page.keyboard.press('Enter');
  await expect(opened).toHaveCount(1);
  await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await expect(opened).toHaveCount(0);
}

async function changeByKey(page: Page, control: Locator): Promise<void> {
  if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') {
    const before = await control.inputValue();
    const isLast = await control.evaluate(
      ({ selectedIndex, length }: HTMLSelectElement) => selectedIndex === length - 1,
    );
    await chooseByKey(page, isLast ? 'ArrowUp' : 'ArrowDown');
    await expect(control).not.toHaveValue(before);
    // The previous value cannot be restored if it was a placeholder.
    if ((await control.locator(`option[value="${before}"]:disabled`).count()) > 0) return;
    await chooseByKey(page, isLast ? 'ArrowDown' : 'ArrowUp');
    await expect(control).toHaveValue(before);
    return;
  }
  if ((await control.getAttribute('type')) === 'radio') {
    const before = await control.elementHandle();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => before?.isChecked()).toBe(false);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => before?.isChecked()).toBe(true);
    return;
  }
  if ((await control.getAttribute('aria-pressed')) !== null) {
    const before = (await control.getAttribute('aria-pressed')) === 'true';
    await page.keyboard.press('Space');
    await expect(control).toHaveAttribute('aria-pressed', String(!before));
    await page.keyboard.press('Space');
    await expect(control).toHaveAttribute('aria-pressed', String(before));
    return;
  }
  const before = await control.isChecked();
  await page.keyboard.press('Space');
  await expect(control).toBeChecked({ checked: !before });
  await page.keyboard.press('Space');
  await expect(control).toBeChecked({ checked: before });
}

async function nameOf(control: Locator): Promise<string> {
  const [, name = ''] = /"(.*?)"/.exec(await control.ariaSnapshot()) ?? [];
  return name;
}
