/** What a person sees of Slipway beside its window: tray, menu, notifications, dock and taskbar. */
import { app, clipboard, Menu, Notification, shell } from 'electron';
import type { CallArguments, CallName } from '../../preload/contract.ts';
import { systemClock } from '../core.ts';
import { startDock } from './dock.ts';
import { askForBuilds } from './incoming.ts';
import { placeAddress } from './links.ts';
import { menuTemplate } from './menu.ts';
import type { NoticeButton } from './notices.ts';
import { startNotifications } from './notifications.ts';
import type { Parts } from './parts.ts';
import { logFile } from './paths.ts';
import { startTray } from './tray.ts';

/** Shows them; the returned functions take them away. */
export function showOutside(parts: Parts): readonly (() => void)[] {
  const { core, bridge, window } = parts;
  const acts = personActs(parts);
  const uploads = core.uploads.list();
  const start = { uploads, paused: core.uploads.paused(), holds: core.uploads.holds() };
  setMenu(parts, acts);
  const dock = startDock({ bridge, start, window: window.current });
  return [
    startTray({ bridge, start, actions: { ...acts, quit: () => app.quit() }, log: parts.log }),
    dock.stop,
    window.onShown(dock.redraw),
    startNotifications({
      bridge,
      uploads,
      platform: process.platform,
      make: (options) => new Notification(options),
      earlier: async () => (process.platform === 'darwin' ? Notification.getHistory() : []),
      wanted: (kind) => {
        const { notifications, notificationKinds } = core.settings.get();
        return Notification.isSupported() && notifications && notificationKinds[kind];
      },
      open: acts.open,
      act: acts.press,
      now: systemClock.now,
      log: parts.log,
    }),
  ];
}

type PersonActs = ReturnType<typeof personActs>;

/** What a person can do from there; what does not work is said in the log and seen in the window. */
function personActs(parts: Parts) {
  const { bridge, host, window, log } = parts;
  const attempt = (what: string, act: () => Promise<void>): void => {
    act().catch((error: unknown) => log.error(`${what} could not be opened`, { error }));
  };
  const ask = <Name extends CallName>(name: Name, values: CallArguments<Name>): void =>
    attempt(`The answer of ${name}`, async () => {
      const outcome = await bridge.call(name, values);
      if (!outcome.ok)
        log.warn('What was asked for outside the window was refused', { name, reason: outcome.message });
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
    chooseBuilds: (): void => attempt('The dialog', () => askForBuilds(parts)),
    setPaused: (paused: boolean): void => ask('uploads.setPaused', { paused }),
    press: (id: string, act: NoticeButton['act']): void => {
      if (act.kind === 'answer') ask('uploads.answer', { id, send: act.yes });
      else if (act.kind === 'retry') ask('uploads.retry', { id });
      else attempt('The link', async () => clipboard.writeText(act.link));
    },
  };
}

function setMenu({ host }: Parts, acts: PersonActs): void {
  const updates = host.updates.view().state;
  const template = menuTemplate(process.platform, app.isPackaged, {
    chooseBuilds: acts.chooseBuilds,
    show: (place) => acts.show(placeAddress(place)),
    showLog: () => shell.showItemInFolder(logFile()),
    checkForUpdates: updates === 'off' ? null : () => acts.show(placeAddress('settings', 'updates')),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
