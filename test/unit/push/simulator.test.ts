import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Localised } from '../../../main/messages/localised.ts';
import type { Channels } from '../../../main/push/handler/channels.ts';
import type { Permission } from '../../../main/push/handler/presentation.ts';
import type { Device } from '../../../main/push/handler/resolver.ts';
import {
  simulate as mainSimulate,
  type Simulation,
  type SimulatorInput,
} from '../../../main/push/handler/simulator.ts';
import { notificationProperties } from '../../../main/push/mapping/mapping.ts';
import { withEnglishResult } from '../../english.ts';

const simulate = withEnglishResult(mainSimulate);

const mapping = { keys: Object.fromEntries(notificationProperties.map((name) => [name, name])) };
const android = (apiLevel: number): Device => ({ platform: 'android', apiLevel });
const ios: Device = { platform: 'ios' };
const none: Channels = { existing: [], deleted: [] };

function run(
  notification: Readonly<Record<string, unknown>>,
  changed: Partial<SimulatorInput> = {},
): Localised<Simulation> {
  return simulate({
    mapping,
    message: { to: 'abc', data: { notification } },
    device: android(33),
    app: 'background',
    permission: 'granted',
    build: 'published',
    channels: none,
    options: ['SOUND', 'ALERT'],
    userNotificationEnabled: false,
    tapped: false,
    ...changed,
  });
}

/** Summarises the notification shade, lock screen, heads-up display, sound and badge in one line. */
function seen({ presentation }: Localised<Simulation>): string {
  if (!presentation) return 'lost';
  const { shade, lockScreen, headsUp, sound, badge } = presentation;
  return [
    shade.value ? 'shade' : '-',
    lockScreen.value ? 'lock' : '-',
    headsUp.value ? 'banner' : '-',
    sound.value.kind === 'file' ? sound.value.name : sound.value.kind,
    badge.value ? 'badge' : '-',
  ].join(' ');
}

describe('simulate by API level and permission', () => {
  test.each<readonly [Device, Permission, string]>([
    [android(25), 'not-asked', 'shade lock - default -'],
    [android(25), 'denied', '- - - none -'],
    [android(26), 'not-asked', 'shade lock - default badge'],
    [android(32), 'not-asked', 'shade lock - default badge'],
    [android(32), 'denied', '- - - none -'],
    [android(33), 'granted', 'shade lock - default badge'],
    [android(33), 'not-asked', '- - - none -'],
    [android(33), 'denied', '- - - none -'],
    [android(36), 'granted', 'shade lock - default badge'],
    [ios, 'granted', 'shade lock banner none badge'],
    [ios, 'not-asked', '- - - none -'],
    [ios, 'denied', '- - - none -'],
  ])('on %j with the permission %s shows: %s', (device, permission, expected) => {
    const simulation = run({ title: 'T', body: 'B' }, { device, permission });
    expect(seen(simulation)).toBe(expected);
    expect(simulation.lost).toBeNull();
  });
});

describe('a notification importance', () => {
  test.each([
    ['1', 'shade - - none badge'],
    ['2', 'shade lock - none badge'],
    ['3', 'shade lock - default badge'],
    ['4', 'shade lock banner default badge'],
    ['5', 'shade lock banner default badge'],
    ['9', 'shade lock - default badge'],
  ])('of %s shows %s', (channelIdImportance, expected) => {
    expect(seen(run({ title: 'T', channelIdImportance }))).toBe(expected);
  });

  test('is ignored below API level 26', () => {
    expect(seen(run({ title: 'T', channelIdImportance: '5' }, { device: android(25) }))).toBe(
      'shade lock - default -',
    );
  });
});

