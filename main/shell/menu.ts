/** The application's menu, as each system has it. Pure. */
import type { MenuItemConstructorOptions } from 'electron';
import type { PlaceKind } from './links.ts';

export type MenuActions = {
  chooseBuilds(): void;
  show(place: PlaceKind): void;
  showLog(): void;
  /** Null where no update feed is read. */
  readonly checkForUpdates: (() => void) | null;
};

type Item = MenuItemConstructorOptions;

const line: Item = { type: 'separator' };

/** In the order of the sidebar; Settings stands where each system has it. */
const places: readonly (readonly [label: string, place: PlaceKind])[] = [
  ['Uploads', 'uploads'],
  ['Test apps', 'apps'],
  ['Store', 'store'],
  ['Folders', 'folders'],
  ['Built-in service', 'service'],
];

export function menuTemplate(platform: NodeJS.Platform, packaged: boolean, actions: MenuActions): Item[] {
  const mac = platform === 'darwin';
  return [
    ...(mac ? [applicationMenu(actions)] : []),
    { label: '&File', submenu: fileMenu(mac, actions) },
    { role: 'editMenu' },
    { label: '&View', submenu: viewMenu(packaged, actions) },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpMenu(mac, actions) },
  ];
}

const settings = (actions: MenuActions): Item => ({
  label: 'Settings…',
  accelerator: 'CmdOrCtrl+,',
  click: () => actions.show('settings'),
});

function updates({ checkForUpdates }: MenuActions): Item[] {
  return checkForUpdates === null ? [] : [{ label: 'Check for Updates…', click: () => checkForUpdates() }];
}

/** The one macOS names after the application. */
function applicationMenu(actions: MenuActions): Item {
  return {
    label: 'Slipway',
    submenu: [
      { role: 'about' },
      ...updates(actions),
      line,
      settings(actions),
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

function fileMenu(mac: boolean, actions: MenuActions): Item[] {
  const upload: Item = {
    label: 'Upload a Build…',
    accelerator: 'CmdOrCtrl+O',
    click: () => actions.chooseBuilds(),
  };
  if (mac) return [upload, line, { role: 'close' }];
  return [upload, line, settings(actions), line, { role: 'close' }, { role: 'quit' }];
}

function viewMenu(packaged: boolean, actions: MenuActions): Item[] {
  return [
    ...places.map(([label, place], index) => ({
      label,
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

function helpMenu(mac: boolean, actions: MenuActions): Item[] {
  const log: Item = { label: 'Show the Log', click: () => actions.showLog() };
  return mac ? [log] : [log, ...updates(actions), line, { role: 'about' }];
}
