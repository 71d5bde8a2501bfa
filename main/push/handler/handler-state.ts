/** What one device knows, what can happen to it, and what it then does. Pure data. */
import type { Message } from '../../messages/message.ts';
import type { PushMapping } from '../mapping/mapping.ts';
import type { ChannelChange, Channels } from './channels.ts';
import type { AppState, Permission, Presentation, PresentationOption } from './presentation.ts';
import type { Device } from './resolver.ts';

export type DeviceFacts = {
  readonly device: Device;
  /** In the emulator nothing registers and nothing arrives. */
  readonly build: 'published' | 'emulator';
  /** iOS: `aps-environment` of the app's entitlements; null: there is none, and no token comes. */
  readonly apsEnvironment: string | null;
  readonly mapping: PushMapping;
};

export type Registration =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'registered'; readonly token: string };

/** A notification the app makes itself. */
export type LocalNotification = {
  /** The title. */
  readonly alertAction: string;
  /** The text. */
  readonly alertBody: string;
  readonly android: { readonly vibrate: boolean };
  readonly ios: { readonly hasAction: boolean };
};

export type ShownNotification = {
  readonly id: number;
  readonly origin: 'push' | 'local';
  readonly presentation: Presentation;
  /** What a tap hands over: all received data, or the local notification. */
  readonly data: unknown;
};

export type Scheduled = {
  readonly id: number;
  /** Milliseconds since 1970 UTC. */
  readonly dueAt: number;
  readonly notification: LocalNotification;
};

export type HandlerState = {
  readonly facts: DeviceFacts;
  readonly app: AppState;
  readonly permission: Permission;
  readonly registration: Registration;
  readonly topics: readonly string[];
  /** `Notifications.ios.userNotificationEnabled`. */
  readonly userNotificationEnabled: boolean;
  readonly channels: Channels;
  /** Messages whose presentation the app is being asked for, oldest first: iOS, in the foreground. */
  readonly deciding: readonly { readonly data: unknown; readonly origin: 'push' | 'local' }[];
  /** Newest last. */
  readonly shade: readonly ShownNotification[];
  readonly scheduled: readonly Scheduled[];
  readonly nextId: number;
};

export type HandlerEvent =
  | { readonly kind: 'register' }
  | { readonly kind: 'subscribe'; readonly topic: string }
  | { readonly kind: 'registered'; readonly token: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'ask-permission' }
  | { readonly kind: 'answer-permission'; readonly permission: Permission }
  | { readonly kind: 'user-notifications'; readonly enabled: boolean }
  | { readonly kind: 'move'; readonly to: AppState }
  /** `received`: `{to, data: {notification: {…}}}`. */
  | { readonly kind: 'arrive'; readonly received: unknown }
  | { readonly kind: 'chosen'; readonly options: readonly PresentationOption[] }
  | { readonly kind: 'tap'; readonly id: number }
  | { readonly kind: 'present'; readonly notification: LocalNotification }
  | { readonly kind: 'schedule'; readonly notification: LocalNotification; readonly at: number }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Fires what is due at `now`. */
  | { readonly kind: 'time'; readonly now: number };

export type CallbackName =
  | 'Notifications.onNotificationReceive'
  | 'Notifications.onNotificationClick'
  | 'Notifications.ios.willPresentNotification'
  | 'Notifications.ios.receivedNotificationResponse'
  | 'Application.onReceivedNotification';

export type HandlerEffect =
  /** `asks`: what it returns decides how the notification is presented, and is handed back with `chosen`. */
  | {
      readonly kind: 'call';
      readonly callback: CallbackName;
      readonly argument: unknown;
      readonly asks: boolean;
      readonly explanation: Message;
    }
  /** The provider is asked for a token; its answer comes as `registered` or `refused`. */
  | { readonly kind: 'request-token' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'no-token'; readonly reason: Message | string }
  | { readonly kind: 'request-permission' }
  | { readonly kind: 'channel'; readonly change: ChannelChange }
  | {
      readonly kind: 'presented';
      /** Null when nothing is in the shade that could be tapped. */
      readonly id: number | null;
      readonly origin: 'push' | 'local';
      readonly presentation: Presentation;
      readonly vibrate: boolean;
    }
  | { readonly kind: 'scheduled'; readonly id: number; readonly dueAt: number }
  /** What arrived reaches nobody. */
  | { readonly kind: 'lost'; readonly reason: Message }
  /** The app does something it must not. */
  | { readonly kind: 'misuse'; readonly message: Message };

export type HandlerStep = { readonly state: HandlerState; readonly effects: readonly HandlerEffect[] };