describe('simulate with channels', () => {
  const newsChannel = { id: '7', title: 'News', importance: 3 };
  const message = { title: 'T', channelId: '7', channelIdTitle: 'News', channelIdImportance: '3' };
  const changes = (simulation: Localised<Simulation>): readonly string[] =>
    simulation.channelChanges.map(({ change, channel }) => `${change} ${channel.id}`);

  test('creates a new channel or reuses an existing channel', () => {
    const first = run(message);
    expect([changes(first), first.channels]).toEqual([['created 7'], [newsChannel]]);
    const second = run(message, { channels: { existing: [newsChannel], deleted: [] } });
    expect([changes(second), second.channels]).toEqual([['existing 7'], [newsChannel]]);
  });

  test('creates the default channel when the message names none', () => {
    expect(run({ title: 'T' }).channels).toEqual([{ id: '1', title: 'Notifications', importance: 3 }]);
  });

  test('changes the title and lowers but never raises the importance', () => {
    const channels = { existing: [newsChannel], deleted: [] };
    const raised = run({ ...message, channelIdTitle: 'All news', channelIdImportance: '5' }, { channels });
    expect(changes(raised)).toEqual(['changed 7']);
    expect(raised.channels).toEqual([{ id: '7', title: 'All news', importance: 3 }]);
    expect(raised.channelChanges[0]?.explanation).toContain('stays 3');
    expect(raised.presentation?.headsUp.value).toBe(false);
    const lowered = run({ ...message, channelIdImportance: '1' }, { channels });
    expect(lowered.channels[0]?.importance).toBe(1);
    expect(lowered.presentation?.sound.value).toEqual({ kind: 'none' });
  });

  test('deletes the channel before use and restores it unchanged', () => {
    const channels = { existing: [newsChannel, { id: '8', title: 'Old', importance: 2 }], deleted: [] };
    const deleted = run({ ...message, deleteChannelId: '8' }, { channels });
    expect([changes(deleted), deleted.channels]).toEqual([['deleted 8', 'existing 7'], [newsChannel]]);
    const again = run({ ...message, channelIdImportance: '5', deleteChannelId: '7' }, { channels });
    expect(changes(again)).toEqual(['deleted 7', 'restored 7']);
    expect([deleted.deletedChannels.map(({ id }) => id), again.deletedChannels]).toEqual([['8'], []]);
    expect(again.channels.at(-1)).toEqual(newsChannel);
    expect(changes(run({ ...message, deleteChannelId: '99' }))).toEqual(['not-there 99', 'created 7']);
  });

  test('keeps the channel title unless a valid channel id and title are given', () => {
    const alarms = { id: '1', title: 'Alarms', importance: 3 };
    const channels = {
      existing: [alarms, newsChannel],
      deleted: [{ ...newsChannel, id: '9', title: 'Old' }],
    };
    expect(run({ title: 'T', channelIdTitle: 'News' }).channels).toEqual([
      { id: '1', title: 'Notifications', importance: 3 },
    ]);
    for (const channelId of [undefined, 'news', '99999999999']) {
      const simulation = run({ title: 'T', channelId, channelIdTitle: 'Other' }, { channels });
      expect([changes(simulation), simulation.channels]).toEqual([['existing 1'], [alarms, newsChannel]]);
    }
    expect(run({ title: 'T', channelId: '7' }, { channels }).channels).toEqual([alarms, newsChannel]);
    expect(run({ title: 'T', channelId: '9' }, { channels }).channels.at(-1)?.title).toBe('Old');
    expect(run({ title: 'T', channelId: '1', channelIdTitle: 'New' }, { channels }).channels[0]?.title).toBe(
      'New',
    );
  });

  test('treats 007 as channel 7', () => {
    const channels = { existing: [{ ...newsChannel, id: '007' }], deleted: [] };
    const found = run({ ...message, channelId: ' 07' }, { channels });
    expect([changes(found), found.presentation?.channelId]).toEqual([['existing 7'], '7']);
    const deleted = run({ ...message, channelId: '8', deleteChannelId: '0007' }, { channels });
    expect(changes(deleted)).toEqual(['deleted 7', 'created 8']);
  });

  test('adds a note to a message that both deletes and uses a channel', () => {
    const channels = { existing: [newsChannel], deleted: [] };
    const both = run({ ...message, deleteChannelId: '07' }, { channels });
    expect([changes(both), both.presentation?.channelId]).toEqual([['deleted 7', 'restored 7'], '7']);
    expect(both.notes).toEqual([expect.stringContaining('The message both deletes and uses the channel 7.')]);
    expect(both.notes[0]).toContain('every notification belongs to a channel');
    const fallback = { existing: [{ id: '1', title: 'Notifications', importance: 3 }], deleted: [] };
    expect(run({ title: 'T', deleteChannelId: '1' }, { channels: fallback }).notes).toHaveLength(1);
    for (const other of [{ deleteChannelId: '8' }, {}]) {
      expect(run({ ...message, ...other }, { channels }).notes).toEqual([]);
    }
    expect(run({ ...message, deleteChannelId: '7' }).notes).toEqual([]);
  });

  test.each([android(25), ios])('creates no channel on %j', (device) => {
    const simulation = run({ ...message, deleteChannelId: '8' }, { device });
    expect([simulation.channelChanges, simulation.channels]).toEqual([[], []]);
    expect(simulation.presentation?.channelId).toBeNull();
  });

  test('creates channels even without the permission', () => {
    expect(run(message, { permission: 'denied' }).channels).toEqual([newsChannel]);
  });
});

