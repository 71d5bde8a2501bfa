/** What a person sees of Slipway beside its window: tray, menu, notifications. */
import { app, Menu, Notification } from 'electron';
import { systemClock } from '../core.ts';
import { askForBuilds } from './incoming.ts';
import { placeAddress } from './links.ts';
import { menuTemplate } from './menu.ts';
import { startNotifications } from './notifications.ts';
import type { Parts } from './parts.ts';
import { startTray } from './tray.ts';

/** Shows them; the returned functions take them away. */
export function showOutside(parts: Parts): readonly (() => void)[] {
  const { core, bridge, host, window, log } = parts;
  const attempt = (what: string, act: () => Promise<void>): void => {
    act().catch((error: unknown) => log.error(`${what} could not be opened`, { error }));
  };
  const show = (address: string): void =>
    attempt('The window', async () => {
      await window.show();
      host.show({ address });
    });
  const open = (uploadId: string | null): void =>
    show(uploadId === null ? placeAddress('uploads') : placeAddress('uploads', uploadId));
  const chooseBuilds = (): void => attempt('The dialog', () => askForBuilds(parts));
  const setPaused = (paused: boolean): void =>
    attempt('The queue', async () => {
      await bridge.call('uploads.setPaused', { paused });
    });
  const uploads = core.uploads.list();

  const template = menuTemplate(process.platform, app.isPackaged, {
    chooseBuilds,
    show: (place) => show(placeAddress(place)),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  return [
    startTray({
      bridge,
      uploads,
      paused: core.uploads.paused(),
      holds: core.uploads.holds(),
      actions: { open, chooseBuilds, setPaused, quit: () => app.quit() },
      log,
    }),
    startNotifications({
      bridge,
      uploads,
      make: (options) => new Notification(options),
      wanted: (kind) => {
        const { notifications, notificationKinds } = core.settings.get();
        return Notification.isSupported() && notifications && notificationKinds[kind];
      },
      open,
      answer: (id, send) =>
        attempt('The answer', async () => {
          const outcome = await bridge.call('uploads.answer', { id, send });
          if (!outcome.ok) log.warn('An answer came too late', { id, reason: outcome.message });
        }),
      now: systemClock.now,
      log,
    }),
  ];
}
