import { type Message, messageOf } from '../../messages/message.ts';
import type { Channel } from './channels.ts';
import { type Device, firstChannelLevel, type ResolvedNotification } from './resolver.ts';

/** Android apps need the permission from this API level on; iOS apps always need it. */
const firstPermissionLevel = 33;

export type AppState = 'foreground' | 'background' | 'closed';

/** `not-asked`: the user has not answered yet. */
export type Permission = 'granted' | 'denied' | 'not-asked';

/** Options that an iOS app can request in the foreground. */
export type PresentationOption = 'SOUND' | 'ALERT';

export type WithReason<Value> = { readonly value: Value; readonly explanation: Message };

export type Sound =
  | { readonly kind: 'none' }
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly name: string };

export type Presentation = {
  readonly title: string | null;
  readonly body: string | null;
  /** Name of an app image; null for the app's own icon. */
  readonly icon: WithReason<string | null>;
  /** Null if the device has no channels. */
  readonly channelId: string | null;
  readonly shade: WithReason<boolean>;
  readonly lockScreen: WithReason<boolean>;
  /** A banner over the current screen. */
  readonly headsUp: WithReason<boolean>;
  readonly sound: WithReason<Sound>;
  readonly badge: WithReason<boolean>;
};

export type PresentationFacts = {
  readonly device: Device;
  readonly app: AppState;
  readonly permission: Permission;
};

/** Returns the reason why notifications are blocked; null if they are allowed. */
export function blockedReason({ device, permission }: PresentationFacts): Message | null {
  const isOn = permission === 'granted';
  if (device.platform === 'ios') return isOn ? null : messageOf('device/iosNotAllowed');
  if (device.apiLevel >= firstPermissionLevel) {
    return isOn ? null : messageOf('device/permissionMissing', { first: firstPermissionLevel });
  }
  return permission === 'denied' ? messageOf('device/switchedOff') : null;
}

const none: Sound = { kind: 'none' };

function explained<Value>(value: Value, explanation: Message): WithReason<Value> {
  return { value, explanation };
}

function asResolved<Value>(
  value: Value,
  from: ResolvedNotification[keyof ResolvedNotification],
): WithReason<Value> {
  return explained(value, from.explanation);
}

/** Returns a presentation that is not shown, with the same reason for every field. */
export function notShown(content: Pick<Presentation, 'title' | 'body'>, reason: Message): Presentation {
  const no = explained(false, reason);
  return {
    title: content.title,
    body: content.body,
    icon: explained(null, reason),
    channelId: null,
    shade: no,
    lockScreen: no,
    headsUp: no,
    sound: explained(none, reason),
    badge: no,
  };
}

/** Presents in any app state. `channel`: channel of the notification; null before API level 26. */
export function presentOnAndroid(
  facts: PresentationFacts & { readonly channel: Channel | null },
  resolved: ResolvedNotification,
): Presentation {
  const content = { title: resolved.title.value, body: resolved.body.value };
  const refused = blockedReason(facts);
  const channelId = facts.channel?.id ?? null;
  if (refused !== null) return { ...notShown(content, refused), channelId };
  if (facts.channel?.importance === 0)
    return { ...notShown(content, messageOf('device/channelOff', { id: facts.channel.id })), channelId };
  return {
    ...content,
    icon: asResolved(resolved.icon.value, resolved.icon),
    channelId,
    ...(facts.channel ? byImportance(facts.channel) : beforeChannels()),
    badge: androidBadge(facts.channel !== null, resolved.showBadge),
  };
}

function androidBadge(hasBadges: boolean, showBadge: ResolvedNotification['showBadge']): WithReason<boolean> {
  if (hasBadges) return asResolved(showBadge.value ?? true, showBadge);
  return explained(false, messageOf('device/noBadges', { first: firstChannelLevel }));
}

type Shown = Pick<Presentation, 'shade' | 'lockScreen' | 'headsUp' | 'sound'>;

function beforeChannels(): Shown {
  return {
    shade: explained(true, messageOf('device/inShade')),
    lockScreen: explained(true, messageOf('device/onLockScreen')),
    headsUp: explained(false, messageOf('device/ordinaryPriority')),
    sound: explained<Sound>({ kind: 'default' }, messageOf('device/ownSound')),
  };
}

function byImportance({ id, importance }: Channel): Shown {
  const channel = { id, importance };
  return {
    shade: explained(
      true,
      importance === 1 ? messageOf('device/folded', channel) : messageOf('device/inShade'),
    ),
    lockScreen:
      importance >= 2
        ? explained(true, messageOf('device/onLockScreen'))
        : explained(false, messageOf('device/notOnLockScreen', channel)),
    headsUp:
      importance >= 4
        ? explained(true, messageOf('device/banner', channel))
        : explained(false, messageOf('device/noBanner', channel)),
    sound:
      importance >= 3
        ? explained<Sound>({ kind: 'default' }, messageOf('device/channelSound', channel))
        : explained(none, messageOf('device/channelSilent', channel)),
  };
}

/** `options`: requested by the app in the foreground; null if the app was not asked. */
export function presentOnIos(
  facts: PresentationFacts & { readonly options: readonly PresentationOption[] | null },
  resolved: ResolvedNotification,
): Presentation {
  const content = { title: resolved.title.value, body: resolved.body.value };
  const refused = blockedReason(facts);
  if (refused !== null) return notShown(content, refused);
  const { options } = facts;
  const isEmpty = !content.title && !content.body;
  const alert = options === null || options.includes('ALERT');
  const inForeground = alert ? messageOf('device/iosAlert') : messageOf('device/iosNoAlert');
  const why = isEmpty
    ? messageOf('device/iosEmpty')
    : options === null
      ? messageOf('device/iosByItself')
      : inForeground;
  const shown = explained(alert && !isEmpty, why);
  const silenced = options?.length === 0;
  return {
    ...content,
    icon: explained(null, messageOf('device/iosOwnIcon')),
    channelId: null,
    shade: shown,
    lockScreen: options === null ? shown : explained(false, messageOf('device/iosUnlocked')),
    headsUp: shown,
    sound: iosSound(options, resolved.sound),
    badge: silenced
      ? explained(false, messageOf('device/iosNothingAsked'))
      : asResolved(resolved.showBadge.value ?? true, resolved.showBadge),
  };
}

function iosSound(
  options: readonly PresentationOption[] | null,
  sound: ResolvedNotification['sound'],
): WithReason<Sound> {
  if (options !== null && !options.includes('SOUND')) {
    return explained(none, messageOf('device/iosNoSound'));
  }
  return asResolved<Sound>(sound.value === null ? none : { kind: 'file', name: sound.value }, sound);
}
