/** Everything visible outside the window: tray, menu, notifications, dock and taskbar. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, clipboard, Notification, shell } from 'electron';
import type { CallArguments, CallName, MenuCommand } from '../../preload/contract.ts';
import { systemClock } from '../base/clock.ts';
import { localise } from '../messages/localised.ts';
import { textOf } from '../messages/text.ts';
import { type Translator, translatorOf } from '../messages/translator.ts';
import { screenAddress } from './links.ts';
import { deferredNotifications } from './notices/deferred-notifications.ts';
import type { NoticeButton } from './notices/notices.ts';
import { startNotifications } from './notices/notifications.ts';
import { systemNotifications } from './notices/system-notifications.ts';
import { outputDir } from './paths.ts';
import type { Services } from './services.ts';
import { chooseBuilds, queueOpened } from './start/incoming.ts';
import { clearWithHistory } from './start/recent-files.ts';
import { startDock } from './tray/dock.ts';
import { startMenuBar } from './tray/menu-bar.ts';
import { startTray } from './tray/tray.ts';
import type { UploadsState } from './tray/uploads-feed.ts';
import { sendEvent } from './window/ipc.ts';
import { pageEvents } from './window/page-events.ts';

/** Shows menu, tray, notifications, dock and taskbar; the returned functions remove them. */
export function showTrayAndMenu(parts: Services): readonly (() => void)[] {
  const { core, window } = parts;
  const acts = createUserActions(parts);
  const events = pageEvents(parts);
  const start = currentUploads(parts);
  const words = (): Translator => translatorOf(parts.locale());
  const due = deferredNotifications(systemNotifications, process.platform, parts.windowState);
  const dock = startDock({ bridge: events, start, window: window.current, words });
  return [
    ...showLocalised(parts, acts),
    dock.stop,
    clearWithHistory(app, core.settings),
    window.onShown(dock.redraw),
    startNotifications({
      bridge: events,
      words,
      uploads: start.uploads,
      platform: process.platform,
      make: due.make,
      earlier: due.earlier,
      onActivation: (listener) => {
        // `isSupported` registers Slipway with Windows; otherwise an old toast starts a second instance.
        if (process.platform !== 'win32' || !Notification.isSupported()) return;
        Notification.handleActivation((activation) => listener(activation.arguments));
      },
      wanted: (kind) => {
        const { notifications, notificationKinds } = core.settings.get();
        return due.wanted(notifications && notificationKinds[kind]);
      },
      open: acts.open,
      act: acts.press,
      now: systemClock.now,
      log: parts.log,
    }),
  ];
}

function currentUploads({ core: { uploads }, locale }: Services): UploadsState {
  const now = { uploads: uploads.list(), paused: uploads.paused(), blocks: uploads.blocks() };
  return localise(now, locale());
}

/** Shows menu and tray, and recreates them when the language changes. Returns functions that remove them. */
function showLocalised(parts: Services, acts: UserActions): readonly (() => void)[] {
  const { core, locale, log } = parts;
  const startAll = (): (() => void) => {
    const words = translatorOf(locale());
    const stopMenuBar = startMenuBar(parts, acts, words);
    const start = currentUploads(parts);
    const stopTray = startTray({
      bridge: pageEvents(parts),
      start,
      service: localise(core.service.status(), locale()),
      words,
      actions: { ...acts, quit: () => app.quit() },
      log,
    });
    return () => {
      stopMenuBar();
      stopTray();
    };
  };
  let stop = startAll();
  const stopFollowing = core.settings.onChange(({ now, before }) => {
    if (now.language === before.language) return;
    stop();
    stop = startAll();
  });
  return [() => stop(), stopFollowing];
}

type UserActions = ReturnType<typeof createUserActions>;

function createUserActions(parts: Services) {
  const { bridge, host, window, log } = parts;
  const logFailure = (what: string, act: () => Promise<void>): void => {
    act().catch((error: unknown) => log.error(`Could not ${what}`, { error }));
  };
  const callBridge = <Name extends CallName>(name: Name, values: CallArguments<Name>): void =>
    logFailure(`call ${name}`, async () => {
      const outcome = await bridge.call(name, values);
      if (!outcome.ok) log.warn('Rejected a menu or tray action', { name, reason: textOf(outcome) });
    });
  const show = (address: string): void =>
    logFailure('show the window', async () => {
      await window.show();
      host.show({ address });
    });
  return {
    show,
    open: (uploadId: string | null): void =>
      show(uploadId === null ? screenAddress('uploads') : screenAddress('uploads', uploadId)),
    showLicenses: (): void => logFailure('show the licenses', showLicenses),
    chooseBuilds: (): void => logFailure('choose builds', () => chooseBuilds(parts)),
    uploadFiles: (paths: readonly string[]): void =>
      logFailure('queue dropped files', () => queueOpened(parts, paths)),
    copyLink: (link: string): void => logFailure('copy the link', async () => clipboard.writeText(link)),
    retry: (id: string): void => callBridge('uploads.retry', { id }),
    showService: (): void => show(screenAddress('service')),
    showSettings: (): void => show(screenAddress('settings')),
    setPaused: (paused: boolean): void => callBridge('uploads.setPaused', { paused }),
    useAccount: (id: string): void => callBridge('accounts.use', { id }),
    run: (command: MenuCommand): void =>
      logFailure('run a command of the menu', async () => {
        await window.show();
        const page = window.current();
        if (page) sendEvent(page.webContents, 'app.command', { command });
      }),
    press: (id: string, act: NoticeButton['act']): void => {
      if (act.kind === 'answer') callBridge('uploads.answer', { id, send: act.yes });
      else if (act.kind === 'retry') callBridge('uploads.retry', { id });
      else logFailure('copy the link', async () => clipboard.writeText(act.link));
    },
  };
}

/** Opens the licence texts, or shows the file in its folder. Throws file errors. */
async function showLicenses(): Promise<void> {
  // Copied out of app.asar, which other programs cannot read.
  const path = join(app.getPath('userData'), 'licenses.txt');
  await writeFile(path, await readFile(join(outputDir(), 'licenses.txt')));
  if ((await shell.openPath(path)) !== '') shell.showItemInFolder(path);
}
