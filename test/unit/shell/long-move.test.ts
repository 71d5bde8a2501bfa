import type { Notification } from 'electron';
import { expect, test } from 'vitest';
import { translatorOf } from '../../../main/messages/translator.ts';
import { sayLongMove } from '../../../main/shell/start/long-move.ts';
import { notificationClass } from '../../fakes/electron/notification.ts';
import { createRecordings } from '../../fakes/electron/recordings.ts';

const said = { title: 'Slipway moved its data', body: expect.stringContaining(' D:\\Local.') };

test.each([
  [0, true, []],
  [2_999, true, []],
  [3_000, true, [said]],
  [3_000, false, []],
])('a move of the data that took %i ms, notifications shown: %s', (tookMs, supported, expected) => {
  const recordings = createRecordings();
  const Made = notificationClass(recordings, () => true);
  sayLongMove({ tookMs, folder: 'D:\\Local' }, translatorOf('en'), {
    isSupported: () => supported,
    make: (options) => new Made(options) as unknown as Notification,
  });
  expect(recordings.notifications).toMatchObject(expected);
  expect(recordings.notifications).toHaveLength(expected.length);
});
