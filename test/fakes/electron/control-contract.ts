/** Messages with which a test reads and controls the Electron test double. */
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
  /** URL with the custom scheme, such as `app://…`. */
  readonly url: string;
  readonly title: string;
  readonly visible: boolean;
  readonly focused: boolean;
  readonly minimized: boolean;
  readonly maximized: boolean;
  readonly bounds: { x: number; y: number; width: number; height: number };
  /** Progress in the dock or taskbar, or null if there is none. */
  readonly progress: { readonly value: number; readonly mode: string } | null;
  /** Overlay icon of the Windows taskbar button. `image` is the file name. */
  readonly overlay: { readonly image: string; readonly description: string } | null;
  readonly webPreferences: WebPreferences;
};

export type NotificationEntry = {
  readonly title: string;
  readonly body: string;
  /** Labels of the buttons. */
  readonly actions: readonly string[];
  readonly state: 'made' | 'shown' | 'closed';
};

export type DialogEntry = { readonly kind: string; readonly options: unknown };

export type Snapshot = {
  readonly windows: readonly WindowEntry[];
  /** Existing tray icons. `image` is the file name. */
  readonly trays: readonly {
    readonly image: string;
    readonly toolTip: string;
    readonly menu: readonly MenuEntry[];
  }[];
  readonly applicationMenu: readonly MenuEntry[];
  /** Entries of the open context menu, or empty if there is none. */
  readonly popup: readonly MenuEntry[];
  readonly notifications: readonly NotificationEntry[];
  readonly dialogs: readonly DialogEntry[];
  readonly openedLinks: readonly string[];
  readonly shownPaths: readonly string[];
  readonly clipboard: string;
  readonly badgeCount: number;
  /** Number of active power save blockers. */
  readonly wakeful: number;
  readonly recentDocuments: readonly string[];
  readonly aboutPanel: AboutPanelOptionsOptions | null;
  readonly themeSource: string;
  readonly schemes: readonly CustomScheme[];
  /** Names of the environment variables that a child process would inherit. */
  readonly environment: readonly string[];
};

/** Arguments and answers of the control channel. */
export type ControlCalls = {
  snapshot: { arguments: Record<never, never>; answer: Snapshot };
  /** Returns the URL at which Playwright can connect to the windows. */
  endpoint: { arguments: Record<never, never>; answer: string };
  clickTray: { arguments: Record<never, never>; answer: null };
  /** Drops files on the tray icon, which only macOS supports. */
  dropOnTray: { arguments: { paths: readonly string[] }; answer: null };
  /** Clicks the entry with these labels: `['View', 'Uploads']`. An empty path closes the popup. */
  clickMenu: {
    arguments: { where: 'tray' | 'application' | 'popup'; path: readonly string[] };
    answer: null;
  };
  clickNotification: { arguments: { index: number }; answer: null };
  /** Sets the answer of the next dialog. */
  answerDialog: { arguments: { answer: unknown }; answer: null };
  /** Calls the permission handlers of the session as a page does. */
  askPermission: {
    arguments: { permission: string };
    answer: { request: boolean; check: boolean; device: boolean };
  };
  /** Sets the system proxy as a PAC script does. Returns the URLs resolved so far. */
  setSystemProxy: { arguments: { answer: string }; answer: readonly string[] };
  setOnline: { arguments: { online: boolean }; answer: null };
  /** Loads a URL in the first window from the main process. */
  loadUrl: { arguments: { url: string }; answer: null };
  /** Crashes the page of the first window. */
  crashPage: { arguments: Record<never, never>; answer: null };
  /** Makes the page of the first window unresponsive. */
  hangPage: { arguments: Record<never, never>; answer: null };
  /** Requests a client certificate. Returns `first`, as Electron does, if the application does not choose. */
  askClientCertificate: { arguments: { url: string }; answer: 'first' | 'none' };
  /** Closes the first window as a user does. */
  closeWindow: { arguments: Record<never, never>; answer: null };
  openFile: { arguments: { path: string }; answer: null };
  openUrl: { arguments: { url: string }; answer: null };
  activate: { arguments: Record<never, never>; answer: null };
  /** Emits a power event. Returns true if the application delays the event. */
  power: { arguments: { event: 'suspend' | 'resume' | 'shutdown' }; answer: boolean };
  /** Emits an event about the end of the Windows session. Returns true if a window prevents it. */
  endSession: { arguments: { event: 'query-session-end' | 'session-end' }; answer: boolean };
  /** Sets the work area of each screen, the main screen first. */
  setScreens: { arguments: { workAreas: readonly Rectangle[] }; answer: null };
  /** Minimises the first window as a user does. */
  minimizeWindow: { arguments: Record<never, never>; answer: null };
  /** Moves the first window as a user does. */
  moveWindow: { arguments: { bounds: Rectangle }; answer: null };
  failInMain: { arguments: { how: 'throw' | 'reject'; text: string }; answer: null };
  quit: { arguments: Record<never, never>; answer: null };
};

export type ControlName = keyof ControlCalls;

export type ControlRequest = { readonly id: number; readonly name: ControlName; readonly values: unknown };
export type ControlReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };
