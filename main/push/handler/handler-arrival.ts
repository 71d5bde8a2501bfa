import { type Message, messageOf } from '../../messages/message.ts';
import { type Channel, updateChannels, type WantedChannel } from './channels.ts';
import type {
  CallbackName,
  HandlerEffect,
  HandlerState,
  HandlerStep,
  LocalNotification,
} from './handler-state.ts';
import {
  blockedReason,
  notShown,
  type Presentation,
  type PresentationOption,
  presentOnAndroid,
  presentOnIos,
} from './presentation.ts';
import { recipientOf } from './received-data.ts';
import { defaultChannel, type ResolvedNotification, resolveNotification } from './resolver.ts';

type Origin = 'push' | 'local';

export function reduceArrival(state: HandlerState, received: unknown): HandlerStep {
  const reason = lossReason(state, received);
  if (reason !== null) return { state, effects: [{ kind: 'lost' as const, reason }] };
  if (state.facts.device.platform === 'android') return arriveOnAndroid(state, received);
  if (state.app !== 'foreground') return arriveInBackgroundOnIos(state, received);
  if (!state.userNotificationEnabled) {
    return askApp(state, received, 'push', {
      callback: 'Notifications.onNotificationReceive',
      explanation: messageOf('device/arrivesInForeground'),
    });
  }
  const refused = blockedReason(presentationFacts(state));
  if (refused !== null) {
    const presentation = notShown(contentOf(resolvedOf(state, received)), refused);
    return {
      state,
      effects: [{ kind: 'presented', id: null, origin: 'push', presentation, vibrate: false }],
    };
  }
  return askApp(state, received, 'push', {
    callback: 'Notifications.ios.willPresentNotification',
    explanation: messageOf('device/arrivesWithUserNotifications'),
  });
}

/** Presents the oldest message in `pendingPresentation`, if any, with the options that the app returned. */
export function reduceChosen(state: HandlerState, options: readonly PresentationOption[]): HandlerStep {
  const [message, ...others] = state.pendingPresentation;
  if (!message) return { state, effects: [] };
  return presentIos({ ...state, pendingPresentation: others }, message, options);
}

/** `id` is set for a scheduled notification. */
export function reduceLocal(state: HandlerState, notification: LocalNotification, id?: number): HandlerStep {
  if (state.facts.device.platform === 'android') return presentLocalOnAndroid(state, notification, id);
  if (state.app !== 'foreground') return presentIos(state, { data: notification, origin: 'local' }, null, id);
  if (state.userNotificationEnabled && blockedReason(presentationFacts(state)) === null) {
    return askApp(state, notification, 'local', {
      callback: 'Notifications.ios.willPresentNotification',
      explanation: messageOf('device/localWithUserNotifications'),
    });
  }
  const call = {
    kind: 'call',
    callback: 'Application.onReceivedNotification',
    argument: notification,
    awaitsOptions: false,
    explanation: messageOf('device/localInForeground'),
  } as const;
  return { state, effects: [call] };
}

function lossReason({ facts, registration, topics }: HandlerState, received: unknown): Message | null {
  if (facts.build === 'emulator') return messageOf('device/lostInEmulator');
  if (registration.kind !== 'registered') return messageOf('device/lostWithoutToken');
  const to = recipientOf(received);
  if (to === null) return messageOf('device/lostWithoutAddress');
  const topic = /^\/topics\/(.+)$/.exec(to)?.[1];
  if (topic !== undefined) {
    return topics.includes(topic) || topics.includes(to) ? null : messageOf('device/lostTopic', { topic });
  }
  return to === registration.token ? null : messageOf('device/lostToken');
}

function resolvedOf({ facts }: HandlerState, received: unknown): ResolvedNotification {
  return resolveNotification(facts.mapping, received, facts.device);
}

function contentOf({ title, body }: ResolvedNotification): Pick<Presentation, 'title' | 'body'> {
  return { title: title.value, body: body.value };
}

function askApp(
  state: HandlerState,
  data: unknown,
  origin: Origin,
  call: { readonly callback: CallbackName; readonly explanation: Message },
): HandlerStep {
  return {
    state: { ...state, pendingPresentation: [...state.pendingPresentation, { data, origin }] },
    effects: [{ kind: 'call' as const, ...call, argument: data, awaitsOptions: true }],
  };
}

/** Returns the effect that passes received data to the app. The return value of its callback is ignored. */
function receiveCall(argument: unknown, explanation: Message): HandlerEffect {
  const callback = 'Notifications.onNotificationReceive' as const;
  return { kind: 'call' as const, callback, argument, awaitsOptions: false, explanation };
}

