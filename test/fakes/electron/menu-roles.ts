/** Roles of the menu items that Slipway uses, as in Electron's lib/browser/api/menu-item-roles.ts. */
import type { MenuItemConstructorOptions } from 'electron';

export type MenuApplication = { readonly name: string; quit(): void; showAboutPanel(): void };

/** The window on which roles act. On macOS the system handles most roles. */
export type FocusedWindow = {
  readonly webContents: { reload(): void };
  close(): void;
  minimize(): void;
  setFullScreen(on: boolean): void;
  isFullScreen(): boolean;
};

export type Role = {
  readonly label: string;
  readonly accelerator?: string;
  readonly submenu?: readonly MenuItemConstructorOptions[];
  readonly act?: (app: MenuApplication, window: FocusedWindow | null) => void;
  /** True if Electron also runs the action on macOS, where the system handles most roles. */
  readonly everywhere?: boolean;
};

const line: MenuItemConstructorOptions = { type: 'separator' };
/** No action, because the page itself handles the keys of these roles. */
const inPage = (): void => undefined;

/** Returns the roles by name in lower case. */
export function rolesOf(platform: NodeJS.Platform, name: string): Readonly<Record<string, Role>> {
  const mac = platform === 'darwin';
  const windows = platform === 'win32';
  const quitLabel = mac ? `Quit ${name}` : windows ? 'Exit' : 'Quit';
  const editMore: MenuItemConstructorOptions[] = mac
    ? [{ role: 'pasteAndMatchStyle' }, { role: 'delete' }, { role: 'selectAll' }]
    : [{ role: 'delete' }, line, { role: 'selectAll' }];
  const windowMore: MenuItemConstructorOptions[] = mac ? [line, { role: 'front' }] : [{ role: 'close' }];
  return {
    about: {
      label: platform === 'linux' ? 'About' : `About ${name}`,
      ...(mac ? {} : { act: (app) => app.showAboutPanel() }),
    },
    close: {
      label: mac ? 'Close Window' : 'Close',
      accelerator: 'CommandOrControl+W',
      act: (_app, window) => window?.close(),
    },
    copy: { label: 'Copy', accelerator: 'CommandOrControl+C', act: inPage },
    cut: { label: 'Cut', accelerator: 'CommandOrControl+X', act: inPage },
    delete: { label: 'Delete', act: inPage },
    front: { label: 'Bring All to Front' },
    help: { label: 'Help' },
    hide: { label: `Hide ${name}`, accelerator: 'Command+H' },
    hideothers: { label: 'Hide Others', accelerator: 'Command+Alt+H' },
    minimize: {
      label: 'Minimize',
      accelerator: 'CommandOrControl+M',
      act: (_app, window) => window?.minimize(),
    },
    paste: { label: 'Paste', accelerator: 'CommandOrControl+V', act: inPage },
    pasteandmatchstyle: {
      label: 'Paste and Match Style',
      accelerator: mac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V',
      act: inPage,
    },
    quit: {
      label: quitLabel,
      ...(windows ? {} : { accelerator: 'CommandOrControl+Q' }),
      act: (app) => app.quit(),
    },
    redo: {
      label: 'Redo',
      accelerator: windows ? 'Control+Y' : 'Shift+CommandOrControl+Z',
      act: inPage,
    },
    reload: {
      label: 'Reload',
      accelerator: 'CmdOrCtrl+R',
      everywhere: true,
      act: (_app, window) => window?.webContents.reload(),
    },
    resetzoom: { label: 'Actual Size', accelerator: 'CommandOrControl+0', everywhere: true, act: inPage },
    selectall: { label: 'Select All', accelerator: 'CommandOrControl+A', act: inPage },
    services: { label: 'Services' },
    recentdocuments: { label: 'Open Recent' },
    clearrecentdocuments: { label: 'Clear Menu' },
    toggledevtools: {
      label: 'Toggle Developer Tools',
      accelerator: mac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
      everywhere: true,
      act: inPage,
    },
    togglefullscreen: {
      label: 'Toggle Full Screen',
      accelerator: mac ? 'Control+Command+F' : 'F11',
      act: (_app, window) => window?.setFullScreen(!window.isFullScreen()),
    },
    undo: { label: 'Undo', accelerator: 'CommandOrControl+Z', act: inPage },
    unhide: { label: 'Show All' },
    zoom: { label: 'Zoom' },
    zoomin: { label: 'Zoom In', accelerator: 'CommandOrControl+Plus', everywhere: true, act: inPage },
    zoomout: { label: 'Zoom Out', accelerator: 'CommandOrControl+-', everywhere: true, act: inPage },
    editmenu: {
      label: 'Edit',
      submenu: [
        ...[{ role: 'undo' as const }, { role: 'redo' as const }, line],
        ...[{ role: 'cut' as const }, { role: 'copy' as const }, { role: 'paste' as const }, ...editMore],
      ],
    },
    windowmenu: { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...windowMore] },
  };
}
