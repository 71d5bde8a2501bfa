/** The application's menu, as each system has it. Pure. */
import type { MenuItemConstructorOptions } from 'electron';

export type MenuActions = {
  chooseBuilds(): void;
  show(place: 'uploads' | 'apps' | 'folders'): void;
};

export function menuTemplate(
  platform: NodeJS.Platform,
  packaged: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const upload: MenuItemConstructorOptions = {
    label: 'Upload a Build…',
    accelerator: 'CmdOrCtrl+O',
    click: () => actions.chooseBuilds(),
  };
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [upload, { type: 'separator' }, mac ? { role: 'close' } : { role: 'quit' }],
    },
    { role: 'editMenu' },
    { label: '&View', submenu: viewMenu(packaged, actions) },
    { role: 'windowMenu' },
  ];
}

function viewMenu(packaged: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const places = [
    ['Uploads', 'uploads'],
    ['Apps', 'apps'],
    ['Folders', 'folders'],
  ] as const;
  return [
    ...places.map(([label, place], index) => ({
      label,
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => actions.show(place),
    })),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(packaged ? [] : ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] as const)),
  ];
}
