import type { Notification } from 'electron';
import { expect, test } from 'vitest';
import { deferredNotifications } from '../../../main/shell/notices/deferred-notifications.ts';
import { notificationClass } from '../../fakes/electron/notification.ts';
import { createRecordings } from '../../fakes/electron/recordings.ts';

/** Creates notification APIs that record their calls. On macOS, the first call requests permission. */
function mac() {
  const Made = notificationClass(createRecordings(), () => true);
  const calls: string[] = [];
  return {
    calls,
    system: {
      isSupported: () => calls.push('isSupported') > 0,
      getHistory: async () => {
        calls.push('getHistory');
        return [new Made({ id: 'upload:old' }) as unknown as Notification];
      },
      make: () => {
        calls.push('make');
        return new Made({}) as unknown as Notification;
      },
    },
  };
}

test('macOS requests permission at the first notification, not at the start', async () => {
  const remembered: { store: Record<string, unknown> } = { store: { hiddenHintShown: true } };
  const first = mac();
  const due = deferredNotifications(first.system, 'darwin', remembered);
  expect(await due.earlier()).toEqual([]);
  expect(due.wanted(false)).toBe(false);
  expect(first.calls).toEqual([]);
  expect(due.wanted(true)).toBe(true);
  due.make({});
  expect(first.calls).toEqual(['isSupported', 'make']);
  expect(remembered.store).toEqual({ hiddenHintShown: true, hasNotified: true });

  const later = mac();
  expect(await deferredNotifications(later.system, 'darwin', remembered).earlier()).toHaveLength(1);
});

test('systems other than macOS do not query the notification history', async () => {
  const { system, calls } = mac();
  const due = deferredNotifications(system, 'linux', { store: { hasNotified: true } });
  expect(await due.earlier()).toEqual([]);
  expect(calls).toEqual([]);
});
