/** Handles control messages that the test sends over the IPC channel of the process. */
import type { EventEmitter } from 'node:events';
import type { AppDouble } from './app.ts';
import type { BrowserWindowDouble } from './browser-window.ts';
import type {
  ControlCalls,
  ControlName,
  ControlReply,
  ControlRequest,
  Snapshot,
} from './control-contract.ts';
import { cancellable, isPrevented } from './events.ts';
import { endSession } from './power-monitor.ts';
import type { Recordings } from './recordings.ts';
import { askClientCertificate, type SessionDouble } from './session.ts';
import { failInMain } from './uncaught.ts';

export type Controlled = {
  readonly app: AppDouble;
  readonly windows: ReadonlySet<BrowserWindowDouble>;
  readonly recordings: Recordings;
  readonly session: SessionDouble;
  readonly powerMonitor: EventEmitter;
  themeSource(): string;
  endpoint(): Promise<string>;
};

type Answers = { readonly [Name in ControlName]: (values: ControlCalls[Name]['arguments']) => unknown };

export function serveControl(controlled: Controlled): void {
  if (!process.send) return;
  const answers = answersOf(controlled);
  process.on('message', (message) => {
    const request = message as ControlRequest;
    const answer = answers[request.name] as (values: unknown) => unknown;
    const reply = (value: ControlReply): void => void process.send?.(value);
    Promise.resolve()
      .then(() => answer(request.values))
      .then(
        (value) => reply({ id: request.id, answer: value ?? null }),
        (error: unknown) => reply({ id: request.id, error: String(error) }),
      );
  });
  // Exits when the test disconnects, so that the application does not outlive it.
  process.on('disconnect', () => controlled.app.exit(1));
  process.channel?.unref();
}

function answersOf({
  app,
  windows,
  recordings,
  session,
  powerMonitor,
  themeSource,
  endpoint,
}: Controlled): Answers {
  const first = (): BrowserWindowDouble => {
    const [window] = windows;
    if (!window) throw new Error('There is no window');
    return window;
  };
  const tray = () => {
    const [icon] = recordings.trays;
    if (!icon) throw new Error('There is no tray icon');
    return icon;
  };
  return {
    snapshot: () => snapshotOf(windows, recordings, themeSource()),
    endpoint,
    clickTray: () => void tray().emit('click', {}),
    dropOnTray: ({ paths }) => void tray().emit('drop-files', {}, [...paths]),
    clickMenu: ({ where, path }) => {
      if (where === 'popup') return clickPopup(recordings, path);
      (where === 'tray' ? tray().menu : recordings.applicationMenu)?.click(path);
    },
    clickNotification: ({ index }) => void recordings.notifications[index]?.emit('click', {}),
    answerDialog: ({ answer }) => void recordings.dialogAnswers.push(answer),
    askPermission: async ({ permission }) => {
      const { webContents } = first();
      return {
        request: await session.asks(webContents, permission, webContents.getURL()),
        check: session.checks(webContents, permission, webContents.getURL()),
        device: session.allowsDevice(),
      };
    },
    setSystemProxy: ({ answer }) => {
      session.systemProxy = answer;
      return session.resolvedFor;
    },
    setOnline: ({ online }) => {
      recordings.online = online;
    },
    loadUrl: ({ url }) => first().loadURL(url),
    crashPage: () => first().webContents.crash(),
    hangPage: async () => {
      await first().webContents.hang();
      first().emit('unresponsive');
    },
    askClientCertificate: ({ url }) => askClientCertificate(app, url),
    closeWindow: () => first().close(),
    openFile: ({ path }) => void app.emit('open-file', cancellable({}), path),
    openUrl: ({ url }) => void app.emit('open-url', cancellable({}), url),
    activate: () => void app.emit('activate', {}, false),
    power: ({ event }) => isPrevented((cancellable) => powerMonitor.emit(event, cancellable)),
    endSession: ({ event }) => endSession(app, windows, event),
    setScreens: ({ workAreas }) => {
      recordings.workAreas = workAreas;
    },
    minimizeWindow: () => first().minimize(),
    moveWindow: ({ bounds }) => first().setBounds(bounds),
    failInMain: ({ how, text }) => failInMain(how, text),
    quit: () => app.quit(),
  };
}

/** Clicks an entry, if given, and closes the menu. */
function clickPopup(recordings: Recordings, path: readonly string[]): void {
  const { popup } = recordings;
  if (!popup) throw new Error('There is no open menu');
  recordings.popup = null;
  if (path.length > 0) popup.menu.click(path);
  popup.closed();
}

function snapshotOf(
  windows: ReadonlySet<BrowserWindowDouble>,
  recordings: Recordings,
  themeSource: string,
): Snapshot {
  return {
    windows: [...windows].map((window) => window.entry()),
    trays: [...recordings.trays].map(({ image, toolTip, menu }) => ({
      image,
      toolTip,
      menu: menu?.entries() ?? [],
    })),
    applicationMenu: recordings.applicationMenu?.entries() ?? [],
    popup: recordings.popup?.menu.entries() ?? [],
    notifications: recordings.notifications.map(({ title, body, actions, state }) => ({
      title,
      body,
      actions: actions.map(({ text = '' }) => text),
      state,
    })),
    dialogs: recordings.dialogs,
    openedLinks: recordings.openedLinks,
    shownPaths: recordings.shownPaths,
    clipboard: recordings.clipboard,
    badgeCount: recordings.badgeCount,
    wakeful: recordings.wakeful.size,
    recentDocuments: recordings.recentDocuments,
    aboutPanel: recordings.aboutPanel,
    themeSource,
    schemes: recordings.schemes,
    environment: Object.keys(process.env),
  };
}
