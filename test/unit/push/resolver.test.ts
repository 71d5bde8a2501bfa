import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Localised } from '../../../main/messages/localised.ts';
import {
  type Device,
  resolveNotification as mainResolveNotification,
  type Resolved,
  type ResolvedNotification,
} from '../../../main/push/handler/resolver.ts';
import { type NotificationProperty, notificationProperties } from '../../../main/push/mapping/mapping.ts';
import { withEnglishResult } from '../../english.ts';

const resolveNotification = withEnglishResult(mainResolveNotification);

/** Maps every property to a key with the same name in capitals. */
const mapping = {
  keys: Object.fromEntries(notificationProperties.map((name) => [name, name.toUpperCase()])),
};

const android: Device = { platform: 'android', apiLevel: 33 };
const android7: Device = { platform: 'android', apiLevel: 25 };
const ios: Device = { platform: 'ios' };

function resolveOne<Name extends NotificationProperty>(
  property: Name,
  value: unknown,
  device: Device,
): Localised<ResolvedNotification>[Name] {
  const notification = value === undefined ? {} : { [property.toUpperCase()]: value };
  return resolveNotification(mapping, { to: 'device', data: { notification } }, device)[property];
}

type Golden = readonly [NotificationProperty, Device, unknown, unknown, Resolved<unknown>['source'], string];

const taken = (property: NotificationProperty, device: Device, given: unknown, value = given): Golden => [
  ...([property, device, given, value, 'received'] as const),
  `Taken from the key “${property.toUpperCase()}”.`,
];
const missing = (
  ...[property, device, value, source, so]: readonly [
    ...[NotificationProperty, Device, unknown],
    Golden[4],
    string,
  ]
): Golden => [
  ...([property, device, undefined, value, source] as const),
  `The received data has no key “${property.toUpperCase()}”, so ${so}.`,
];

const golden: readonly Golden[] = [
  taken('title', android, 'Hello'),
  taken('title', ios, ''),
  missing('title', android, null, 'none', 'the notification has no title'),
  taken('body', ios, 'Text ü 日本'),
  missing('body', ios, null, 'none', 'the notification has no text'),
  [
    'body',
    ios,
    12,
    '12',
    'received',
    'Taken from the key “BODY”, which contains a number; it is converted to text on the way.',
  ],
  [
    'body',
    ios,
    { a: 1 },
    null,
    'none',
    'The key “BODY” does not contain text, so the notification has no text.',
  ],
  taken('icon', android, 'bell'),
  [
    'icon',
    android,
    'bell.png',
    null,
    'default',
    '“bell.png” has a file extension. The icon is looked up by its name without one, so it is not found and the app’s own icon is shown.',
  ],
  [
    'icon',
    android,
    ' ',
    null,
    'default',
    'The key “ICON” does not contain a name, so the app’s own icon is shown.',
  ],
  missing('icon', ios, null, 'default', 'the app’s own icon is shown'),
  taken('channelId', android, '7'),
  missing('channelId', android, '1', 'default', 'the default channel is used'),
  [
    'channelId',
    android,
    'news',
    '1',
    'default',
    '“news” is not a whole number, so the default channel is used.',
  ],
  ...[
    ['007', '7'],
    [' 7 ', '7'],
    ['+7', '7'],
    ['0', '0'],
    ['-0', '0'],
    ['-12', '-12'],
    ['2147483647', '2147483647'],
    ['-2147483648', '-2147483648'],
  ].flatMap(([given, id]): Golden[] =>
    (['channelId', 'deleteChannelId'] as const).map((property) => [
      ...([property, android, given, id, 'received'] as const),
      `Taken from the key “${property.toUpperCase()}”.`,
    ]),
  ),
  ...['2147483648', '-2147483649', '99999999999999999999'].flatMap((given): Golden[] => {
    const why = `“${given}” is not a channel id, which is a number from -2147483648 to 2147483647`;
    return [
      ['channelId', android, given, '1', 'default', `${why}, so the default channel is used.`],
      ['deleteChannelId', android, given, null, 'none', `${why}, so no channel is deleted.`],
    ];
  }),
  ...['7.0', '7 8', '0x7', '- 7', '', '٧'].map(
    (given): Golden => [
      'channelId',
      android,
      given,
      '1',
      'default',
      `“${given}” is not a whole number, so the default channel is used.`,
    ],
  ),
  [
    'channelId',
    android7,
    '7',
    null,
    'none',
    'Channels require Android 8 (API level 26) or later; this is level 25, so the value is ignored.',
  ],
  [
    'channelId',
    android7,
    undefined,
    null,
    'none',
    'Channels require Android 8 (API level 26) or later; this is level 25.',
  ],
  ['channelId', ios, '7', null, 'none', 'iOS has no channels, so the value is ignored.'],
  [
    'channelIdTitle',
    android,
    'News',
    'Notifications',
    'default',
    'The title comes without a usable channel id, so the default title is used.',
  ],
  missing('channelIdTitle', android, 'Notifications', 'default', 'the default title is used'),
  [
    'channelIdTitle',
    android,
    '',
    'Notifications',
    'default',
    'The key “CHANNELIDTITLE” does not contain a title, so the default title is used.',
  ],
  ['channelIdTitle', android7, 'News', null, 'none', expect.stringContaining('this is level 25') as string],
  taken('channelIdImportance', android, '04', 4),
  ...['1', '2', '3', '4', '5'].map(
    (value): Golden => taken('channelIdImportance', android, value, Number(value)),
  ),
  ...['0', '6', '-1', '2.5', '', 'high', '1e0', '١'].map(
    (value): Golden => [
      'channelIdImportance',
      android,
      value,
      3,
      'default',
      `“${value}” is not one of the numbers 1 to 5, so the importance is 3.`,
    ],
  ),
  missing('channelIdImportance', android, 3, 'default', 'the importance is 3'),
  ['channelIdImportance', ios, '4', null, 'none', 'iOS has no channels, so the value is ignored.'],
  taken('deleteChannelId', android, '4'),
  [
    'deleteChannelId',
    android,
    'x',
    null,
    'none',
    '“x” is not a whole number, so it is not a channel id: no channel is deleted.',
  ],
  missing('deleteChannelId', android, null, 'none', 'no channel is deleted'),
  ['deleteChannelId', ios, '4', null, 'none', 'iOS has no channels, so the value is ignored.'],
  taken('showBadge', android, 'false', false),
  taken('showBadge', android, 'true', true),
  ...['False', '0', '', 'no', ' false'].map(
    (value): Golden => [
      'showBadge',
      android,
      value,
      true,
      'default',
      `Only “false” turns the badge off; “${value}” does not.`,
    ],
  ),
  missing('showBadge', ios, true, 'default', 'a badge is shown'),
  taken('sound', ios, 'ping.wav'),
  ...['ping.mp3', 'ping', 'ping.wav.mp3', '.wav', '../ping.wav', 'ping.WAV'].map(
    (value): Golden => [
      'sound',
      ios,
      value,
      null,
      'none',
      `“${value}” is not the name of a .wav file, so there is no sound.`,
    ],
  ),
  missing('sound', ios, null, 'none', 'there is no custom sound'),
  ['sound', android, 'ping.wav', null, 'none', 'The sound applies to iOS; on Android, the channel decides.'],
];

