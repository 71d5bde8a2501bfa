/** JSON fields: an editor, or a plain field if the editor cannot be loaded. */
import type { Locator, Page } from '@playwright/test';
import { everywhere, expect, inTab, test } from './fixtures.ts';
import { expectText, replaceText, textIn } from './json-text.ts';
import { speak } from './pictures.ts';
import { goTo, openPart } from './user-actions.ts';

async function openSimulator(page: Page): Promise<readonly [mapping: Locator, message: Locator]> {
  await goTo(page, 'Push');
  await openPart(page, 'Simulator');
  return [page.getByLabel('Mapping file'), page.getByLabel('Received message')];
}

const wrong = '{\n  "data": {\n    "notification": }\n  }\n}';

test('the editor marks errors and brackets under the CSP', everywhere, async ({ slipway: { page } }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const [mapping, message] = await openSimulator(page);
  const box = page.locator('.json-text').filter({ has: message });
  await expect(message).toHaveRole('textbox');
  await expect(message).toHaveAccessibleDescription(/^JSON, as it arrives/);
  await expect(box.locator('.cm-lineNumbers')).toBeVisible();
  await replaceText(mapping, '{"notification": {"title": "t"}, "configuration_version": "2"}');

  await replaceText(message, wrong);
  await expect(page.getByText('Line 3, column 21')).toBeVisible();
  // The line number and the wrong character are marked.
  await expect(box.locator('.json-number-error, .json-mark-error')).toHaveText(['3', '}']);
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  // Corrected text must not keep its mark until the next check.
  await replaceText(message, '{"data": {"notification": {"t": "Tea"}}}');
  await expect(box.locator('.json-mark-error')).toHaveCount(0);
  await expect(message).not.toHaveAttribute('aria-invalid');

  await message.press('ControlOrMeta+Home');
  const matched = box.locator('.cm-matchingBracket');
  await expect(matched).toHaveText(['{', '}']);
  // The styles of the editor must work without a style element, which the security policy forbids.
  const border = await matched.first().evaluate((bracket) => getComputedStyle(bracket).outlineStyle);
  expect(border).toBe('solid');

  // Text that replaces a highlighted word must not keep its style.
  await box.getByText('"notification"').dblclick();
  await page.keyboard.type('news');
  await box.getByText('Tea').dblclick();
  await page.keyboard.insertText('Tea, hot');
  await expectText(message, '{"data": {"news": {"t": "Tea, hot"}}}');
  await replaceText(message, '{"data": {"notification": {"t": "Tea"}}}');

  await page.getByText('Received message', { exact: true }).click();
  await expect(message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{');
  await page.keyboard.press('Enter');
  await page.keyboard.type('"to": 1');
  await expectText(message, '{\n  "to": 1');
  // The editor groups typed characters by the time between them, so the number of steps varies.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    expect(await textIn(message)).toMatch(/Tea/);
  }).toPass();
  // Tab moves the focus. It does not indent the text.
  await page.keyboard.press('Tab');
  await expect(message).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(message).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(mapping).toBeFocused();
  expect(complaints).toEqual([]);
});

test('the field keeps text, focus and cursor when the editor loads', inTab, async ({ slipway: { page } }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/json-editor-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const [, message] = await openSimulator(page);
  await replaceText(message, '{"to": "b"}');
  await message.press('End');
  await message.press('ArrowLeft');
  await message.press('ArrowLeft');
  await expect(message).toHaveValue('{"to": "b"}');
  arrived.resolve();
  await expect(message).not.toHaveJSProperty('tagName', 'TEXTAREA');
  await expect(message).toBeFocused();
  await page.keyboard.type('c');
  await expectText(message, '{"to": "bc"}');
});

test('the editor announces changes in the language of the page', inTab, async ({ slipway: { page } }) => {
  await speak(page, 'de');
  await page.evaluate(() => location.assign('#/push/simulator'));
  const message = page.getByLabel('Empfangene Nachricht');
  await expect(message).not.toHaveJSProperty('tagName', 'TEXTAREA');
  await replaceText(message, '{}');
  await message.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.locator('.cm-announced', { hasText: 'Auswahl gelöscht' })).toHaveCount(1);
});

test('a plain field replaces an editor that cannot load', inTab, async ({ slipway: { page } }) => {
  const reported: string[] = [];
  page.on('pageerror', (error) => reported.push(error.message));
  await page.route('**/json-editor-*.js', (route) => route.abort());
  const [mapping, message] = await openSimulator(page);
  await replaceText(mapping, '{"notification": {"title": "t"}, "configuration_version": "2"}');
  await replaceText(message, wrong);
  await expect(page.getByText('Line 3, column 21')).toBeVisible();
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await expect(message).toHaveAccessibleDescription(/^JSON, as it arrives/);
  await replaceText(message, '{"to": "a", "data": {"notification": {"t": "Tea"}}}');
  await expect(page.getByRole('figure').filter({ hasText: 'Lock screen' })).toContainText('Tea');
  await expect(page.locator('.cm-editor')).toHaveCount(0);
  expect(reported.join()).toContain('json-editor-');
});