describe('the callbacks', () => {
  const called = (changed: Partial<SimulatorInput>): readonly string[] =>
    run({ title: 'T' }, changed).callbacks.map(({ callback }) => callback);
  const receive = 'Notifications.onNotificationReceive';
  const click = 'Notifications.onNotificationClick';

  test.each<readonly [Partial<SimulatorInput>, readonly string[]]>([
    [{ app: 'foreground' }, [receive]],
    [{ app: 'background' }, [receive]],
    [{ app: 'closed' }, []],
    [{ app: 'background', permission: 'denied' }, [receive]],
    [{ app: 'background', tapped: true }, [receive, click]],
    [{ app: 'closed', tapped: true }, [click]],
    [{ app: 'closed', tapped: true, permission: 'denied' }, []],
    [{ device: ios, app: 'foreground' }, [receive]],
    [{ device: ios, app: 'background' }, [receive]],
    [{ device: ios, app: 'background', userNotificationEnabled: true }, [receive]],
    [{ device: ios, app: 'background', permission: 'denied' }, [receive]],
    [{ device: ios, app: 'closed', tapped: true }, [click]],
    [{ device: ios, app: 'foreground', tapped: true, options: [] }, [receive]],
    [
      { device: ios, app: 'foreground', userNotificationEnabled: true, tapped: true },
      ['Notifications.ios.willPresentNotification', 'Notifications.ios.receivedNotificationResponse'],
    ],
    [{ device: ios, app: 'foreground', userNotificationEnabled: true, permission: 'denied' }, []],
    [{ device: android(33), userNotificationEnabled: true, tapped: true }, [receive, click]],
    [{ build: 'emulator', tapped: true }, []],
  ])('with %j are called in the order %j', (changed, expected) => {
    expect(called(changed)).toEqual(expected);
  });

  test('run in the background on iOS while iOS presents the notification', () => {
    const { callbacks, presentation } = run({ title: 'T', more: 'x' }, { device: ios, options: [] });
    expect(callbacks).toMatchObject([
      {
        argument: { to: 'abc', data: { notification: { more: 'x' } } },
        returned: null,
        explanation: expect.stringContaining('matters only in the foreground'),
      },
    ]);
    expect(presentation?.shade).toMatchObject({
      value: true,
      explanation: 'iOS shows it automatically, because the app is not in the foreground.',
    });
  });

  test('receive all data and return a result that applies only on iOS', () => {
    const [first] = run({ title: 'T', more: 'x' }, { app: 'foreground' }).callbacks;
    expect(first).toMatchObject({
      argument: { to: 'abc', data: { notification: { more: 'x' } } },
      returned: null,
    });
    const [asked] = run({ title: 'T' }, { device: ios, app: 'foreground', options: ['SOUND'] }).callbacks;
    expect(asked?.returned).toEqual(['SOUND']);
  });
});

