import { existsSync } from 'node:fs';
import { type BrowserWindow, clipboard, Notification, type OpenDialogOptions, shell } from 'electron';
import type { AppInfo, BridgeEvents, MenuCommand } from '../../preload/contract.ts';
import { Events } from '../base/events.ts';
import type { Log } from '../base/log/log.ts';
import type { HostAbilities, LoginItem, Updates } from '../bridge/host-abilities.ts';
import { shellErrors } from './errors.ts';
import type { Choice, OpenDialog } from './window/open-dialog.ts';
import { popUpMenu } from './window/pop-up-menu.ts';

export type DesktopHost = HostAbilities & {
  show(value: BridgeEvents['app.openScreen']): void;
  /** Commands that the page offers now. */
  commands(): readonly MenuCommand[];
  /** Calls `listener` when the offered commands change; the returned function removes it. */
  onCommands(listener: (commands: readonly MenuCommand[]) => void): () => void;
};

export type HostOptions = {
  readonly version: string;
  readonly window: () => BrowserWindow | null;
  readonly openDialog: OpenDialog;
  readonly loginItem: LoginItem;
  readonly updates: Updates;
  readonly log: Log;
};

/** Creates the desktop's services for the page: clipboard, links, folders, login item, updates. */
export function desktopHost({
  version,
  window,
  openDialog,
  loginItem,
  updates,
  log,
}: HostOptions): DesktopHost {
  const choose = (choice: Choice, properties: NonNullable<OpenDialogOptions['properties']>) =>
    openDialog(choice, { properties }, window());
  const events = new Events<{ show: BridgeEvents['app.openScreen']; commands: readonly MenuCommand[] }>(
    log.scope('page'),
  );
  let commands: readonly MenuCommand[] = [];
  // Keeps the notification referenced, so that it is not garbage-collected before it is shown.
  let shown: Notification | null = null;
  return {
    info: { version, host: 'desktop', hostReason: null, operatingSystem: operatingSystem(process.platform) },
    copyText: async (text) => clipboard.writeText(text),
    openLink: async (url) => shell.openExternal(webAddress(url)),
    showInFolder: async (path) => {
      if (!existsSync(path)) throw shellErrors.nothingToShow({ path });
      shell.showItemInFolder(path);
    },
    openFile: async (path) => {
      const reason = await shell.openPath(path);
      if (reason !== '') throw shellErrors.notOpened({ path, reason });
    },
    chooseFolder: async () => {
      const [folder] = await choose('folder', ['openDirectory', 'createDirectory']);
      return folder ?? null;
    },
    chooseCertificates: () => choose('certificates', ['openFile', 'multiSelections']),
    popUpMenu: (menu) => popUpMenu(menu, window()),
    setCommands: async (offered) => {
      commands = offered;
      events.emit('commands', offered);
    },
    commands: () => commands,
    onCommands: (listener) => events.on('commands', listener),
    onShow: (listener) => events.on('show', listener),
    show: (value) => events.emit('show', value),
    loginItem,
    updates,
    showNotice: async (notice) => {
      if (!Notification.isSupported()) throw shellErrors.noNotifications({});
      shown = new Notification(notice);
      shown.on('failed', (_event, error) => log.warn('Could not show a notification', { error }));
      shown.show();
    },
  };
}

/** Returns the normalised URL. Throws for schemes other than http and https, which could start programs. */
export function webAddress(url: string): string {
  if (!URL.canParse(url)) throw shellErrors.noAddress({});
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw shellErrors.linkRefused({ scheme: protocol });
  return href;
}

function operatingSystem(platform: NodeJS.Platform): AppInfo['operatingSystem'] {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}
