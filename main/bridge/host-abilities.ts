import type {
  AppInfo,
  BridgeEvents,
  CallArguments,
  LoginItemView,
  UpdatesView,
} from '../../preload/contract.ts';

/** What only the host of a renderer can do: the desktop application or the loopback server. */
export type HostAbilities = {
  readonly info: AppInfo;
  copyText(text: string): Promise<void>;
  /** Opens an https or http address outside. Refuses any other. */
  openLink(url: string): Promise<void>;
  showInFolder(path: string): Promise<void>;
  /** With the program the system has for such files. */
  openFile(path: string): Promise<void>;
  /** Null when cancelled, or when the host has no dialog. */
  chooseFolder(): Promise<string | null>;
  /** Empty when cancelled, or when the host has no dialog. */
  chooseCertificates(): Promise<readonly string[]>;
  /** The place of the entry that was chosen; null for none, or when the host has no menus. */
  popUpMenu(menu: CallArguments<'desktop.popUpMenu'>): Promise<number | null>;
  /** Asks the renderer to open a place; the returned function stops listening. */
  onShow(listener: (value: BridgeEvents['app.show']) => void): () => void;
  readonly loginItem: LoginItem;
  readonly updates: Updates;
  /** In the system's own way. Throws where there are no notifications. */
  showNotice(notice: Notice): Promise<void>;
};

export type Notice = CallArguments<'push.simulator.showHere'>;

/** Starting at login, as the system keeps it. */
export type LoginItem = {
  view(): Promise<LoginItemView>;
  /** Throws why it cannot be changed here. */
  set(enabled: boolean): Promise<LoginItemView>;
};

/** Newer versions of the application itself. */
export type Updates = {
  view(): UpdatesView;
  /** Reads the feed; resolves once it is known what is there. Throws where it is off. */
  check(): Promise<UpdatesView>;
  /** Throws unless one is ready, and while builds are uploading. */
  install(): Promise<void>;
  /** The returned function stops listening. */
  onChange(listener: (view: UpdatesView) => void): () => void;
};
