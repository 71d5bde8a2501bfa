/** What a test may see and do on the double, as messages between the two processes. Types only. */
import type { AboutPanelOptionsOptions, CustomScheme, Rectangle, WebPreferences } from 'electron';

export type MenuEntry = {
  readonly label: string;
  readonly type: string;
  readonly role: string | null;
  readonly enabled: boolean;
  readonly accelerator: string | null;
  readonly submenu: readonly MenuEntry[];
};

export type WindowEntry = {
  readonly id: number;
  /** As the application knows it: `app://…`. */
  readonly url: string;
  readonly title: string;
  readonly visible: boolean;
  readonly focused: boolean;
  readonly minimized: boolean;
  readonly maximized: boolean;
  readonly bounds: { x: number; y: number; width: number; height: number };
  /** In dock or taskbar; null when there is none. */
  readonly progress: { readonly value: number; readonly mode: string } | null;
  /** Over its button in the taskbar of Windows; the image is the file's name. */
  readonly overlay: { readonly image: string; readonly description: string } | null;
  readonly webPreferences: WebPreferences;
};

export type NotificationEntry = {
  readonly title: string;
  readonly body: string;
  /** The buttons. */
  readonly actions: readonly string[];
  readonly state: 'made' | 'shown' | 'closed';
};

export type DialogEntry = { readonly kind: string; readonly options: unknown };

export type Snapshot = {
  readonly windows: readonly WindowEntry[];
  /** Every tray icon that was not destroyed; `image` is the file's name. */
  readonly trays: readonly {
    readonly image: string;
    readonly toolTip: string;
    readonly menu: readonly MenuEntry[];
  }[];
  readonly applicationMenu: readonly MenuEntry[];
  /** Of the menu that is open over a window; empty when none is. */
  readonly popup: readonly MenuEntry[];
  readonly notifications: readonly NotificationEntry[];
  readonly dialogs: readonly DialogEntry[];
  readonly openedLinks: readonly string[];
  readonly shownPaths: readonly string[];
  readonly clipboard: string;
  readonly badgeCount: number;
  /** How many reasons keep the computer awake. */
  readonly wakeful: number;
  readonly recentDocuments: readonly string[];
  readonly aboutPanel: AboutPanelOptionsOptions | null;
  readonly themeSource: string;
  readonly schemes: readonly CustomScheme[];
  /** Names of the variables a program started now would get. */
  readonly environment: readonly string[];
};

/** Calls of the control channel: arguments and answer. */
export type ControlCalls = {
  snapshot: { arguments: Record<never, never>; answer: Snapshot };
  /** Where Playwright can connect to the windows. */
  endpoint: { arguments: Record<never, never>; answer: string };
  clickTray: { arguments: Record<never, never>; answer: null };
  /** By labels from the top: `['View', 'Uploads']`; ampersands of mnemonics left out. Nothing closes an open one. */
  clickMenu: {
    arguments: { where: 'tray' | 'application' | 'popup'; path: readonly string[] };
    answer: null;
  };
  clickNotification: { arguments: { index: number }; answer: null };
  /** What the next dialog answers. */
  answerDialog: { arguments: { answer: unknown }; answer: null };
  /** Asks the session's handlers as a page would. */
  askPermission: {
    arguments: { permission: string };
    answer: { request: boolean; check: boolean; device: boolean };
  };
  /** What the system says from now on, as a proxy script answers; gives the addresses it was asked for so far. */
  setSystemProxy: { arguments: { answer: string }; answer: readonly string[] };
  /** Whether the desktop sees a network from now on. */
  setOnline: { arguments: { online: boolean }; answer: null };
  /** Makes the first window load an address, as only main can. */
  loadUrl: { arguments: { url: string }; answer: null };
  /** The process of the first window's page ends, as after a crash. */
  crashPage: { arguments: Record<never, never>; answer: null };
  /** The first window's page is busy without end, and its window says so. */
  hangPage: { arguments: Record<never, never>; answer: null };
  /** A server asks for a certificate of the person's: what the application chose, or the first one where it did not answer. */
  askClientCertificate: { arguments: { url: string }; answer: 'first' | 'none' };
  /** The person closes the first window. */
  closeWindow: { arguments: Record<never, never>; answer: null };
  openFile: { arguments: { path: string }; answer: null };
  openUrl: { arguments: { url: string }; answer: null };
  activate: { arguments: Record<never, never>; answer: null };
  /** What the computer does: it goes to sleep, wakes up, is shut down. True when it is asked to wait. */
  power: { arguments: { event: 'suspend' | 'resume' | 'shutdown' }; answer: boolean };
  /** Windows asks the windows whether the session may end, or ends it. True when one of them says no. */
  endSession: { arguments: { event: 'query-session-end' | 'session-end' }; answer: boolean };
  /** What can be used of each screen from now on, the main one first. */
  setScreens: { arguments: { workAreas: readonly Rectangle[] }; answer: null };
  /** The person minimises the first window. */
  minimizeWindow: { arguments: Record<never, never>; answer: null };
  /** The person moves the first window. */
  moveWindow: { arguments: { bounds: Rectangle }; answer: null };
  /** A bug of the application's own: an error nothing catches. */
  failInMain: { arguments: { how: 'throw' | 'reject'; text: string }; answer: null };
  quit: { arguments: Record<never, never>; answer: null };
};

export type ControlName = keyof ControlCalls;

export type ControlRequest = { readonly id: number; readonly name: ControlName; readonly values: unknown };
export type ControlReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };
