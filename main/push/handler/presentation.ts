import { type Message, messageOf } from '../../messages/message.ts';
import type { Channel } from './channels.ts';
import { type Device, firstChannelLevel, type ResolvedNotification } from './resolver.ts';

/** Android apps need the permission from this level on; iOS apps always do. */
const firstPermissionLevel = 33;

export type AppState = 'foreground' | 'background' | 'closed';

/** `not-asked`: the user has not answered yet. */
export type Permission = 'granted' | 'denied' | 'not-asked';

/** Options that an iOS app can request in the foreground. */
export type PresentationOption = 'SOUND' | 'ALERT';

export type Explained<Value> = { readonly value: Value; readonly explanation: Message };

export type Sound =
  | { readonly kind: 'none' }
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly name: string };

export type Presentation = {
  readonly title: string | null;
  readonly body: string | null;
  /** Name of an app image; null for the app's own icon. */
  readonly icon: Explained<string | null>;
  /** Null if the device has no channels. */
  readonly channelId: string | null;
  readonly shade: Explained<boolean>;
  readonly lockScreen: Explained<boolean>;
  /** A banner over the current screen. */
  readonly headsUp: Explained<boolean>;
  readonly sound: Explained<Sound>;
  readonly badge: Explained<boolean>;
};

export type PresentationFacts = {
  readonly device: Device;
  readonly app: AppState;
  readonly permission: Permission;
};

/** Returns why no notification is shown; null if the user allows notifications. */
export function whyNotAllowed({ device, permission }: PresentationFacts): Message | null {
  const isOn = permission === 'granted';
  if (device.platform === 'ios') return isOn ? null : messageOf('device/iosNotAllowed');
  if (device.apiLevel >= firstPermissionLevel) {
    return isOn ? null : messageOf('device/permissionMissing', { first: firstPermissionLevel });
  }
  return permission === 'denied' ? messageOf('device/switchedOff') : null;
}

const none: Sound = { kind: 'none' };

function because<Value>(value: Value, explanation: Message): Explained<Value> {
  return { value, explanation };
}

function asResolved<Value>(
  value: Value,
  from: ResolvedNotification[keyof ResolvedNotification],
): Explained<Value> {
  return because(value, from.explanation);
}

/** Returns a presentation that is not shown, with the same reason for every field. */
export function nothing(content: Pick<Presentation, 'title' | 'body'>, reason: Message): Presentation {
  const no = because(false, reason);
  return {
    title: content.title,
    body: content.body,
    icon: because(null, reason),
    channelId: null,
    shade: no,
    lockScreen: no,
    headsUp: no,
    sound: because(none, reason),
    badge: no,
  };
}

/** Presents in any app state. `channel`: that of the notification, from level 26 on. */
export function presentOnAndroid(
  facts: PresentationFacts & { readonly channel: Channel | null },
  resolved: ResolvedNotification,
): Presentation {
  const content = { title: resolved.title.value, body: resolved.body.value };
  const refused = whyNotAllowed(facts);
  const channelId = facts.channel?.id ?? null;
  if (refused !== null) return { ...nothing(content, refused), channelId };
  if (facts.channel?.importance === 0)
    return { ...nothing(content, messageOf('device/channelOff', { id: facts.channel.id })), channelId };
  return {
    ...content,
    icon: asResolved(resolved.icon.value, resolved.icon),
    channelId,
    ...(facts.channel ? byImportance(facts.channel) : beforeChannels()),
    badge: androidBadge(facts.channel !== null, resolved.showBadge),
  };
}

function androidBadge(hasBadges: boolean, showBadge: ResolvedNotification['showBadge']): Explained<boolean> {
  if (hasBadges) return asResolved(showBadge.value ?? true, showBadge);
  return because(false, messageOf('device/noBadges', { first: firstChannelLevel }));
}

type Shown = Pick<Presentation, 'shade' | 'lockScreen' | 'headsUp' | 'sound'>;

function beforeChannels(): Shown {
  return {
    shade: because(true, messageOf('device/inShade')),
    lockScreen: because(true, messageOf('device/onLockScreen')),
    headsUp: because(false, messageOf('device/ordinaryPriority')),
    sound: because<Sound>({ kind: 'default' }, messageOf('device/ownSound')),
  };
}

function byImportance({ id, importance }: Channel): Shown {
  const channel = { id, importance };
  return {
    shade: because(
      true,
      importance === 1 ? messageOf('device/folded', channel) : messageOf('device/inShade'),
    ),
    lockScreen:
      importance >= 2
        ? because(true, messageOf('device/onLockScreen'))
        : because(false, messageOf('device/notOnLockScreen', channel)),
    headsUp:
      importance >= 4
        ? because(true, messageOf('device/banner', channel))
        : because(false, messageOf('device/noBanner', channel)),
    sound:
      importance >= 3
        ? because<Sound>({ kind: 'default' }, messageOf('device/channelSound', channel))
        : because(none, messageOf('device/channelSilent', channel)),
  };
}

/** `options`: requested by the app in the foreground; null if the app was not called. */
export function presentOnIos(
  facts: PresentationFacts & { readonly options: readonly PresentationOption[] | null },
  resolved: ResolvedNotification,
): Presentation {
  const content = { title: resolved.title.value, body: resolved.body.value };
  const refused = whyNotAllowed(facts);
  if (refused !== null) return nothing(content, refused);
  const { options } = facts;
  const isEmpty = !content.title && !content.body;
  const alert = options === null || options.includes('ALERT');
  const inForeground = alert ? messageOf('device/iosAlert') : messageOf('device/iosNoAlert');
  const why = isEmpty
    ? messageOf('device/iosEmpty')
    : options === null
      ? messageOf('device/iosByItself')
      : inForeground;
  const shown = because(alert && !isEmpty, why);
  const silenced = options?.length === 0;
  return {
    ...content,
    icon: because(null, messageOf('device/iosOwnIcon')),
    channelId: null,
    shade: shown,
    lockScreen: options === null ? shown : because(false, messageOf('device/iosUnlocked')),
    headsUp: shown,
    sound: iosSound(options, resolved.sound),
    badge: silenced
      ? because(false, messageOf('device/iosNothingAsked'))
      : asResolved(resolved.showBadge.value ?? true, resolved.showBadge),
  };
}

function iosSound(
  options: readonly PresentationOption[] | null,
  sound: ResolvedNotification['sound'],
): Explained<Sound> {
  if (options !== null && !options.includes('SOUND')) {
    return because(none, messageOf('device/iosNoSound'));
  }
  return asResolved<Sound>(sound.value === null ? none : { kind: 'file', name: sound.value }, sound);
}
