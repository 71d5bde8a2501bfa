/** What a person sees and hears of one notification, and why. Pure. */
import type { Channel } from './channels.ts';
import { type Device, firstChannelLevel, type ResolvedNotification } from './resolver.ts';

/** From here on Android apps need the permission; iOS apps always do. */
const firstPermissionLevel = 33;

export type AppState = 'foreground' | 'background' | 'closed';

/** `not-asked`: nobody has answered yet. */
export type Permission = 'granted' | 'denied' | 'not-asked';

/** What an iOS app can ask for while it is in the foreground. */
export type PresentationOption = 'SOUND' | 'ALERT';

export type Explained<Value> = { readonly value: Value /** One sentence. */; readonly explanation: string };

export type Sound =
  | { readonly kind: 'none' }
  /** The device's own. */
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly name: string };

export type Presentation = {
  readonly title: string | null;
  readonly body: string | null;
  /** A name among the app's images; null shows the app's own icon. */
  readonly icon: Explained<string | null>;
  /** Null where there are no channels. */
  readonly channelId: string | null;
  readonly shade: Explained<boolean>;
  readonly lockScreen: Explained<boolean>;
  /** A banner that slides over what is on the screen. */
  readonly headsUp: Explained<boolean>;
  readonly sound: Explained<Sound>;
  /** A mark on the app's icon. */
  readonly badge: Explained<boolean>;
};

export type PresentationFacts = {
  readonly device: Device;
  readonly app: AppState;
  readonly permission: Permission;
};

/** Why the person sees nothing at all; null when they are allowed to. */
export function whyNotAllowed({ device, permission }: PresentationFacts): string | null {
  const isOn = permission === 'granted';
  if (device.platform === 'ios') return isOn ? null : 'The person has not allowed the app to notify';
  const { apiLevel } = device;
  if (apiLevel >= firstPermissionLevel) {
    return isOn
      ? null
      : `From level ${firstPermissionLevel} on nothing is shown without the permission, and it was not granted`;
  }
  return permission === 'denied' ? 'The person has switched the app’s notifications off' : null;
}

const none: Sound = { kind: 'none' };

/** Everything absent for one reason. */
export function nothing(content: Pick<Presentation, 'title' | 'body'>, reason: string): Presentation {
  const no = { value: false, explanation: `${reason}.` };
  return {
    title: content.title,
    body: content.body,
    icon: { value: null, explanation: `${reason}.` },
    channelId: null,
    shade: no,
    lockScreen: no,
    headsUp: no,
    sound: { value: none, explanation: `${reason}.` },
    badge: no,
  };
}

/** On Android the handler shows it, whatever the app is doing. `channel`: the one it belongs to, from level 26 on. */
export function presentOnAndroid(
  facts: PresentationFacts & { readonly channel: Channel | null },
  resolved: ResolvedNotification,
): Presentation {
  const content = { title: resolved.title.value, body: resolved.body.value };
  const refused = whyNotAllowed(facts);
  const channelId = facts.channel?.id ?? null;
  if (refused !== null) return { ...nothing(content, refused), channelId };
  return {
    ...content,
    icon: { value: resolved.icon.value, explanation: resolved.icon.explanation },
    channelId,
    ...(facts.channel ? byImportance(facts.channel) : beforeChannels),
    badge: androidBadge(facts.channel !== null, resolved.showBadge),
  };
}

function androidBadge(hasBadges: boolean, showBadge: ResolvedNotification['showBadge']): Explained<boolean> {
  if (hasBadges) return { value: showBadge.value ?? true, explanation: showBadge.explanation };
  return { value: false, explanation: `Badges exist from Android 8 (API level ${firstChannelLevel}) on.` };
}

type Shown = Pick<Presentation, 'shade' | 'lockScreen' | 'headsUp' | 'sound'>;

const beforeChannels: Shown = {
  shade: { value: true, explanation: 'It is shown in the shade.' },
  lockScreen: { value: true, explanation: 'It is shown on the lock screen.' },
  headsUp: { value: false, explanation: 'Its priority is the ordinary one, which shows no banner.' },
  sound: { value: { kind: 'default' }, explanation: 'The device’s own sound is played.' },
};

function byImportance({ id, importance }: Channel): Shown {
  const channel = `The channel ${id} has importance ${importance}`;
  const isLoud = importance >= 3;
  return {
    shade: {
      value: true,
      explanation:
        importance === 1
          ? `${channel}: it is folded up at the end of the shade.`
          : 'It is shown in the shade.',
    },
    lockScreen: {
      value: importance >= 2,
      explanation:
        importance >= 2
          ? 'It is shown on the lock screen.'
          : `${channel}: it is not shown on the lock screen.`,
    },
    headsUp: {
      value: importance >= 4,
      explanation: `${channel}: ${importance >= 4 ? 'a banner slides in' : 'no banner, which takes 4 or 5'}.`,
    },
    sound: {
      value: isLoud ? { kind: 'default' } : none,
      explanation: `${channel}: ${isLoud ? 'the device’s own sound is played' : 'it is silent, sound takes 3 or more'}.`,
    },
  };
}

/** On iOS; `options` is what the app asked for while in the foreground, null when it was not asked. */
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
  const why = isEmpty
    ? 'There is neither a title nor a text to show.'
    : options === null
      ? 'iOS shows it by itself, because the app is not in the foreground.'
      : `The app is in the foreground and ${alert ? 'asked' : 'did not ask'} for ALERT.`;
  const shown = { value: alert && !isEmpty, explanation: why };
  const silenced = options?.length === 0;
  return {
    ...content,
    icon: { value: null, explanation: 'iOS always shows the app’s own icon.' },
    channelId: null,
    shade: shown,
    lockScreen:
      options === null
        ? shown
        : { value: false, explanation: 'The app is in the foreground, so the screen is not locked.' },
    headsUp: shown,
    sound: iosSound(options, resolved.sound),
    badge: silenced
      ? { value: false, explanation: 'The app asked for no presentation at all.' }
      : { value: resolved.showBadge.value ?? true, explanation: resolved.showBadge.explanation },
  };
}

function iosSound(
  options: readonly PresentationOption[] | null,
  sound: ResolvedNotification['sound'],
): Explained<Sound> {
  if (options !== null && !options.includes('SOUND')) {
    return { value: none, explanation: 'The app is in the foreground and did not ask for SOUND.' };
  }
  if (sound.value === null) return { value: none, explanation: sound.explanation };
  return { value: { kind: 'file', name: sound.value }, explanation: sound.explanation };
}
