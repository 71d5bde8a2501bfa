/** Pointer targets must be large enough or far enough apart. */
import type { Page } from '@playwright/test';

/**
 * Returns targets that have another target within 12 pixels of their centre, except links in a sentence (WCAG
 * 2.2, 2.5.8).
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const targets =
      'a[href], button, input, select, textarea, summary, [role="switch"], [role="menuitem"], [role="row"]';
    const controlOf = (element: Element | null): Element | null =>
      element?.closest('label')?.control ?? element?.closest(targets) ?? null;
    const angles = Array.from({ length: 16 }, (_, step) => (step * Math.PI) / 8);
    const centreOf = (element: Element): readonly [number, number] => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const nameOf = (element: Element): string =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    return [...document.querySelectorAll(targets)].flatMap((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const [x, y] = centreOf(element);
      const isInText = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (isInText || controlOf(document.elementFromPoint(x, y)) !== element) return [];
      const { width, height } = element.getBoundingClientRect();
      const missed = angles.map((angle) => {
        const [dx, dy] = [Math.cos(angle) * 11.5, Math.sin(angle) * 11.5];
        return controlOf(document.elementFromPoint(x + dx, y + dy));
      });
      const other = missed.find((hit) => hit !== null && !element.contains(hit));
      if (!other) return [];
      const size = `${Math.round(width)} × ${Math.round(height)}`;
      return [`${element.tagName} “${nameOf(element)}” ${size}, beside ${other.tagName} “${nameOf(other)}”`];
    });
  });
}
