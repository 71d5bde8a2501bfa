import { type BrowserWindow, Menu } from 'electron';
import type { CallArguments } from '../../../preload/contract.ts';

type Wanted = CallArguments<'desktop.popUpMenu'>;

/** The place of the entry that was chosen in a menu of the system; null for none, or without a window. */
export function popUpMenu({ entries, at }: Wanted, window: BrowserWindow | null): Promise<number | null> {
  if (window === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    let chosen: number | null = null;
    const menu = Menu.buildFromTemplate(
      entries.map((entry, index) => {
        if (entry === 'separator') return { type: 'separator' };
        const { label, checked } = entry;
        return {
          // An ampersand would mark a key.
          label: label.replaceAll('&', '&&'),
          ...(checked === undefined ? {} : { type: 'radio', checked }),
          click: () => {
            chosen = index;
          },
        };
      }),
    );
    // An entry that is clicked says so before its menu is closed.
    menu.popup({ window, ...at, callback: () => resolve(chosen) });
  });
}
