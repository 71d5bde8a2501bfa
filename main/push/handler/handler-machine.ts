import { type Message, messageOf } from '../../messages/message.ts';
import { noChannels } from './channels.ts';
import { reduceArrival, reduceChosen, reduceLocal } from './handler-arrival.ts';
import type { DeviceFacts, HandlerEffect, HandlerEvent, HandlerState, HandlerStep } from './handler-state.ts';

export function newHandler(
  facts: DeviceFacts,
  given: Partial<Omit<HandlerState, 'facts'>> = {},
): HandlerState {
  return {
    facts,
    app: 'foreground',
    permission: 'not-asked',
    registration: { kind: 'none' },
    topics: [],
    userNotificationEnabled: false,
    channels: noChannels,
    pendingPresentation: [],
    shade: [],
    scheduled: [],
    nextId: 1,
    ...given,
  };
}

/** Ignores events that do not fit the state. */
export function reduceHandler(state: HandlerState, event: HandlerEvent): HandlerStep {
  switch (event.kind) {
    case 'register':
      return register(state);
    case 'subscribe':
      return register({ ...state, topics: [...new Set([...state.topics, event.topic])] });
    case 'registered':
      return registered(state, event.token);
    case 'refused':
      if (state.registration.kind !== 'asked') return unchanged(state);
      return { state: { ...state, registration: { kind: 'none' } }, effects: [noToken(event.reason)] };
    case 'ask-permission':
      return askPermission(state);
    case 'answer-permission':
      return unchanged({ ...state, permission: event.permission });
    case 'user-notifications':
      return unchanged({ ...state, userNotificationEnabled: event.enabled });
    case 'move':
      return unchanged({ ...state, app: event.to });
    case 'arrive':
      return reduceArrival(state, event.received);
    case 'chosen':
      return reduceChosen(state, event.options);
    case 'tap':
      return tap(state, event.id);
    case 'present':
      if (state.app === 'closed') return misuse(state, messageOf('device/closedCannotPresent'));
      return reduceLocal(state, event.notification);
    case 'schedule':
      return schedule(state, event);
    case 'cancel':
      return unchanged({
        ...state,
        scheduled: state.scheduled.filter(({ id }) => id !== event.id),
        shade: state.shade.filter(({ id }) => id !== event.id),
      });
    case 'time':
      return fire(state, event.now);
  }
}

function unchanged(state: HandlerState): HandlerStep {
  return { state, effects: [] };
}

function misuse(state: HandlerState, message: Message): HandlerStep {
  return { state, effects: [{ kind: 'misuse' as const, message }] };
}

function noToken(reason: Message | string): HandlerEffect {
  return { kind: 'no-token' as const, reason };
}

function register(state: HandlerState): HandlerStep {
  const { facts, registration } = state;
  if (registration.kind === 'registered') {
    return { state, effects: [{ kind: 'token', token: registration.token }] };
  }
  if (registration.kind === 'asked') return unchanged(state);
  if (facts.build === 'emulator') {
    return { state, effects: [noToken(messageOf('device/noTokenInEmulator'))] };
  }
  if (facts.device.platform === 'ios' && facts.apsEnvironment === null) {
    return { state, effects: [noToken(messageOf('device/noTokenWithoutEntitlement'))] };
  }
  return { state: { ...state, registration: { kind: 'asked' } }, effects: [{ kind: 'request-token' }] };
}

function registered(state: HandlerState, token: string): HandlerStep {
  if (state.registration.kind !== 'asked') return unchanged(state);
  return {
    state: { ...state, registration: { kind: 'registered', token } },
    effects: [{ kind: 'token', token }],
  };
}

function askPermission(state: HandlerState): HandlerStep {
  const { device } = state.facts;
  if (device.platform === 'android' && device.apiLevel < 33) {
    return misuse(state, messageOf('device/mustNotAsk', { level: device.apiLevel }));
  }
  return { state, effects: state.permission === 'not-asked' ? [{ kind: 'request-permission' }] : [] };
}

function tap(state: HandlerState, id: number): HandlerStep {
  const shown = state.shade.find((one) => one.id === id);
  if (!shown) return unchanged(state);
  const isUserMode = state.facts.device.platform === 'ios' && state.userNotificationEnabled;
  const call = {
    kind: 'call',
    callback: isUserMode
      ? 'Notifications.ios.receivedNotificationResponse'
      : 'Notifications.onNotificationClick',
    argument: shown.data,
    awaitsOptions: false,
    explanation: state.app === 'foreground' ? messageOf('device/tapped') : messageOf('device/tappedOutside'),
  } as const;
  return {
    state: { ...state, app: 'foreground', shade: state.shade.filter((one) => one.id !== id) },
    effects: [call],
  };
}

function schedule(
  state: HandlerState,
  { notification, at }: Extract<HandlerEvent, { readonly kind: 'schedule' }>,
): HandlerStep {
  if (state.app === 'closed') return misuse(state, messageOf('device/closedCannotSchedule'));
  const id = state.nextId;
  const one = { id, dueAt: at, notification };
  return {
    state: { ...state, scheduled: [...state.scheduled, one], nextId: id + 1 },
    effects: [{ kind: 'scheduled', id, dueAt: at }],
  };
}

/** Fires due notifications, even if the app is in the background or closed. */
function fire(state: HandlerState, now: number): HandlerStep {
  const due = state.scheduled.filter(({ dueAt }) => dueAt <= now).toSorted((a, b) => a.dueAt - b.dueAt);
  let step: HandlerStep = unchanged({
    ...state,
    scheduled: state.scheduled.filter(({ dueAt }) => dueAt > now),
  });
  for (const { notification, id } of due) {
    const fired = reduceLocal(step.state, notification, id);
    step = { state: fired.state, effects: [...step.effects, ...fired.effects] };
  }
  return step;
}
