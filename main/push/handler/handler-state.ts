/** State, events and effects of one simulated device. */
import type { Message } from '../../messages/message.ts';
import type { PushMapping } from '../mapping/mapping.ts';
import type { ChannelChange, Channels } from './channels.ts';
import type { AppState, Permission, Presentation, PresentationOption } from './presentation.ts';
import type { Device } from './resolver.ts';

export type DeviceFacts = {
  readonly device: Device;
  /** The emulator neither registers nor receives messages. */
  readonly build: 'published' | 'emulator';
  /** iOS: `aps-environment` of the app's entitlements; null if missing, which prevents registration. */
  readonly apsEnvironment: string | null;
  readonly mapping: PushMapping;
};

export type Registration =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'registered'; readonly token: string };

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
  /** Argument of the tap callback: all received data, or the local notification. */
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
  /** Messages for which the app has not returned options yet, oldest first. Used on iOS in the foreground. */
  readonly pendingPresentation: readonly { readonly data: unknown; readonly origin: 'push' | 'local' }[];
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
  /** Fires notifications that are due at `now`. */
  | { readonly kind: 'time'; readonly now: number };

export type CallbackName =
  | 'Notifications.onNotificationReceive'
  | 'Notifications.onNotificationClick'
  | 'Notifications.ios.willPresentNotification'
  | 'Notifications.ios.receivedNotificationResponse'
  | 'Application.onReceivedNotification';

export type HandlerEffect =
  /** If `awaitsOptions` is set, the callback returns presentation options, which arrive as event `chosen`. */
  | {
      readonly kind: 'call';
      readonly callback: CallbackName;
      readonly argument: unknown;
      readonly awaitsOptions: boolean;
      readonly explanation: Message;
    }
  /** Requests a token; the response is the event `registered` or `refused`. */
  | { readonly kind: 'request-token' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'no-token'; readonly reason: Message | string }
  | { readonly kind: 'request-permission' }
  | { readonly kind: 'channel'; readonly change: ChannelChange }
  | {
      readonly kind: 'presented';
      /** Null if the notification is not in the shade. */
      readonly id: number | null;
      readonly origin: 'push' | 'local';
      readonly presentation: Presentation;
      readonly vibrate: boolean;
    }
  | { readonly kind: 'scheduled'; readonly id: number; readonly dueAt: number }
  | { readonly kind: 'lost'; readonly reason: Message }
  /** The app calls an API that its platform or state forbids. */
  | { readonly kind: 'misuse'; readonly message: Message };

export type HandlerStep = { readonly state: HandlerState; readonly effects: readonly HandlerEffect[] };