/** Presents the message without options from the app. Also passes the data to an app in the background. */
function arriveInBackgroundOnIos(state: HandlerState, received: unknown): HandlerStep {
  const shown = presentIos(state, { data: received, origin: 'push' }, null);
  if (state.app === 'closed') return shown;
  return {
    state: shown.state,
    effects: [receiveCall(received, messageOf('device/arrivesOnIosInBackground')), ...shown.effects],
  };
}

function arriveOnAndroid(state: HandlerState, received: unknown): HandlerStep {
  const resolved = resolvedOf(state, received);
  const how =
    state.app === 'foreground'
      ? messageOf('device/arrivesOnAndroidInForeground')
      : messageOf('device/arrivesOnAndroidInBackground');
  const called = state.app === 'closed' ? [] : [receiveCall(received, how)];
  const { channelId: id, channelIdTitle: title, channelIdImportance: importance } = resolved;
  const given = title.source === 'received' ? title.value : null;
  const wanted =
    id.value === null || importance.value === null
      ? null
      : { id: id.value, title: given, importance: importance.value };
  const inChannel = withChannel(state, wanted, resolved.deleteChannelId.value);
  const presentation = presentOnAndroid(
    { ...presentationFacts(state), channel: inChannel.channel },
    resolved,
  );
  const shown = show(inChannel.state, { data: received, origin: 'push' }, presentation, {});
  return { state: shown.state, effects: [...called, ...inChannel.effects, ...shown.effects] };
}

function withChannel(
  state: HandlerState,
  wanted: WantedChannel | null,
  deleteId: string | null,
): HandlerStep & { readonly channel: Channel | null } {
  const { channels, changes } = updateChannels(state.channels, { wanted, deleteId });
  const gone = changes.filter(({ change }) => change === 'deleted').map(({ channel }) => channel.id);
  const shade = state.shade.filter(
    ({ presentation: { channelId } }) => channelId === null || !gone.includes(channelId),
  );
  return {
    state: { ...state, channels, shade },
    effects: changes.map((change): HandlerEffect => ({ kind: 'channel', change })),
    channel: channels.existing.find(({ id }) => id === wanted?.id) ?? null,
  };
}

function presentationFacts(state: HandlerState): Parameters<typeof blockedReason>[0] {
  return { device: state.facts.device, app: state.app, permission: state.permission };
}

function show(
  state: HandlerState,
  { data, origin }: { readonly data: unknown; readonly origin: Origin },
  presentation: Presentation,
  { id = state.nextId, vibrate = false }: { readonly id?: number | undefined; readonly vibrate?: boolean },
): HandlerStep {
  const isShown = presentation.shade.value;
  return {
    state: isShown
      ? {
          ...state,
          shade: [...state.shade, { id, origin, presentation, data }],
          nextId: Math.max(state.nextId, id + 1),
        }
      : state,
    effects: [
      { kind: 'presented', id: isShown ? id : null, origin, presentation, vibrate: isShown && vibrate },
    ],
  };
}

function presentIos(
  state: HandlerState,
  message: { readonly data: unknown; readonly origin: Origin },
  options: readonly PresentationOption[] | null,
  id?: number,
): HandlerStep {
  const resolved =
    message.origin === 'push' ? resolvedOf(state, message.data) : localContent(state, message.data);
  return show(state, message, presentOnIos({ ...presentationFacts(state), options }, resolved), { id });
}

function presentLocalOnAndroid(
  state: HandlerState,
  notification: LocalNotification,
  id?: number,
): HandlerStep {
  const resolved = localContent(state, notification);
  const wanted = resolved.channelId.value === null ? null : { ...defaultChannel, title: null };
  const inChannel = withChannel(state, wanted, null);
  const presentation = presentOnAndroid(
    { ...presentationFacts(state), channel: inChannel.channel },
    resolved,
  );
  const message = { data: notification, origin: 'local' } as const;
  const shown = show(inChannel.state, message, presentation, { id, vibrate: notification.android.vibrate });
  return { state: shown.state, effects: [...inChannel.effects, ...shown.effects] };
}

/** Resolves a local notification: its own title and text, and defaults for all other values. */
function localContent({ facts: { device } }: HandlerState, notification: unknown): ResolvedNotification {
  const keys = { title: 'alertAction', body: 'alertBody' };
  const resolved = resolveNotification({ keys }, { data: { notification } }, device);
  return { ...resolved, sound: { ...resolved.sound, explanation: messageOf('device/localNoSound') } };
}
