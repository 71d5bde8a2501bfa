import type { Notification, NotificationConstructorOptions } from 'electron';
import type { Store } from '../system/settings-electron-store.ts';

/** Electron's notification APIs. On macOS, their first use asks the user for permission. */
export type SystemNotifications = {
  isSupported(): boolean;
  getHistory(): Promise<Notification[]>;
  make(options: NotificationConstructorOptions): Notification;
};

/** Delays macOS's permission request until the first notification is shown. */
export function deferredNotifications(
  system: SystemNotifications,
  platform: NodeJS.Platform,
  remembered: Store,
) {
  const hasNotified = (): boolean => remembered.store['hasNotified'] === true;
  return {
    make: (options: NotificationConstructorOptions): Notification => {
      if (!hasNotified()) remembered.store = { ...remembered.store, hasNotified: true };
      return system.make(options);
    },
    /** Returns earlier notifications. If there are none, skips the API, which would request permission. */
    earlier: async (): Promise<readonly Notification[]> =>
      platform === 'darwin' && hasNotified() ? system.getHistory() : [],
    /** `chosen`: the user has this kind enabled. Only then is the system queried. */
    wanted: (chosen: boolean): boolean => chosen && system.isSupported(),
  };
}
