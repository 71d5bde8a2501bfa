/** Helpers for JSON fields: the editor, and the plain field shown before it loads. */
import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Returns the text of a field. The editor renders only visible lines, so the text must fit the field. */
export const textIn = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    element instanceof HTMLTextAreaElement
      ? element.value
      : [...element.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('\n'),
  );

/**
 * Replaces the text of a field. `fill` selects the text in the DOM only, and the editor may restore its own
 * selection before the new text arrives, which is then added to the old one.
 */
export async function replaceText(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.page().keyboard.insertText(text);
}

export async function expectText(field: Locator, wanted: string | RegExp): Promise<void> {
  const text = expect.poll(() => textIn(field));
  await (typeof wanted === 'string' ? text.toBe(wanted) : text.toMatch(wanted));
}

export async function expectNoText(field: Locator, unwanted: RegExp): Promise<void> {
  await expect.poll(() => textIn(field)).not.toMatch(unwanted);
}

export const chosenText = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    element instanceof HTMLTextAreaElement
      ? element.value.slice(element.selectionStart, element.selectionEnd)
      : String(getSelection()),
  );
