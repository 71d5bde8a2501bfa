import type { Notification } from 'electron';
import { expect, test } from 'vitest';
import { deferredNotifications } from '../../../main/shell/notices/deferred-notifications.ts';
import { notificationClass } from '../../fakes/electron/notification.ts';
import { createRecordings } from '../../fakes/electron/recordings.ts';

/** A macOS that counts what would make it ask for its permission. */
function mac() {
  const Made = notificationClass(createRecordings(), () => true);
  const asked: string[] = [];
  return {
    asked,
    system: {
      isSupported: () => asked.push('isSupported') > 0,
      getHistory: async () => {
        asked.push('getHistory');
        return [new Made({ id: 'upload:old' }) as unknown as Notification];
      },
      make: () => {
        asked.push('make');
        return new Made({}) as unknown as Notification;
      },
    },
  };
}

test('macOS is asked for its permission when the first notification is due, not at the start', async () => {
  const remembered: { store: Record<string, unknown> } = { store: { hiddenHintShown: true } };
  const first = mac();
  const due = deferredNotifications(first.system, 'darwin', remembered);
  expect(await due.earlier()).toEqual([]);
  expect(due.wanted(false)).toBe(false);
  expect(first.asked).toEqual([]);
  expect(due.wanted(true)).toBe(true);
  due.make({});
  expect(first.asked).toEqual(['isSupported', 'make']);
  expect(remembered.store).toEqual({ hiddenHintShown: true, hasNotified: true });

  const later = mac();
  expect(await deferredNotifications(later.system, 'darwin', remembered).earlier()).toHaveLength(1);
});

test('other systems have no history to ask', async () => {
  const { system, asked } = mac();
  const due = deferredNotifications(system, 'linux', { store: { hasNotified: true } });
  expect(await due.earlier()).toEqual([]);
  expect(asked).toEqual([]);
});
