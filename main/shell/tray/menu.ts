import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../preload/contract.ts';
import { isCode } from '../../messages/text.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import type { Screen } from '../links.ts';

export type MenuActions = {
  chooseBuilds(): void;
  setPaused(paused: boolean): void;
  useAccount(id: string): void;
  /** Runs a command in the page. */
  run(command: MenuCommand): void;
  show(screen: Screen): void;
  reportProblem(): void;
  showLog(): void;
  showLicenses(): void;
  /** Null if there is no update feed. */
  readonly checkForUpdates: (() => void) | null;
};

export type MenuState = {
  readonly paused: boolean;
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly active: boolean }[];
  /** Commands that the page offers now. */
  readonly commands: readonly MenuCommand[];
};

type Item = MenuItemConstructorOptions;

/** Commands that need no selected row in the page. They are always enabled. */
const alwaysOffered: readonly MenuCommand[] = ['watchFolder', 'whatsNew'];

export const isEnabled = (command: MenuCommand, offered: readonly MenuCommand[]): boolean =>
  alwaysOffered.includes(command) || offered.includes(command);

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
  state: MenuState,
  words: Translator = translatorOf('en'),
): Item[] {
  const mac = platform === 'darwin';
  const { translate } = words;
  const command: CommandItem = (id, label, accelerator) => ({
    ...{ id, label, click: () => actions.run(id), enabled: isEnabled(id, state.commands) },
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const find = command('find', translate('menu/find'), 'CmdOrCtrl+F');
  const items: readonly Item[] = [
    ...(mac ? [applicationMenu(actions, words)] : []),
    { label: translate('menu/file'), submenu: fileMenu(mac, actions, state, command, words) },
    { role: 'editMenu', submenu: [...(defaultItems['editMenu'] ?? []), line, find] },
    { label: translate('menu/build'), submenu: buildMenu(mac, command, words) },
    { label: translate('menu/view'), submenu: viewMenu(packaged, actions, words) },
    // Electron's default has an item that only works on macOS.
    { role: 'windowMenu', ...(mac ? {} : { submenu: [{ role: 'minimize' }, { role: 'close' }] }) },
    { role: 'help', submenu: helpMenu(mac, actions, command, words) },
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

type CommandItem = (id: MenuCommand, label: string, accelerator?: string) => Item;

function fileMenu(
  mac: boolean,
  actions: MenuActions,
  { paused, accounts }: MenuState,
  command: CommandItem,
  words: Translator,
): Item[] {
  const { translate } = words;
  const upload: Item = {
    label: translate('menu/upload'),
    accelerator: 'CmdOrCtrl+O',
    click: () => actions.chooseBuilds(),
  };
  const recent: Item = { role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };
  const pause: Item = {
    label: paused ? translate('menu/resume') : translate('menu/pause'),
    click: () => actions.setPaused(!paused),
  };
  const switchAccount: Item = {
    label: translate('menu/switchAccount'),
    submenu: accounts.map(({ id, name, active }) => ({
      ...{ label: name.replaceAll('&', '&&'), type: 'radio', checked: active },
      click: () => actions.useAccount(id),
    })),
  };
  return [
    ...[upload, command('watchFolder', translate('menu/watchFolder'))],
    ...(mac ? [recent] : []),
    ...[line, pause],
    ...(accounts.length > 1 ? [switchAccount] : []),
    ...(mac ? [] : [line, settings(actions, words)]),
    ...[line, { role: 'close' } as const],
    ...(mac ? [] : [{ role: 'quit' } as const]),
  ];
}

/** Returns the commands for the build that is selected in the page. */
function buildMenu(mac: boolean, command: CommandItem, { translate }: Translator): Item[] {
  const remove = command('remove', translate('menu/remove'));
  return [
    command('send', translate('menu/send'), 'CmdOrCtrl+Shift+S'),
    command('activate', translate('menu/activate'), 'CmdOrCtrl+Shift+A'),
    command('copyLink', translate('menu/copyLink'), 'CmdOrCtrl+Shift+C'),
    command('retry', translate('menu/retry'), 'CmdOrCtrl+Shift+R'),
    line,
    // Not registered: the page handles Delete, which also deletes text. macOS lacks `registerAccelerator`.
    mac ? remove : { ...remove, accelerator: 'Delete', registerAccelerator: false },
  ];
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

function helpMenu(mac: boolean, actions: MenuActions, command: CommandItem, words: Translator): Item[] {
  const help: Item = {
    label: words.translate('menu/helpPage'),
    accelerator: mac ? 'Cmd+?' : 'F1',
    click: () => actions.show('help'),
  };
  const whatsNew = command('whatsNew', words.translate('menu/whatsNew'));
  const log: Item = { label: words.translate('menu/log'), click: () => actions.showLog() };
  const report: Item = { label: words.translate('menu/report'), click: () => actions.reportProblem() };
  const licenses: Item = { label: words.translate('menu/licenses'), click: () => actions.showLicenses() };
  return mac
    ? [help, whatsNew, line, report, log, line, licenses]
    : [help, whatsNew, line, report, log, ...updates(actions, words), line, licenses, { role: 'about' }];
}
