/** Everything visible outside the window: tray, menu, notifications, dock and taskbar. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, clipboard, Menu, Notification, shell } from 'electron';
import type { CallArguments, CallName } from '../../preload/contract.ts';
import { systemClock } from '../base/clock.ts';
import { localised } from '../messages/localised.ts';
import { textOf } from '../messages/text.ts';
import { type Translator, translatorOf } from '../messages/translator.ts';
import { placeAddress } from './links.ts';
import { dueNotifications } from './notices/due-notifications.ts';
import type { NoticeButton } from './notices/notices.ts';
import { startNotifications } from './notices/notifications.ts';
import { systemNotifications } from './notices/system-notifications.ts';
import type { Parts } from './parts.ts';
import { assetsDir, logFile, outputDir } from './paths.ts';
import { askForBuilds } from './start/incoming.ts';
import { clearWithHistory } from './start/recent-files.ts';
import { aboutPanel, readProduct } from './tray/about.ts';
import { startDock } from './tray/dock.ts';
import { menuTemplate } from './tray/menu.ts';
import { startTray } from './tray/tray.ts';
import type { UploadsNow } from './tray/uploads-feed.ts';
import { pageEvents } from './window/page-events.ts';

/** Shows all of it; the returned functions remove it. */
export function showOutside(parts: Parts): readonly (() => void)[] {
  const { core, window } = parts;
  const acts = personActs(parts);
  const events = pageEvents(parts);
  const start = uploadsNow(parts);
  const words = (): Translator => translatorOf(parts.locale());
  const due = dueNotifications(systemNotifications, process.platform, parts.remembered);
  const dock = startDock({ bridge: events, start, window: window.current, words });
  return [
    ...showInLanguage(parts, acts),
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
        // `isSupported` registers Slipway with Windows. Without it, a button of an earlier toast starts a
        // second instance.
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

function uploadsNow({ core: { uploads }, locale }: Parts): UploadsNow {
  const now = { uploads: uploads.list(), paused: uploads.paused(), blocks: uploads.blocks() };
  return localised(now, locale());
}

/** Shows menu and tray, and recreates them when the language changes. Returns functions that remove them. */
function showInLanguage(parts: Parts, acts: PersonActs): readonly (() => void)[] {
  const { core, locale, log } = parts;
  const startAll = (): (() => void) => {
    const words = translatorOf(locale());
    setMenu(parts, acts, words);
    const start = uploadsNow(parts);
    return startTray({
      bridge: pageEvents(parts),
      start,
      words,
      actions: { ...acts, quit: () => app.quit() },
      log,
    });
  };
  let stop = startAll();
  const stopFollowing = core.settings.onChange(({ now, before }) => {
    if (now.language === before.language) return;
    stop();
    stop = startAll();
  });
  return [() => stop(), stopFollowing];
}

type PersonActs = ReturnType<typeof personActs>;

/** Actions available outside the window. Failures are logged, and visible in the window. */
function personActs(parts: Parts) {
  const { bridge, host, window, log } = parts;
  const attempt = (what: string, act: () => Promise<void>): void => {
    act().catch((error: unknown) => log.error(`${what} could not be opened`, { error }));
  };
  const ask = <Name extends CallName>(name: Name, values: CallArguments<Name>): void =>
    attempt(`The answer of ${name}`, async () => {
      const outcome = await bridge.call(name, values);
      if (!outcome.ok)
        log.warn('What was asked for outside the window was refused', { name, reason: textOf(outcome) });
    });
  const show = (address: string): void =>
    attempt('The window', async () => {
      await window.show();
      host.show({ address });
    });
  return {
    show,
    open: (uploadId: string | null): void =>
      show(uploadId === null ? placeAddress('uploads') : placeAddress('uploads', uploadId)),
    showLicenses: (): void => attempt('The text of the licenses', showLicenses),
    chooseBuilds: (): void => attempt('The dialog', () => askForBuilds(parts)),
    setPaused: (paused: boolean): void => ask('uploads.setPaused', { paused }),
    press: (id: string, act: NoticeButton['act']): void => {
      if (act.kind === 'answer') ask('uploads.answer', { id, send: act.yes });
      else if (act.kind === 'retry') ask('uploads.retry', { id });
      else attempt('The link', async () => clipboard.writeText(act.link));
    },
  };
}

function setMenu({ host }: Parts, acts: PersonActs, words: Translator): void {
  const updates = host.updates.view().state;
  const template = menuTemplate(
    process.platform,
    app.isPackaged,
    {
      chooseBuilds: acts.chooseBuilds,
      show: (place) => acts.show(placeAddress(place)),
      showLicenses: acts.showLicenses,
      showLog: () => shell.showItemInFolder(logFile()),
      checkForUpdates: updates === 'off' ? null : () => acts.show(placeAddress('settings', 'start')),
    },
    words,
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  const product = readProduct(join(outputDir(), '..'));
  app.setAboutPanelOptions(aboutPanel(product, join(assetsDir(), 'icon.png'), words));
}

/**
 * Opens the licence texts in the default text viewer, or shows the file in its folder. Throws file errors.
 */
async function showLicenses(): Promise<void> {
  // Copied out of the package, which other programs cannot read.
  const path = join(app.getPath('userData'), 'licenses.txt');
  await writeFile(path, await readFile(join(outputDir(), 'licenses.txt')));
  if ((await shell.openPath(path)) !== '') shell.showItemInFolder(path);
}
