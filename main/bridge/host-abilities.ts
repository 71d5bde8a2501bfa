import type {
  AppInfo,
  BridgeEvents,
  CallArguments,
  LoginItemView,
  UpdatesView,
} from '../../preload/contract.ts';

/** Features that depend on the host of a renderer: the desktop application or the loopback server. */
export type HostAbilities = {
  readonly info: AppInfo;
  copyText(text: string): Promise<void>;
  /** Opens an http(s) address in the browser. Rejects any other. */
  openLink(url: string): Promise<void>;
  showInFolder(path: string): Promise<void>;
  openFile(path: string): Promise<void>;
  /** Null if cancelled or if the host has no dialog. */
  chooseFolder(): Promise<string | null>;
  /** Empty if cancelled or if the host has no dialog. */
  chooseCertificates(): Promise<readonly string[]>;
  /** Returns the index of the chosen entry; null if none was chosen or the host has no menus. */
  popUpMenu(menu: CallArguments<'desktop.popUpMenu'>): Promise<number | null>;
  /** Reports requests to open a screen. Returns a function that removes the listener. */
  onShow(listener: (value: BridgeEvents['app.openScreen']) => void): () => void;
  readonly loginItem: LoginItem;
  readonly updates: Updates;
  /** Shows a system notification. Throws if notifications are unavailable. */
  showNotice(notice: Notice): Promise<void>;
};

export type Notice = CallArguments<'push.simulator.showNotification'>;

export type LoginItem = {
  view(): Promise<LoginItemView>;
  /** Throws if it cannot be changed here. */
  set(enabled: boolean): Promise<LoginItemView>;
};

export type Updates = {
  view(): UpdatesView;
  /** Reads the update feed. Throws if updates are off. */
  check(): Promise<UpdatesView>;
  /** Throws unless an update is ready, and while builds are uploading. */
  install(): Promise<void>;
  onChange(listener: (view: UpdatesView) => void): () => void;
};
