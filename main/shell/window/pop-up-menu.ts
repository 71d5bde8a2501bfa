import { type BrowserWindow, Menu } from 'electron';
import type { CallArguments } from '../../../preload/contract.ts';

type MenuRequest = CallArguments<'desktop.popUpMenu'>;

/** Shows a native menu. Resolves with the index of the chosen entry; null if none, or without a window. */
export function popUpMenu(
  { entries, at }: MenuRequest,
  window: BrowserWindow | null,
): Promise<number | null> {
  if (window === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    let chosen: number | null = null;
    const menu = Menu.buildFromTemplate(
      entries.map((entry, index) => {
        if (entry === 'separator') return { type: 'separator' };
        const { label, checked } = entry;
        return {
          label: label.replaceAll('&', '&&'),
          ...(checked === undefined ? {} : { type: 'radio', checked }),
          click: () => {
            chosen = index;
          },
        };
      }),
    );
    // `click` fires before the callback of `popup`.
    menu.popup({ window, ...at, callback: () => resolve(chosen) });
  });
}
