import { type Message, messageOf } from '../../messages/message.ts';
import type { NotificationProperty, PushMapping } from '../mapping/mapping.ts';
import { type ReceivedValue, receivedValues } from './received-data.ts';

export type Device =
  | { readonly platform: 'android'; readonly apiLevel: number }
  | { readonly platform: 'ios' };

/** Android 8. Since then, every notification belongs to a channel. */
export const firstChannelLevel = 26;

export const defaultChannel = { id: '1', title: 'Notifications', importance: 3 } as const;

export type Resolved<Value> = {
  readonly property: NotificationProperty;
  /** Null if the notification has no such value. */
  readonly value: Value | null;
  /** Path in the mapping, such as `$notification.title`. */
  readonly path: string;
  /** Key in received data; null if not mapped. */
  readonly key: string | null;
  /** Origin of the value. `default` is the handler's default value. */
  readonly source: 'received' | 'default' | 'none';
  readonly explanation: Message;
};

export type ResolvedNotification = {
  readonly title: Resolved<string>;
  readonly body: Resolved<string>;
  /** File name without extension, in the images folder. */
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

/** `received`: `{to, data: {notification: {key: text}}}`; other shapes contain no values. */
export function resolveNotification(
  mapping: PushMapping,
  received: unknown,
  device: Device,
): ResolvedNotification {
  const read = receivedValues(mapping, received);
  const hasChannels = device.platform === 'android' && device.apiLevel >= firstChannelLevel;
  const id = hasChannels ? channelId(read('channelId')) : noChannel(read('channelId'), device);
  return {
    title: plain(read('title'), 'device/noTitle'),
    body: plain(read('body'), 'device/noText'),
    icon: icon(read('icon')),
    channelId: id,
    channelIdTitle: hasChannels
      ? channelTitle(read('channelIdTitle'), id.source === 'received')
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
  { property, path, key }: ReceivedValue,
  value: Value | null,
  source: Resolved<Value>['source'],
  explanation: Message,
): Resolved<Value> {
  return { property, path, key, value, source, explanation };
}

function asReceived<Value>(
  from: Extract<ReceivedValue, { readonly text: string }>,
  value: Value,
): Resolved<Value> {
  return resolved(from, value, 'received', from.sourceText);
}

function plain(from: ReceivedValue, missing: 'device/noTitle' | 'device/noText'): Resolved<string> {
  if (from.text === null)
    return resolved<string>(from, null, 'none', messageOf(missing, { reason: from.absence }));
  return asReceived(from, from.text);
}

/** File extension of a picture. Icon names must have none. */
export const pictureExtension = /\.(png|jpe?g|gif|webp|svg|ico|bmp|xml)$/i;

function icon(from: ReceivedValue): Resolved<string> {
  if (from.text === null || from.text.trim() === '') {
    const reason = from.text === null ? from.absence : messageOf('device/keyHoldsNoName', { key: from.key });
    return resolved<string>(from, null, 'default', messageOf('device/ownIcon', { reason }));
  }
  if (!pictureExtension.test(from.text)) return asReceived(from, from.text);
  return resolved<string>(from, null, 'default', messageOf('device/iconEnding', { text: from.text }));
}

/** Channel ids are 32-bit integers in the API reference. */
const ids = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

const isWhole = (text: string): boolean => /^\s*[+-]?\d+\s*$/.test(text);

/** Normalises a channel id, so that `007` is `7`; null if it is not a 32-bit integer. */
export function channelIdIn(text: string): string | null {
  const id = isWhole(text) ? Number(text) : Number.NaN;
  return id >= ids.min && id <= ids.max ? String(id) : null;
}

function channelId(from: ReceivedValue): Resolved<string> {
  const id = from.text === null ? null : channelIdIn(from.text);
  if (from.text !== null && id !== null) return asReceived(from, id);
  const reason = from.text === null ? from.absence : noId(from.text);
  return resolved(from, defaultChannel.id, 'default', messageOf('device/defaultChannel', { reason }));
}

function noId(text: string): Message {
  return isWhole(text)
    ? messageOf('device/notAnId', { text, ...ids })
    : messageOf('device/notWhole', { text });
}

/** Ignores a title without an id, because the default channel keeps its title. */
function channelTitle(from: ReceivedValue, hasId: boolean): Resolved<string> {
  const isGiven = from.text !== null && from.text.trim() !== '';
  if (isGiven && hasId) return asReceived(from, from.text);
  if (isGiven) {
    const alone = messageOf('device/defaultTitle', { reason: messageOf('device/titleAlone') });
    return resolved(from, defaultChannel.title, 'default', alone);
  }
  const reason = from.text === null ? from.absence : messageOf('device/keyHoldsNoTitle', { key: from.key });
  return resolved(from, defaultChannel.title, 'default', messageOf('device/defaultTitle', { reason }));
}

function importance(from: ReceivedValue): Resolved<number> {
  if (from.text !== null && /^\s*0*[1-5]\s*$/.test(from.text)) return asReceived(from, Number(from.text));
  const reason = from.text === null ? from.absence : messageOf('device/notOneToFive', { text: from.text });
  const { importance: value } = defaultChannel;
  return resolved(
    from,
    value,
    'default',
    messageOf('device/defaultImportance', { reason, importance: value }),
  );
}

function deletedChannel(from: ReceivedValue): Resolved<string> {
  if (from.text === null)
    return resolved<string>(from, null, 'none', messageOf('device/noneDeleted', { reason: from.absence }));
  const id = channelIdIn(from.text);
  if (id !== null) return asReceived(from, id);
  const { text } = from;
  const explanation = isWhole(text)
    ? messageOf('device/noneDeleted', { reason: noId(text) })
    : messageOf('device/noChannelId', { text });
  return resolved<string>(from, null, 'none', explanation);
}

function noChannel(from: ReceivedValue, device: Device): Resolved<never> {
  const isThere = from.text !== null;
  if (device.platform === 'ios') {
    return resolved<never>(
      from,
      null,
      'none',
      isThere ? messageOf('device/iosIgnored') : messageOf('device/iosNoChannels'),
    );
  }
  const levels = { first: firstChannelLevel, level: device.apiLevel };
  return resolved<never>(
    from,
    null,
    'none',
    isThere ? messageOf('device/tooOldIgnored', levels) : messageOf('device/tooOld', levels),
  );
}

function badge(from: ReceivedValue): Resolved<boolean> {
  if (from.text === null)
    return resolved(from, true, 'default', messageOf('device/badgeShown', { reason: from.absence }));
  if (from.text === 'false') return asReceived(from, false);
  if (from.text === 'true') return asReceived(from, true);
  return resolved(from, true, 'default', messageOf('device/badgeOnlyFalse', { text: from.text }));
}

/** File name of a sound that iOS plays. */
export const soundName = /^[^/\\]+\.wav$/;

function sound(from: ReceivedValue, device: Device): Resolved<string> {
  if (device.platform === 'android')
    return resolved<string>(from, null, 'none', messageOf('device/soundOnIosOnly'));
  if (from.text === null)
    return resolved<string>(from, null, 'none', messageOf('device/noSound', { reason: from.absence }));
  if (soundName.test(from.text)) return asReceived(from, from.text);
  return resolved<string>(from, null, 'none', messageOf('device/notWav', { text: from.text }));
}
