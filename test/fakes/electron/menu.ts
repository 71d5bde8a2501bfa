import type { MenuItemConstructorOptions } from 'electron';
import type { MenuEntry } from './control-contract.ts';

export type MenuItemDouble = MenuItemConstructorOptions;

/** Keeps its template; a click calls what the item's template says. */
export class MenuDouble {
  readonly items: readonly MenuItemDouble[];

  constructor(items: readonly MenuItemDouble[]) {
    this.items = items;
  }

  entries(): readonly MenuEntry[] {
    return this.items.map(entryOf);
  }

  /** Clicks the item with these labels from the top. Throws when there is none or it cannot be clicked. */
  click(path: readonly string[]): void {
    let items = this.items;
    let found: MenuItemDouble | undefined;
    for (const label of path) {
      found = items.find((item) => plain(item.label) === label);
      if (!found)
        throw new Error(`There is no “${label}” among: ${items.map((item) => plain(item.label)).join(', ')}`);
      items = submenuOf(found);
    }
    if (!found?.click || found.enabled === false) throw new Error(`“${path.join(' › ')}” cannot be clicked`);
    found.click({} as never, undefined, {} as never);
  }
}

const submenuOf = (item: MenuItemDouble): readonly MenuItemDouble[] =>
  Array.isArray(item.submenu) ? item.submenu : [];

/** As a person sees it: `&&` is an ampersand, a single one marks the key. */
const plain = (label: string | undefined): string => (label ?? '').replace(/&(.)/g, '$1');

function entryOf(item: MenuItemDouble): MenuEntry {
  return {
    label: plain(item.label),
    type: item.type ?? (item.submenu ? 'submenu' : 'normal'),
    role: item.role ?? null,
    enabled: item.enabled ?? true,
    accelerator: item.accelerator ?? null,
    submenu: submenuOf(item).map(entryOf),
  };
}
