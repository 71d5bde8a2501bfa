/**
 * What a device makes of received push data, by the rules of the reference. Pure and total: whatever arrives gives an
 * answer, and each value says where it comes from. The reference implementation of the notification handler.
 */
import type { NotificationProperty, PushMapping } from './mapping.ts';
import { type ReceivedValue, receivedValues } from './received-data.ts';

export type Device =
  | { readonly platform: 'android'; readonly apiLevel: number }
  | { readonly platform: 'ios' };

/** Android 8: from here on every notification belongs to a channel. */
export const firstChannelLevel = 26;

export const defaultChannel = { id: '1', title: 'Notifications', importance: 3 } as const;

export type Resolved<Value> = {
  readonly property: NotificationProperty;
  /** Null: the device uses nothing here. */
  readonly value: Value | null;
  /** `$notification.title`: where the property stands in the mapping. */
  readonly path: string;
  /** The key in the received data, or null when the mapping names none. */
  readonly key: string | null;
  /** `received`: from the data; `default`: the handler's own; `none`: nothing. */
  readonly source: 'received' | 'default' | 'none';
  /** One sentence for people. */
  readonly explanation: string;
};

export type ResolvedNotification = {
  readonly title: Resolved<string>;
  readonly body: Resolved<string>;
  /** Without ending; looked up in the images folder. */
  readonly icon: Resolved<string>;
  /** A whole number, as text. */
  readonly channelId: Resolved<string>;
  readonly channelIdTitle: Resolved<string>;
  /** 1 to 5. */
  readonly channelIdImportance: Resolved<number>;
  readonly deleteChannelId: Resolved<string>;
  readonly showBadge: Resolved<boolean>;
  readonly sound: Resolved<string>;
};

/** `received` has the shape `{to, data: {notification: {key: text}}}`; anything else counts as holding no values. */
export function resolveNotification(
  mapping: PushMapping,
  received: unknown,
  device: Device,
): ResolvedNotification {
  const read = receivedValues(mapping, received);
  const hasChannels = device.platform === 'android' && device.apiLevel >= firstChannelLevel;
  return {
    title: plain(read('title'), 'the notification has no title'),
    body: plain(read('body'), 'the notification has no text'),
    icon: icon(read('icon')),
    channelId: hasChannels ? channelId(read('channelId')) : noChannel(read('channelId'), device),
    channelIdTitle: hasChannels
      ? channelTitle(read('channelIdTitle'))
      : noChannel(read('channelIdTitle'), device),
    channelIdImportance: hasChannels
      ? importance(read('channelIdImportance'))
      : noChannel(read('channelIdImportance'), device),
    deleteChannelId: hasChannels
      ? deletedChannel(read('deleteChannelId'))
      : noChannel(read('deleteChannelId'), device),
    showBadge: badge(read('showBadge')),
    sound: sound(read('sound'), device),
  };
}

function resolved<Value>(
  from: ReceivedValue,
  value: Value | null,
  source: Resolved<Value>['source'],
  explanation: string,
): Resolved<Value> {
  const { property, path, key } = from;
  return { property, path, key, value, source, explanation };
}

/** A value that is taken as it came. */
function taken<Value>(from: ReceivedValue, value: Value): Resolved<Value> {
  const { key, note } = from;
  const why = note === '' ? `Taken from the key "${key}".` : `Taken from the key "${key}"${note}.`;
  return resolved(from, value, 'received', why);
}

function plain(from: ReceivedValue, consequence: string): Resolved<string> {
  if (from.text === null) return resolved<string>(from, null, 'none', `${from.absence}, so ${consequence}.`);
  return taken(from, from.text);
}

const pictureEnding = /\.(png|jpe?g|gif|webp|svg|ico|bmp|xml)$/i;

function icon(from: ReceivedValue): Resolved<string> {
  if (from.text === null || from.text.trim() === '') {
    const reason = from.text === null ? from.absence : `The key "${from.key}" holds no name`;
    return resolved<string>(from, null, 'default', `${reason}, so the app's own icon is shown.`);
  }
  if (!pictureEnding.test(from.text)) return taken(from, from.text);
  return resolved<string>(
    from,
    null,
    'default',
    `"${from.text}" has an ending. The icon is looked up by its name without one, so it is not found and the app's own icon is shown.`,
  );
}

const wholeNumber = /^\s*\d+\s*$/;

function channelId(from: ReceivedValue): Resolved<string> {
  const reason =
    from.text === null
      ? from.absence
      : wholeNumber.test(from.text)
        ? null
        : `"${from.text}" is not a whole number`;
  if (reason === null && from.text !== null) return taken(from, from.text.trim());
  return resolved(from, defaultChannel.id, 'default', `${reason}, so the default channel is used.`);
}

function channelTitle(from: ReceivedValue): Resolved<string> {
  if (from.text !== null && from.text.trim() !== '') return taken(from, from.text);
  const reason = from.text === null ? from.absence : `The key "${from.key}" holds no title`;
  return resolved(from, defaultChannel.title, 'default', `${reason}, so the default title is used.`);
}

function importance(from: ReceivedValue): Resolved<number> {
  if (from.text !== null && /^\s*[1-5]\s*$/.test(from.text)) return taken(from, Number(from.text));
  const reason = from.text === null ? from.absence : `"${from.text}" is not one of the numbers 1 to 5`;
  const { importance: value } = defaultChannel;
  return resolved(from, value, 'default', `${reason}, so the importance is ${value}.`);
}

function deletedChannel(from: ReceivedValue): Resolved<string> {
  if (from.text === null)
    return resolved<string>(from, null, 'none', `${from.absence}, so no channel is deleted.`);
  if (wholeNumber.test(from.text)) return taken(from, from.text.trim());
  return resolved<string>(
    from,
    null,
    'none',
    `"${from.text}" is not a whole number and so no channel's id: no channel is deleted.`,
  );
}

function noChannel(from: ReceivedValue, device: Device): Resolved<never> {
  const why =
    device.platform === 'ios'
      ? 'iOS has no channels'
      : `Channels exist from Android 8 (API level ${firstChannelLevel}) on; this is level ${device.apiLevel}`;
  return resolved<never>(from, null, 'none', from.text === null ? `${why}.` : `${why}, so this is ignored.`);
}

function badge(from: ReceivedValue): Resolved<boolean> {
  if (from.text === null) return resolved(from, true, 'default', `${from.absence}, so a badge is shown.`);
  if (from.text === 'false') return taken(from, false);
  if (from.text === 'true') return taken(from, true);
  return resolved(from, true, 'default', `Only "false" turns the badge off; "${from.text}" does not.`);
}

function sound(from: ReceivedValue, device: Device): Resolved<string> {
  if (device.platform === 'android') {
    const explanation = 'The sound is for iOS; on Android the channel decides.';
    return resolved<string>(from, null, 'none', explanation);
  }
  if (from.text === null)
    return resolved<string>(from, null, 'none', `${from.absence}, so there is no custom sound.`);
  if (/^[^/\\]+\.wav$/.test(from.text)) return taken(from, from.text);
  return resolved<string>(
    from,
    null,
    'none',
    `"${from.text}" is not the name of a .wav file, so there is no sound.`,
  );
}