describe('simulate on iOS in the foreground', () => {
  const input = { device: ios, app: 'foreground' } as const;
  const message = { title: 'T', sound: 'ping.wav' };
  test.each<readonly [SimulatorInput['options'], string]>([
    [['SOUND', 'ALERT'], 'shade - banner ping.wav badge'],
    [['ALERT'], 'shade - banner none badge'],
    [['SOUND'], '- - - ping.wav badge'],
    [[], '- - - none -'],
  ])('with the options %j shows %s', (options, expected) => {
    expect(seen(run(message, { ...input, options }))).toBe(expected);
    expect(seen(run(message, { ...input, options, userNotificationEnabled: true }))).toBe(expected);
  });
});

test.each([
  ['ping.wav', 'ping.wav'],
  ['ping.mp3', 'none'],
])('the sound %s on iOS plays %s', (sound, expected) => {
  expect(seen(run({ title: 'T', sound }, { device: ios }))).toBe(`shade lock banner ${expected} badge`);
});

test('only the value “false” disables the badge', () => {
  for (const device of [android(33), ios]) {
    expect(run({ title: 'T', showBadge: 'false' }, { device }).presentation?.badge.value).toBe(false);
    expect(run({ title: 'T', showBadge: 'no' }, { device }).presentation?.badge.value).toBe(true);
  }
});

test('iOS ignores icons and requires a title or a text', () => {
  expect(run({ title: 'T', icon: 'bell' }).presentation?.icon.value).toBe('bell');
  expect(run({ title: 'T', icon: 'bell' }, { device: ios }).presentation?.icon.value).toBeNull();
  expect(seen(run({}, { device: ios }))).toBe('- - - none badge');
  expect(seen(run({}))).toBe('shade lock - default badge');
});

test('messages arrive at a published build but not in the emulator', () => {
  expect(run({ title: 'T' }, { build: 'emulator' })).toMatchObject({
    lost: expect.stringContaining('published builds'),
    presentation: null,
  });
  const message = { to: '/topics/news', data: { notification: { title: 'T' } } };
  expect(run({}, { message }).presentation?.title).toBe('T');
});

test.each([undefined, null, '', 7, {}])('a message whose “to” is %j reaches no device', (to) => {
  const message = { to, data: { notification: { title: 'T' } } };
  for (const device of [android(33), ios]) {
    const simulation = run({}, { message, device });
    expect(simulation).toMatchObject({
      lost: 'The message has no “to”, so it is not sent to any device.',
      ...{ presentation: null, callbacks: [], channelChanges: [] },
    });
    expect(simulation.resolved.title.value).toBe('T');
  }
});

test.each<readonly [string, Partial<SimulatorInput>, number]>([
  ['iOS, closed', { device: ios, app: 'closed' }, 1],
  ['iOS, in the background', { device: ios, app: 'background' }, 1],
  ['iOS, in the foreground', { device: ios, app: 'foreground' }, 0],
  ['iOS, without permission', { device: ios, app: 'closed', permission: 'denied' }, 0],
  ['Android, closed', { app: 'closed' }, 0],
])('simulate explains undocumented behaviour of data-only messages: %s', (_, changed, count) => {
  const { notes } = run({ title: 'T' }, changed);
  expect(notes.filter((note) => note.includes('data only'))).toHaveLength(count);
});

test('simulate explains each part of the presentation for any message', () => {
  const device = fc.oneof(fc.constant(ios), fc.integer({ min: 1, max: 40 }).map(android));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.record({ to: fc.constant('abc'), data: fc.anything() }),
        fc.record({
          to: fc.string({ minLength: 1 }),
          data: fc.record({ notification: fc.oneof(fc.anything(), fc.json()) }),
        }),
      ),
      device,
      fc.constantFrom('foreground', 'background', 'closed'),
      fc.constantFrom('granted', 'denied', 'not-asked'),
      (message, where, app, permission) => {
        const simulation = run({}, { message, device: where, app, permission, tapped: true });
        const { presentation } = simulation;
        if (!presentation) throw new Error(`lost: ${simulation.lost}`);
        const { icon, shade, lockScreen, headsUp, sound, badge } = presentation;
        for (const one of [icon, shade, lockScreen, headsUp, sound, badge]) {
          expect(one.explanation).toMatch(/\.$/su);
        }
        if (!shade.value) expect(lockScreen.value || headsUp.value).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});
