import type { MenuItemConstructorOptions, PopupOptions } from 'electron';
import type { MenuEntry } from './control-contract.ts';
import { type FocusedWindow, type MenuApplication, rolesOf } from './menu-roles.ts';

export type MenuHost = {
  readonly app: MenuApplication;
  /** Called when a menu is opened. `closed` must be called when it closes. */
  opened(menu: MenuDouble, closed: () => void): void;
  focused(): FocusedWindow | null;
};

export type MenuItemDouble = Omit<MenuItemConstructorOptions, 'submenu' | 'role' | 'click'> & {
  readonly type: string;
  readonly label: string;
  /** Writable, as in Electron. */
  enabled: boolean;
  readonly visible: boolean;
  readonly role: string | undefined;
  readonly submenu: MenuDouble | undefined;
  click(event?: unknown, window?: unknown, contents?: unknown): void;
};

const types = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];

/** Test double of `Menu`, as in Electron's lib/browser/api/menu.ts and menu-item.ts. */
export class MenuDouble {
  readonly items: readonly MenuItemDouble[];
  readonly #opened: MenuHost['opened'];

  constructor(items: readonly MenuItemDouble[], opened: MenuHost['opened']) {
    this.items = items;
    this.#opened = opened;
  }

  popup({ callback }: PopupOptions = {}): void {
    this.#opened(this, callback ?? (() => {}));
  }

  /** Returns the item with this id, also in submenus. */
  getMenuItemById(id: string): MenuItemDouble | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  entries(): readonly MenuEntry[] {
    return this.items.map(entryOf);
  }

  /** Clicks the menu item with this path of labels. Throws if it does not exist or is disabled. */
  click(path: readonly string[]): void {
    let items = this.items;
    let found: MenuItemDouble | undefined;
    for (const label of path) {
      found = items.find((item) => plain(item.label) === label);
      if (!found)
        throw new Error(`There is no “${label}” among: ${items.map((item) => plain(item.label)).join(', ')}`);
      items = found.submenu?.items ?? [];
    }
    if (!found || found.submenu || !found.enabled) throw new Error(`“${path.join(' › ')}” cannot be clicked`);
    found.click();
  }
}

/** Builds a menu from a template; throws if the template is invalid. */
export function buildMenu(template: readonly MenuItemConstructorOptions[], host: MenuHost): MenuDouble {
  if (!Array.isArray(template))
    throw new TypeError('Invalid template for Menu: Menu template must be an array');
  if (!template.every(isItem))
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  const items = withoutExtraSeparators(template).map((item) => itemOf(item, host));
  return new MenuDouble(items, host.opened);
}

const isItem = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  (Object.hasOwn(item, 'label') ||
    Object.hasOwn(item, 'role') ||
    ('type' in item && item.type === 'separator'));

const isSeparator = (item: MenuItemConstructorOptions | undefined): boolean => item?.type === 'separator';

/** Merges adjacent separators, and removes leading and trailing separators. */
function withoutExtraSeparators(
  template: readonly MenuItemConstructorOptions[],
): readonly MenuItemConstructorOptions[] {
  const isContent = (item: MenuItemConstructorOptions): boolean =>
    item.visible === false || !isSeparator(item);
  return template
    .filter((item, index) => isContent(item) || index === 0 || !isSeparator(template[index - 1]))
    .filter((item, index, all) => isContent(item) || (index !== 0 && index !== all.length - 1));
}

function itemOf(options: MenuItemConstructorOptions, host: MenuHost): MenuItemDouble {
  const { app, focused } = host;
  const role = options.role?.toLowerCase();
  const roleEntry = role === undefined ? undefined : rolesOf(process.platform, app.name)[role];
  const given = options.submenu ?? roleEntry?.submenu;
  const submenu =
    given === undefined || given instanceof MenuDouble
      ? given
      : buildMenu(given as MenuItemConstructorOptions[], host);
  const type = options.type ?? (submenu ? 'submenu' : 'normal');
  if (type === 'submenu' && !submenu) throw new Error('Invalid submenu');
  if (!types.includes(type)) throw new Error(`Unknown menu item type: ${type}`);
  const accelerator = options.accelerator ?? roleEntry?.accelerator;
  const act = process.platform === 'darwin' && roleEntry?.everywhere !== true ? undefined : roleEntry?.act;
  const item: MenuItemDouble = {
    ...options,
    ...{ type, role, submenu: submenu as MenuDouble | undefined },
    label: options.label ?? roleEntry?.label ?? '',
    enabled: options.enabled ?? true,
    visible: options.visible ?? true,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: (event) => {
      if (act) act(app, focused());
      else options.click?.(item as never, focused() as never, event as never);
    },
  };
  return item;
}

/** Returns the label as it is shown: `&&` is an ampersand, and a single `&` marks the mnemonic. */
const plain = (label: string): string => label.replace(/&(.)/g, '$1');

function entryOf({ label, type, role, enabled, accelerator, submenu }: MenuItemDouble): MenuEntry {
  return {
    ...{ label: plain(label), type, enabled },
    role: role ?? null,
    accelerator: accelerator ?? null,
    submenu: submenu?.entries() ?? [],
  };
}
