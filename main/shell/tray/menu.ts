import type { MenuItemConstructorOptions } from 'electron';
import { isCode } from '../../messages/text.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import type { Screen } from '../links.ts';

export type MenuActions = {
  chooseBuilds(): void;
  show(screen: Screen): void;
  showLog(): void;
  showLicenses(): void;
  /** Null if there is no update feed. */
  readonly checkForUpdates: (() => void) | null;
};

type Item = MenuItemConstructorOptions;

const line: Item = { type: 'separator' };

/** Screens in the order of the sidebar, without the settings, whose menu position depends on the platform. */
const screens = [
  'uploads',
  'apps',
  'store',
  'folders',
  'push',
  'service',
] as const satisfies readonly Screen[];

/** Electron's default items of these roles, needed to translate their labels. */
const defaultItems: Readonly<Record<string, readonly Item[]>> = {
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
  words: Translator = translatorOf('en'),
): Item[] {
  const mac = platform === 'darwin';
  const { translate } = words;
  const items: readonly Item[] = [
    ...(mac ? [applicationMenu(actions, words)] : []),
    { label: translate('menu/file'), submenu: fileMenu(mac, actions, words) },
    { role: 'editMenu' },
    { label: translate('menu/view'), submenu: viewMenu(packaged, actions, words) },
    // Electron's default has an item that only works on macOS.
    { role: 'windowMenu', ...(mac ? {} : { submenu: [{ role: 'minimize' }, { role: 'close' }] }) },
    { role: 'help', submenu: helpMenu(mac, actions, words) },
  ];
  return items.map((item) => labelled(item, words));
}

/** Returns the translated label of a role; Electron's own labels are English only. */
function labelOf(role: Item['role'], { language, translate }: Translator): string | undefined {
  const code = `menu-role/${role}`;
  return language === 'en' || !isCode(code) ? undefined : translate(code);
}

function labelled(item: Item, words: Translator): Item {
  const label = item.label ?? labelOf(item.role, words);
  const submenu =
    item.submenu ?? (label === undefined || item.role === undefined ? undefined : defaultItems[item.role]);
  return {
    ...item,
    ...(label === undefined ? {} : { label }),
    ...(Array.isArray(submenu) ? { submenu: submenu.map((each) => labelled(each, words)) } : {}),
  };
}

const settings = (actions: MenuActions, { translate }: Translator): Item => ({
  label: translate('menu/settings'),
  accelerator: 'CmdOrCtrl+,',
  click: () => actions.show('settings'),
});

function updates({ checkForUpdates }: MenuActions, { translate }: Translator): Item[] {
  return checkForUpdates === null
    ? []
    : [{ label: translate('menu/updates'), click: () => checkForUpdates() }];
}

function applicationMenu(actions: MenuActions, words: Translator): Item {
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

function fileMenu(mac: boolean, actions: MenuActions, words: Translator): Item[] {
  const upload: Item = {
    label: words.translate('menu/upload'),
    accelerator: 'CmdOrCtrl+O',
    click: () => actions.chooseBuilds(),
  };
  const recent: Item = { role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };
  if (mac) return [upload, recent, line, { role: 'close' }];
  return [upload, line, settings(actions, words), line, { role: 'close' }, { role: 'quit' }];
}

function viewMenu(packaged: boolean, actions: MenuActions, { translate }: Translator): Item[] {
  return [
    ...screens.map((screen, index) => ({
      label: translate(`menu/${screen}`),
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => actions.show(screen),
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

function helpMenu(mac: boolean, actions: MenuActions, words: Translator): Item[] {
  const help: Item = {
    label: words.translate('menu/helpPage'),
    accelerator: mac ? 'Cmd+?' : 'F1',
    click: () => actions.show('help'),
  };
  const log: Item = { label: words.translate('menu/log'), click: () => actions.showLog() };
  const licenses: Item = { label: words.translate('menu/licenses'), click: () => actions.showLicenses() };
  return mac
    ? [help, log, licenses]
    : [help, log, ...updates(actions, words), line, licenses, { role: 'about' }];
}
