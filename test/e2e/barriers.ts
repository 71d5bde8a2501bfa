import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What axe calls serious or critical, in light and dark, as `rule: elements`. */
export async function barriers(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(passes.map((rule) => rule.id)).toContain('color-contrast');
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      found.push(`${colorScheme} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    }
  }
  return found;
}
