/**
 * What a device makes of received push data, by the rules of the reference. Pure and total: whatever arrives gives an
 * answer, and each value says where it comes from. The reference implementation of the notification handler.
 */
import { type Sentence, said } from '../base/sentences.ts';
import type { NotificationProperty, PushMapping } from './mapping.ts';
import { type ReceivedValue, receivedValues } from './received-data.ts';
import { deviceWords as words } from './words-device.ts';

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
    title: plain(read('title'), words.noTitle),
    body: plain(read('body'), words.noText),
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
  { property, path, key }: ReceivedValue,
  value: Value | null,
  source: Resolved<Value>['source'],
  explanation: Sentence,
): Resolved<Value> {
  return { property, path, key, value, source, ...said({ explanation }) };
}

type Present = Extract<ReceivedValue, { readonly text: string }>;

/** A value that is taken as it came. */
function taken<Value>(from: Present, value: Value): Resolved<Value> {
  const { key, was } = from;
  const how = { text: words.taken, number: words.takenNumber, boolean: words.takenBoolean }[was];
  return resolved(from, value, 'received', how({ key }));
}

function plain(from: ReceivedValue, missing: typeof words.noTitle): Resolved<string> {
  if (from.text === null) return resolved<string>(from, null, 'none', missing({ reason: from.absence }));
  return taken(from, from.text);
}

const pictureEnding = /\.(png|jpe?g|gif|webp|svg|ico|bmp|xml)$/i;

function icon(from: ReceivedValue): Resolved<string> {
  if (from.text === null || from.text.trim() === '') {
    const reason = from.text === null ? from.absence : words.keyHoldsNoName({ key: from.key });
    return resolved<string>(from, null, 'default', words.ownIcon({ reason }));
  }
  if (!pictureEnding.test(from.text)) return taken(from, from.text);
  return resolved<string>(from, null, 'default', words.iconEnding({ text: from.text }));
}

const wholeNumber = /^\s*\d+\s*$/;

function channelId(from: ReceivedValue): Resolved<string> {
  if (from.text !== null && wholeNumber.test(from.text)) return taken(from, from.text.trim());
  const reason = from.text === null ? from.absence : words.notWhole({ text: from.text });
  return resolved(from, defaultChannel.id, 'default', words.defaultChannel({ reason }));
}

function channelTitle(from: ReceivedValue): Resolved<string> {
  if (from.text !== null && from.text.trim() !== '') return taken(from, from.text);
  const reason = from.text === null ? from.absence : words.keyHoldsNoTitle({ key: from.key });
  return resolved(from, defaultChannel.title, 'default', words.defaultTitle({ reason }));
}

function importance(from: ReceivedValue): Resolved<number> {
  if (from.text !== null && /^\s*[1-5]\s*$/.test(from.text)) return taken(from, Number(from.text));
  const reason = from.text === null ? from.absence : words.notOneToFive({ text: from.text });
  const { importance: value } = defaultChannel;
  return resolved(from, value, 'default', words.defaultImportance({ reason, importance: value }));
}

function deletedChannel(from: ReceivedValue): Resolved<string> {
  if (from.text === null)
    return resolved<string>(from, null, 'none', words.noneDeleted({ reason: from.absence }));
  if (wholeNumber.test(from.text)) return taken(from, from.text.trim());
  return resolved<string>(from, null, 'none', words.noChannelId({ text: from.text }));
}

function noChannel(from: ReceivedValue, device: Device): Resolved<never> {
  const isThere = from.text !== null;
  if (device.platform === 'ios') {
    return resolved<never>(from, null, 'none', isThere ? words.iosIgnored() : words.iosNoChannels());
  }
  const levels = { first: firstChannelLevel, level: device.apiLevel };
  return resolved<never>(from, null, 'none', isThere ? words.tooOldIgnored(levels) : words.tooOld(levels));
}

function badge(from: ReceivedValue): Resolved<boolean> {
  if (from.text === null) return resolved(from, true, 'default', words.badgeShown({ reason: from.absence }));
  if (from.text === 'false') return taken(from, false);
  if (from.text === 'true') return taken(from, true);
  return resolved(from, true, 'default', words.badgeOnlyFalse({ text: from.text }));
}

function sound(from: ReceivedValue, device: Device): Resolved<string> {
  if (device.platform === 'android') return resolved<string>(from, null, 'none', words.soundOnIosOnly());
  if (from.text === null)
    return resolved<string>(from, null, 'none', words.noSound({ reason: from.absence }));
  if (/^[^/\\]+\.wav$/.test(from.text)) return taken(from, from.text);
  return resolved<string>(from, null, 'none', words.notWav({ text: from.text }));
}
