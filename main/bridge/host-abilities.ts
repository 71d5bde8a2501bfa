import type {
  AppInfo,
  BridgeEvents,
  CallArguments,
  LoginItemView,
  MenuCommand,
  UpdatesView,
} from '../../preload/contract.ts';

/** Features that depend on the host of a renderer: the desktop application or the loopback server. */
export type HostAbilities = {
  readonly info: AppInfo;
  copyText(text: string): Promise<void>;
  /** Opens an http(s) address in the browser; rejects other schemes. */
  openLink(url: string): Promise<void>;
  showInFolder(path: string): Promise<void>;
  openFile(path: string): Promise<void>;
  /** Returns null if cancelled or if the host has no dialog. */
  chooseFolder(): Promise<string | null>;
  /** Returns no paths if cancelled or if the host has no dialog. */
  chooseCertificates(): Promise<readonly string[]>;
  /** Returns the index of the chosen entry; null if none was chosen or the host has no menus. */
  popUpMenu(menu: CallArguments<'desktop.popUpMenu'>): Promise<number | null>;
  /** Enables exactly these commands of the menu bar, if the host has one. */
  setCommands(commands: readonly MenuCommand[]): Promise<void>;
  /** Calls `listener` for each request to open a screen; the returned function removes it. */
  onShow(listener: (value: BridgeEvents['app.openScreen']) => void): () => void;
  readonly loginItem: LoginItem;
  readonly updates: Updates;
  /** Shows a system notification. Throws if notifications are unavailable. */
  showNotice(notice: Notice): Promise<void>;
};

export type Notice = CallArguments<'push.simulator.showNotification'>;

export type LoginItem = {
  view(): Promise<LoginItemView>;
  /** Throws if the login item is unavailable or the system refuses the change. */
  set(enabled: boolean): Promise<LoginItemView>;
};

export type Updates = {
  view(): UpdatesView;
  /** Reads the update feed. Throws if updates are off. */
  check(): Promise<UpdatesView>;
  /** Throws if no update is ready or builds are uploading. */
  install(): Promise<void>;
  onChange(listener: (view: UpdatesView) => void): () => void;
};
