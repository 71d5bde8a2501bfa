import type { Notification, NotificationConstructorOptions } from 'electron';
import type { Store } from '../system/settings-electron-store.ts';

/** Parts of Electron's Notification that make macOS ask for its permission when they are first used. */
export type SystemNotifications = {
  isSupported(): boolean;
  getHistory(): Promise<Notification[]>;
  make(options: NotificationConstructorOptions): Notification;
};

/** Notifications that ask for the permission of macOS when the first of them is due, and no earlier. */
export function dueNotifications(system: SystemNotifications, platform: NodeJS.Platform, remembered: Store) {
  const hasNotified = (): boolean => remembered.store['hasNotified'] === true;
  return {
    make: (options: NotificationConstructorOptions): Notification => {
      if (!hasNotified()) remembered.store = { ...remembered.store, hasNotified: true };
      return system.make(options);
    },
    /** Where nothing was ever shown there is nothing to look for. */
    earlier: async (): Promise<readonly Notification[]> =>
      platform === 'darwin' && hasNotified() ? system.getHistory() : [],
    /** `chosen`: the person has not switched this kind off; only then is the system asked. */
    wanted: (chosen: boolean): boolean => chosen && system.isSupported(),
  };
}
