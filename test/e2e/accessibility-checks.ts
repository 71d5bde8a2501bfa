import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { decodePng } from '../unit/packages/pictures.ts';
import { expect } from './fixtures.ts';

type Appearance = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Disables animations, because axe would measure colours in transition. */
const plain: Appearance = { contrast: 'no-preference', forcedColors: 'none', reducedMotion: 'reduce' };

/** Appearances that the user can set. */
const appearances: readonly (readonly [string, Appearance])[] = [
  ['light', { ...plain, colorScheme: 'light' }],
  ['dark', { ...plain, colorScheme: 'dark' }],
  ['light, more contrast', { ...plain, colorScheme: 'light', contrast: 'more' }],
  ['dark, more contrast', { ...plain, colorScheme: 'dark', contrast: 'more' }],
  ['dark, forced colours', { ...plain, colorScheme: 'dark', forcedColors: 'active' }],
];

/** Rules that depend on colours. All other rules are checked in one appearance only. */
const colourRules = ['link-in-text-block', 'color-contrast'];
/** Rules for the appearances with more contrast: a contrast ratio of 7 : 1, or 4.5 : 1 for large text. */
const moreContrastRules = [...colourRules, 'color-contrast-enhanced'];

/** Returns serious and critical axe violations in every appearance, as `appearance rule: elements`. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await expect(page.locator('h1, h2').first(), 'the page is drawn').toBeVisible();
  for (const [appearance, media] of appearances) {
    await page.emulateMedia(media);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const rules = media.contrast === 'more' ? moreContrastRules : colourRules;
    const results = await (appearance === 'light' ? axe : axe.withRules(rules)).analyze();
    expect(results.passes.map((rule) => rule.id)).toEqual(expect.arrayContaining([rules.at(-1)]));
    for (const { id, impact, nodes } of results.violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      found.push(`${appearance} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    }
  }
  await page.emulateMedia({ ...plain, colorScheme: 'light', reducedMotion: 'no-preference' });
  return found;
}

/** Collects the violations of several screens. */
export function collectViolations(page: Page) {
  const found: Record<string, readonly string[]> = {};
  const check = async (screen: string): Promise<void> => {
    const all = await violations(page);
    if (all.length > 0) found[screen] = all;
  };
  return { found, check };
}

/**
 * Returns controls and headings that extend beyond the left or right edge of the window and cannot be
 * scrolled into view, as `tag “name”: left to right`.
 */
export function elementsOutsideWindow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > wide)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const scrolls = (element: Element | null): boolean => {
      for (let each = element; each; each = each.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth)
          return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll(
      'a, button, input, select, textarea, h1, h2, [role="switch"]',
    )) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const { clipPath, visibility } = getComputedStyle(element);
      if (width <= 1 || height <= 1 || clipPath !== 'none' || visibility === 'hidden') continue;
      if ((left < -1 || right > wide + 1) && !scrolls(element.parentElement)) {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        found.push(
          `${element.tagName.toLowerCase()} “${name.slice(0, 40)}”: ${Math.round(left)} to ${Math.round(right)}`,
        );
      }
    }
    return found;
  });
}

/** Presses Tab `presses` times. Returns the elements that had the focus without showing a focus ring. */
export async function stopsWithoutFocusRing(page: Page, presses: number): Promise<readonly string[]> {
  const unseen = new Set<string>();
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const drawn = [element, ...element.querySelectorAll(':scope > .grid-cell')].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      });
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return drawn && inside ? null : `${element.tagName} ${element.className}`;
    });
    if (stop !== null) unseen.add(stop);
  }
  return [...unseen];
}

/** Returns list rows in which texts overlap or a name of ordinary length is truncated. */
export function unreadableRows(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const boxesOf = (row: Element): readonly (readonly [string, DOMRect, Node])[] => {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const boxes: [string, DOMRect, Node][] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent?.trim();
        if (!parent?.checkVisibility() || !text || parent.closest('.visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const seen = parent.getBoundingClientRect();
        // A text has one rectangle for each line.
        for (const { left, top, right, bottom } of range.getClientRects()) {
          const [x, y] = [Math.max(left, seen.left), Math.max(top, seen.top)];
          const [width, height] = [Math.min(right, seen.right) - x, Math.min(bottom, seen.bottom) - y];
          if (width > 0 && height > 0) boxes.push([text, new DOMRect(x, y, width, height), node]);
        }
      }
      return boxes;
    };
    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return [...document.querySelectorAll('.grid-row')].flatMap((row) => {
      const boxes = boxesOf(row);
      const over = boxes.flatMap(([text, box, node], index) =>
        boxes
          .slice(index + 1)
          .flatMap(([other, beside, at]) =>
            at !== node && overlap(box, beside) ? `${text} over ${other}` : [],
          ),
      );
      const inside = row.getBoundingClientRect();
      const outside = boxes.flatMap(([text, { top, bottom }]) =>
        top < inside.top - 1 || bottom > inside.bottom + 1 ? `${text} leaves its row` : [],
      );
      const cut = [...row.querySelectorAll('.row-name')]
        .filter((name) => (name.textContent ?? '').length <= 20 && name.scrollWidth > name.clientWidth + 1)
        .map((name) => `${name.textContent} is cut`);
      return [...over, ...outside, ...cut];
    });
  });
}

/** Returns the contrast ratio (WCAG 2.2) between the two ends of a bar, measured on a screenshot. */
export async function contrastOfEnds(bar: Locator): Promise<number> {
  const { width, height, channels, bytes } = decodePng(await bar.screenshot());
  const [dark = 0, light = 0] = [3, width - 4]
    .map((x) => {
      const at = (Math.floor(height / 2) * width + x) * channels;
      const [red = 0, green = 0, blue = 0] = [...bytes.subarray(at, at + 3)].map((value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
