import { Notification } from 'electron';
import type { SystemNotifications } from './deferred-notifications.ts';

export const systemNotifications: SystemNotifications = {
  isSupported: () => Notification.isSupported(),
  getHistory: () => Notification.getHistory(),
  make: (options) => new Notification(options),
};
