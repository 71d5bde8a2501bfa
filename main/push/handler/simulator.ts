import { type Message, messageOf } from '../../messages/message.ts';
import type { PushMapping } from '../mapping/mapping.ts';
import type { Channel, ChannelChange, Channels } from './channels.ts';
import { newHandler, reduceHandler } from './handler-machine.ts';
import type { CallbackName, HandlerEffect, HandlerStep } from './handler-state.ts';
import type { AppState, Permission, Presentation, PresentationOption } from './presentation.ts';
import { receivedValues, recipientOf } from './received-data.ts';
import { channelIdIn, type Device, type ResolvedNotification, resolveNotification } from './resolver.ts';

export type SimulatorInput = {
  readonly mapping: PushMapping;
  /** Received data: `{to, data: {notification: {…}}}`. */
  readonly message: unknown;
  readonly device: Device;
  readonly app: AppState;
  readonly permission: Permission;
  readonly build: 'published' | 'emulator';
  /** Channels that exist before the message arrives. */
  readonly channels: Channels;
  /** Options that the app returns on iOS when a message arrives in the foreground. */
  readonly options: readonly PresentationOption[];
  /** iOS: `Notifications.ios.userNotificationEnabled`. */
  readonly userNotificationEnabled: boolean;
  readonly tapped: boolean;
};

export type FiredCallback = {
  readonly callback: CallbackName;
  readonly argument: unknown;
  /** Options that the callback returned; null if they have no effect. */
  readonly returned: readonly PresentationOption[] | null;
  readonly explanation: Message;
};

export type Simulation = {
  readonly resolved: ResolvedNotification;
  /** Reason why the message is not delivered; null if it is delivered. */
  readonly lost: Message | null;
  /** Null if the message is not delivered. */
  readonly presentation: Presentation | null;
  readonly channelChanges: readonly ChannelChange[];
  readonly channels: readonly Channel[];
  /** Deleted channels. If one is created again, Android restores its importance. */
  readonly deletedChannels: readonly Channel[];
  readonly callbacks: readonly FiredCallback[];
  readonly notes: readonly Message[];
};

export function simulate(input: SimulatorInput): Simulation {
  const to = recipientOf(input.message) ?? 'token';
  const state = newHandler(
    { device: input.device, build: input.build, apsEnvironment: 'production', mapping: input.mapping },
    {
      app: input.app,
      permission: input.permission,
      registration: { kind: 'registered', token: to },
      topics: [to.replace(/^\/topics\//, '')],
      channels: {
        existing: input.channels.existing.map(numbered),
        deleted: input.channels.deleted.map(numbered),
      },
      userNotificationEnabled: input.userNotificationEnabled,
    },
  );
  const arrived = reduceHandler(state, { kind: 'arrive', received: input.message });
  const asked = arrived.effects.some((effect) => effect.kind === 'call' && effect.awaitsOptions);
  const chosen = asked ? then(arrived, { kind: 'chosen', options: input.options }) : arrived;
  const shown = chosen.effects.find((effect) => effect.kind === 'presented');
  const id = shown?.kind === 'presented' ? shown.id : null;
  const { state: last, effects } = input.tapped && id !== null ? then(chosen, { kind: 'tap', id }) : chosen;
  const lost = effects.find((effect) => effect.kind === 'lost');
  // The API reference does not define what iOS presents outside the foreground. A note explains this.
  const isOpen = id !== null && input.device.platform === 'ios' && input.app !== 'foreground';
  const changes = effects.flatMap((effect) => (effect.kind === 'channel' ? [effect.change] : []));
  const resolved = resolveNotification(input.mapping, input.message, input.device);
  return {
    resolved,
    lost: lost?.kind === 'lost' ? lost.reason : null,
    presentation: shown?.kind === 'presented' ? shown.presentation : null,
    channelChanges: changes,
    channels: last.channels.existing,
    deletedChannels: last.channels.deleted,
    callbacks: effects.flatMap((effect) => fired(effect, input.options)),
    notes: [
      ...(isOpen ? [messageOf('device/dataOnlyOnIos')] : []),
      ...usedAndDeleted(changes),
      ...droppedValues(input, resolved),
    ],
  };
}

const channelProperties = ['channelId', 'channelIdTitle', 'channelIdImportance', 'deleteChannelId'] as const;

/** Explains why channel values of the message are not used. */
function droppedValues(
  { mapping, message }: SimulatorInput,
  resolved: ResolvedNotification,
): readonly Message[] {
  const read = receivedValues(mapping, message);
  return channelProperties
    .filter((property) => read(property).text !== null && resolved[property].source !== 'received')
    .map((property) => messageOf('device/dropped', { property, reason: resolved[property].explanation }));
}

function numbered(channel: Channel): Channel {
  return { ...channel, id: channelIdIn(channel.id) ?? channel.id };
}

function usedAndDeleted(changes: readonly ChannelChange[]): readonly Message[] {
  const [first, second] = changes;
  if (first?.change !== 'deleted' || first.channel.id !== second?.channel.id) return [];
  return [messageOf('device/deletedAndUsed', { id: first.channel.id })];
}

function then({ state, effects }: HandlerStep, event: Parameters<typeof reduceHandler>[1]): HandlerStep {
  const step = reduceHandler(state, event);
  return { state: step.state, effects: [...effects, ...step.effects] };
}

function fired(effect: HandlerEffect, options: readonly PresentationOption[]): readonly FiredCallback[] {
  if (effect.kind !== 'call') return [];
  const { callback, argument, awaitsOptions } = effect;
  const explanation = effect.explanation;
  return [{ callback, argument, returned: awaitsOptions ? options : null, explanation }];
}
