import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { translatorOf } from '../../../main/messages/translator.ts';
import { type MenuState, menuTemplate } from '../../../main/shell/tray/menu.ts';
import { menuCommands } from '../../../preload/contract.ts';

const done: string[] = [];
const actions = {
  chooseBuilds: () => void done.push('choose'),
  setPaused: (paused: boolean) => void done.push(paused ? 'pause' : 'resume'),
  useAccount: (id: string) => void done.push(`account ${id}`),
  run: (command: string) => void done.push(`run ${command}`),
  reportProblem: () => void done.push('report'),
  show: (screen: string) => void done.push(screen),
  showLog: () => void done.push('log'),
  showLicenses: () => void done.push('licenses'),
  checkForUpdates: () => void done.push('updates'),
};

const state: MenuState = {
  paused: false,
  accounts: [
    { id: 'a', name: 'Work', active: true },
    { id: 'b', name: 'Q&A', active: false },
  ],
  commands: [],
};

type Item = MenuItemConstructorOptions;

const submenu = (item: Item | undefined): readonly Item[] =>
  Array.isArray(item?.submenu) ? item.submenu : [];

/** Returns the role or label of each item, with its accelerator. */
function shown(items: readonly Item[]): readonly string[] {
  return items.map(({ role, label, type, accelerator }) =>
    [type === 'separator' ? '—' : (role ?? label ?? ''), accelerator].filter(Boolean).join(' '),
  );
}

const all = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...all(submenu(item))]);

test('the macOS menu starts with the application menu and its roles', () => {
  const menu = menuTemplate('darwin', true, actions, state);
  expect(shown(menu)).toEqual(['Slipway', '&File', 'editMenu', '&Build', '&View', 'windowMenu', 'help']);
  expect(shown(submenu(menu[0]))).toEqual([
    'about',
    'Check for Updates…',
    '—',
    'Settings… CmdOrCtrl+,',
    '—',
    'services',
    '—',
    'hide',
    'hideOthers',
    'unhide',
    '—',
    'quit',
  ]);
  expect(shown(submenu(menu[1]))).toEqual([
    'Upload a Build… CmdOrCtrl+O',
    'Watch a Folder…',
    'recentDocuments',
    '—',
    'Pause Uploads',
    'Switch Account',
    '—',
    'close',
  ]);
  expect(shown(submenu(menu[6]))).toEqual([
    'Slipway Help Cmd+?',
    'What’s New',
    '—',
    'Report a Problem…',
    'Show the Log',
    '—',
    'Licenses',
  ]);
});

test.each(['win32', 'linux'] as const)('the %s menu has its items under File and Help', (platform) => {
  const menu = menuTemplate(platform, true, actions, state);
  expect(shown(menu)).toEqual(['&File', 'editMenu', '&Build', '&View', 'windowMenu', 'help']);
  expect(shown(submenu(menu[0]))).toEqual([
    'Upload a Build… CmdOrCtrl+O',
    'Watch a Folder…',
    '—',
    'Pause Uploads',
    'Switch Account',
    '—',
    'Settings… CmdOrCtrl+,',
    '—',
    'close',
    'quit',
  ]);
  expect(shown(submenu(menu[5]))).toEqual([
    'Slipway Help F1',
    'What’s New',
    '—',
    'Report a Problem…',
    'Show the Log',
    'Check for Updates…',
    '—',
    'Licenses',
    'about',
  ]);
});

test.each([
  ['darwin', ['minimize', 'zoom', '—', 'front']],
  ['win32', ['minimize', 'close']],
  ['linux', ['minimize', 'close']],
] as const)('the window menu on %s has only the items of the system', (platform, items) => {
  for (const words of [translatorOf('en'), translatorOf('de')]) {
    const menu = menuTemplate(platform, true, actions, state, words).find(
      ({ role }) => role === 'windowMenu',
    );
    // On macOS, Electron fills this menu unless it has to be translated.
    const own = platform === 'darwin' && words.language === 'en';
    expect(shown(submenu(menu))).toEqual(own ? [] : items);
  }
});

test('the View menu lists the screens in the order of the sidebar', () => {
  expect(shown(submenu(menuTemplate('linux', true, actions, state)[3]))).toEqual([
    'Uploads CmdOrCtrl+1',
    'Test apps CmdOrCtrl+2',
    'Store CmdOrCtrl+3',
    'Folders CmdOrCtrl+4',
    'Push CmdOrCtrl+5',
    'Built-in service CmdOrCtrl+6',
    '—',
    'resetZoom',
    'zoomIn',
    'zoomOut',
    '—',
    'togglefullscreen',
  ]);
});

test('the menu has reload and developer tools only in development', () => {
  const roles = (packaged: boolean) =>
    all(menuTemplate('linux', packaged, actions, state)).map(({ role }) => role);
  expect(roles(true)).not.toContain('toggleDevTools');
  expect(roles(true)).not.toContain('reload');
  expect(roles(false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
});

test('the menu has no update item if updates are disabled', () => {
  const labels = all(menuTemplate('darwin', true, { ...actions, checkForUpdates: null }, state)).map(
    ({ label }) => label,
  );
  expect(labels).not.toContain('Check for Updates…');
});

test.each(['darwin', 'win32', 'linux'] as const)(
  'menu items on %s have unique accelerators and working actions',
  (platform) => {
    const items = all(menuTemplate(platform, true, actions, state));
    const keys = items.map(({ accelerator }) => accelerator).filter((each) => each !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
    done.length = 0;
    for (const { click } of items) click?.({} as never, undefined, {} as never);
    expect([...done].sort()).toEqual(
      [
        'account a',
        'account b',
        'pause',
        'report',
        ...menuCommands.map((command) => `run ${command}`),
        'apps',
        'choose',
        'folders',
        'help',
        'licenses',
        'log',
        'push',
        'service',
        'settings',
        'store',
        'updates',
        'uploads',
      ].sort(),
    );
  },
);

test('Build menu commands are enabled while the page offers them', () => {
  const enabled = (commands: MenuState['commands']) =>
    all(menuTemplate('win32', true, actions, { ...state, commands }))
      .filter(({ id, enabled }) => id !== undefined && enabled)
      .map(({ id }) => id);
  expect(enabled([])).toEqual(['watchFolder', 'whatsNew']);
  expect(enabled(['send', 'find'])).toEqual(['watchFolder', 'find', 'send', 'whatsNew']);
});

test('the File menu switches accounts and resumes a paused queue', () => {
  const file = submenu(menuTemplate('linux', true, actions, { ...state, paused: true })[0]);
  expect(shown(file)).toContain('Resume Uploads');
  const accounts = submenu(file.find(({ label }) => label === 'Switch Account'));
  expect(accounts.map(({ label, checked }) => [label, checked])).toEqual([
    ['Work', true],
    ['Q&&A', false],
  ]);
  const single = menuTemplate('linux', true, actions, { ...state, accounts: [] });
  expect(shown(submenu(single[0]))).not.toContain('Switch Account');
});
