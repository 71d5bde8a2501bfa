/** The application's menu, as each system has it. Pure. */
import type { MenuItemConstructorOptions } from 'electron';
import type { PlaceKind } from '../start/links.ts';
import { english, type ShellWords } from '../words/english.ts';

export type MenuActions = {
  chooseBuilds(): void;
  show(place: PlaceKind): void;
  showLog(): void;
  showLicenses(): void;
  /** Null where no update feed is read. */
  readonly checkForUpdates: (() => void) | null;
};

type Item = MenuItemConstructorOptions;

const line: Item = { type: 'separator' };

/** In the order of the sidebar; Settings stands where each system has it. */
const places = [
  'uploads',
  'apps',
  'store',
  'folders',
  'push',
  'service',
] as const satisfies readonly PlaceKind[];

/** What Electron fills these menus with by itself, written out where its English is not wanted. */
const filled: Readonly<Record<string, readonly Item[]>> = {
  editMenu: [
    { role: 'undo' },
    { role: 'redo' },
    line,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'delete' },
    line,
    { role: 'selectAll' },
  ],
  windowMenu: [{ role: 'minimize' }, { role: 'zoom' }, line, { role: 'front' }],
};

export function menuTemplate(
  platform: NodeJS.Platform,
  packaged: boolean,
  actions: MenuActions,
  words: ShellWords = english,
): Item[] {
  const mac = platform === 'darwin';
  const { menu } = words;
  const items: readonly Item[] = [
    ...(mac ? [applicationMenu(actions, menu)] : []),
    { label: menu.file, submenu: fileMenu(mac, actions, menu) },
    { role: 'editMenu' },
    { label: menu.view, submenu: viewMenu(packaged, actions, menu) },
    // Electron's own has an item there that only macOS knows.
    { role: 'windowMenu', ...(mac ? {} : { submenu: [{ role: 'minimize' }, { role: 'close' }] }) },
    { role: 'help', submenu: helpMenu(mac, actions, menu) },
  ];
  return items.map((item) => labelled(item, words.roles));
}

/** Roles with a label of the language, and with their items where those would be in English. */
function labelled(item: Item, roles: ShellWords['roles']): Item {
  const label = item.label ?? roles[item.role ?? ''];
  const submenu =
    item.submenu ?? (label === undefined || item.role === undefined ? undefined : filled[item.role]);
  return {
    ...item,
    ...(label === undefined ? {} : { label }),
    ...(Array.isArray(submenu) ? { submenu: submenu.map((each) => labelled(each, roles)) } : {}),
  };
}

type MenuWords = ShellWords['menu'];

const settings = (actions: MenuActions, words: MenuWords): Item => ({
  label: words.settings,
  accelerator: 'CmdOrCtrl+,',
  click: () => actions.show('settings'),
});

function updates({ checkForUpdates }: MenuActions, words: MenuWords): Item[] {
  return checkForUpdates === null ? [] : [{ label: words.updates, click: () => checkForUpdates() }];
}

/** The one macOS names after the application. */
function applicationMenu(actions: MenuActions, words: MenuWords): Item {
  return {
    label: 'Slipway',
    submenu: [
      { role: 'about' },
      ...updates(actions, words),
      line,
      settings(actions, words),
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
}

function fileMenu(mac: boolean, actions: MenuActions, words: MenuWords): Item[] {
  const upload: Item = {
    label: words.upload,
    accelerator: 'CmdOrCtrl+O',
    click: () => actions.chooseBuilds(),
  };
  const recent: Item = { role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };
  if (mac) return [upload, recent, line, { role: 'close' }];
  return [upload, line, settings(actions, words), line, { role: 'close' }, { role: 'quit' }];
}

function viewMenu(packaged: boolean, actions: MenuActions, words: MenuWords): Item[] {
  return [
    ...places.map((place, index) => ({
      label: words[place],
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => actions.show(place),
    })),
    line,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    line,
    { role: 'togglefullscreen' },
    ...(packaged ? [] : ([line, { role: 'reload' }, { role: 'toggleDevTools' }] as const)),
  ];
}

function helpMenu(mac: boolean, actions: MenuActions, words: MenuWords): Item[] {
  const log: Item = { label: words.log, click: () => actions.showLog() };
  const licenses: Item = { label: words.licenses, click: () => actions.showLicenses() };
  return mac ? [log, licenses] : [log, ...updates(actions, words), line, licenses, { role: 'about' }];
}