test.each(golden)(
  'resolveNotification reads %s on %j from %j as %j (%s)',
  (property, device, given, value, source, explanation) => {
    expect(structuredClone(resolveOne(property, given, device))).toEqual({
      property,
      value,
      source,
      explanation,
      key: property.toUpperCase(),
      path: `$notification.${property}`,
    });
  },
);

describe('the title of a channel', () => {
  const titleOf = (channelId: unknown): Localised<ResolvedNotification>['channelIdTitle'] => {
    const notification = { CHANNELIDTITLE: 'News', CHANNELID: channelId };
    return resolveNotification(mapping, { data: { notification } }, android).channelIdTitle;
  };
  test.each(['7', '007', 7])('is used with the channel id %j', (id) => {
    expect(titleOf(id)).toMatchObject({ value: 'News', source: 'received' });
  });
  test.each([undefined, 'news', '', '99999999999', {}])('is the default with the channel id %j', (id) => {
    expect(titleOf(id)).toMatchObject({ value: 'Notifications', source: 'default' });
  });
});

describe('resolveNotification', () => {
  test('ignores a property that the mapping does not name', () => {
    const resolved = resolveNotification({ keys: {} }, { data: { notification: { title: 'x' } } }, android);
    expect(structuredClone(resolved.title)).toEqual({
      property: 'title',
      path: '$notification.title',
      key: null,
      value: null,
      source: 'none',
      explanation: 'The mapping names no key for $notification.title, so the notification has no title.',
    });
    expect(resolved.channelId).toMatchObject({ value: '1', source: 'default' });
  });

  test.each([26, 27, 33, 36])(
    'returns the default channel at API level %i for an empty mapping',
    (apiLevel) => {
      const resolved = resolveNotification({ keys: {} }, {}, { platform: 'android', apiLevel });
      expect([
        resolved.channelId.value,
        resolved.channelIdTitle.value,
        resolved.channelIdImportance.value,
      ]).toEqual(['1', 'Notifications', 3]);
    },
  );

  test.each([1, 24, 25])('returns no channel at API level %i', (apiLevel) => {
    const resolved = resolveNotification(mapping, {}, { platform: 'android', apiLevel });
    expect([
      resolved.channelId.value,
      resolved.channelIdTitle.value,
      resolved.channelIdImportance.value,
      resolved.deleteChannelId.value,
    ]).toEqual([null, null, null, null]);
  });
});

describe('resolveNotification with any data', () => {
  const device = fc.oneof(
    fc.constant<Device>({ platform: 'ios' }),
    fc.integer().map((apiLevel): Device => ({ platform: 'android', apiLevel })),
  );
  const anyMapping = fc.record({
    keys: fc.record(
      Object.fromEntries(
        notificationProperties.map((name) => [
          name,
          fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')),
        ]),
      ),
      { requiredKeys: [] },
    ),
  });
  const received = fc.oneof(
    fc.anything(),
    fc.record({ to: fc.anything(), data: fc.anything() }),
    fc.record({ data: fc.record({ notification: fc.anything({ withNullPrototype: true }) }) }),
  );

  test('explains each property and never throws', () => {
    fc.assert(
      fc.property(anyMapping, received, device, (keys, data, where) => {
        const resolved = resolveNotification(keys, data, where);
        expect(Object.keys(resolved)).toEqual([...notificationProperties]);
        for (const one of Object.values(resolved)) {
          expect(one.explanation).toMatch(/^\S.*\.$/su);
          expect(one.source === 'received').toBe(one.value !== null && one.source !== 'default');
        }
        const { value } = resolved.channelIdImportance;
        expect(value === null || (value >= 1 && value <= 5)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
