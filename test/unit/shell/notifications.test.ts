import type { Notification } from 'electron';
import { expect, test } from 'vitest';
import type { NoticeButton } from '../../../main/shell/notices/notices.ts';
import { type NotificationOptions, startNotifications } from '../../../main/shell/notices/notifications.ts';
import type { UploadView } from '../../../preload/page.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { notificationClass } from '../../fakes/electron/notification.ts';
import { createRecordings } from '../../fakes/electron/recordings.ts';
import { uploadExample } from './upload-example.ts';

type Listener = Parameters<NotificationOptions['bridge']['onEvent']>[0];

async function start(
  platform: NodeJS.Platform,
  changes: Partial<Pick<NotificationOptions, 'wanted' | 'earlier' | 'uploads'>> = {},
) {
  const recordings = createRecordings();
  const Made = notificationClass(recordings, () => true);
  let emitEvent: Listener = () => undefined;
  let now = 0;
  let activate: (given: string) => void = () => undefined;
  const opened: (string | null)[] = [];
  const acted: { readonly id: string; readonly act: NoticeButton['act'] }[] = [];
  const { log, lines } = collectedLog();
  const stop = startNotifications({
    bridge: {
      onEvent: (listener) => {
        emitEvent = listener;
        return () => undefined;
      },
    },
    uploads: [],
    platform,
    make: (options) => new Made(options) as unknown as Notification,
    earlier: async () => [],
    onActivation: (listener) => {
      activate = listener;
    },
    wanted: () => true,
    open: (id) => opened.push(id),
    act: (id, act) => acted.push({ id, act }),
    now: () => now,
    log,
    ...changes,
  });
  await Promise.resolve();
  return {
    shown: recordings.notifications as InstanceType<typeof Made>[],
    opened,
    acted,
    lines,
    stop,
    /** Emits a change of an upload. By default, a minute has passed since the previous change. */
    change: (upload: Partial<UploadView>, afterMs = 60_000) => {
      now += afterMs;
      emitEvent('uploads.changed', uploadExample(upload));
    },
    block: (accountId: string) => {
      const failure = { code: 'api/storageFull', message: 'No room.', remedy: 'free-space' } as const;
      emitEvent('uploads.blocks', [{ accountId, failure, until: null }]);
    },
    /** Activates a button as Windows does, with its arguments. */
    activate: (given: string) => activate(given),
    Made,
  };
}

const target = {
  applicationId: 1,
  versionId: 7,
  applicationName: 'Notes',
  uniqueName: 'notes',
  installLink: 'https://example.org/install/7',
};
const failure = { code: 'api/unreachable', message: 'Cannot be reached.', remedy: 'retry' } as const;

test('buttons on macOS act on the build of their notification', async () => {
  const { shown, acted, change } = await start('darwin');
  change({ id: 'a', target });
  change({ id: 'b', state: 'failed', failure });
  change({ id: 'c', state: 'ready' });
  const labels = shown.map(({ actions }) => actions.map(({ text }) => text));
  expect(labels).toEqual([['Copy link'], ['Try again'], ['Upload', 'Not now']]);
  for (const [index, pressed] of [
    [0, 0],
    [1, 0],
    [2, 1],
    [2, 7],
  ] as const) {
    shown[index]?.emit('action', { actionIndex: pressed }, pressed);
  }
  expect(acted).toEqual([
    { id: 'a', act: { kind: 'copy', link: 'https://example.org/install/7' } },
    { id: 'b', act: { kind: 'retry' } },
    { id: 'c', act: { kind: 'answer', yes: false } },
  ]);
});

test('a Windows toast links to its build', async () => {
  const { shown, change, block } = await start('win32');
  change({ id: 'a', target });
  block('work');
  expect(shown[0]?.toastXml).toContain('launch="slipway://uploads/a"');
  expect(shown[1]?.toastXml).toContain('launch="slipway://uploads"');
  expect(shown[0]?.actions).toEqual([]);
});

test('a Windows toast button works after a restart', async () => {
  const first = await start('win32');
  first.change({ id: 'b', state: 'ready' });
  const given = /content="Not now" activationType="foreground" arguments="([^"]+)"/.exec(
    first.shown[0]?.toastXml ?? '',
  )?.[1];
  first.stop();
  const second = await start('win32');
  second.activate(given?.replaceAll('&amp;', '&') ?? '');
  second.activate('type=click&tag=b');
  expect(second.acted).toEqual([{ id: 'b', act: { kind: 'answer', yes: false } }]);
});

test('a Linux notification has only a title and a text', async () => {
  const { shown, change } = await start('linux');
  change({ id: 'a', target });
  expect(shown[0]).toMatchObject({ title: 'Field Notes 2.4.1 is out', actions: [], toastXml: '' });
});

test('a click on a timed-out notification opens its build', async () => {
  const { shown, opened, change } = await start('darwin');
  for (const id of ['a', 'b', 'c', 'd', 'e']) change({ id });
  shown[0]?.emit('close', { reason: 'timedOut' });
  shown[0]?.emit('click');
  shown[3]?.emit('click');
  expect(opened).toEqual(['a', 'd']);
});

test('a click on an earlier macOS notification opens its build', async () => {
  const { Made } = await start('darwin');
  const earlier = [new Made({ id: 'upload:old', title: 'Old' }), new Made({ id: 'other', title: 'Other' })];
  const { opened } = await start('darwin', { earlier: async () => earlier as unknown as Notification[] });
  await Promise.resolve();
  for (const notification of earlier) notification.emit('click');
  expect(opened).toEqual(['old']);
});

test('unreadable earlier notifications are logged without an error', async () => {
  const { lines } = await start('darwin', { earlier: () => Promise.reject(new Error('not signed')) });
  await expect.poll(() => lines.join('\n')).toContain('Could not read earlier notifications');
});

test('a grouped notification closes only the notifications that it replaces', async () => {
  const { shown, opened, change } = await start('darwin');
  change({ id: 'older' });
  for (const id of ['a', 'b', 'c', 'd']) change({ id }, id === 'a' ? 60_000 : 100);
  expect(shown.map(({ title, state }) => `${title}: ${state}`)).toEqual([
    'Field Notes 2.4.1 is out: shown',
    'Field Notes 2.4.1 is out: closed',
    'Field Notes 2.4.1 is out: closed',
    'Field Notes 2.4.1 is out: closed',
    '4 builds are out: shown',
  ]);
  shown[4]?.emit('click');
  expect(opened).toEqual([null]);
});

test('stop() closes notifications only on Linux', async () => {
  for (const [platform, state] of [
    ['linux', 'closed'],
    ['darwin', 'shown'],
    ['win32', 'shown'],
  ] as const) {
    const { shown, change, stop } = await start(platform);
    change({ id: 'a' });
    stop();
    expect(shown[0]?.state, platform).toBe(state);
  }
});
