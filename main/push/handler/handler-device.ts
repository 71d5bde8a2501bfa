/** Simulated device: the handler's state machine with a clock, the app's callbacks and a provider. */

import type { Clock } from '../../base/clock.ts';
import type { Message } from '../../messages/message.ts';
import { newHandler, reduceHandler } from './handler-machine.ts';
import type {
  CallbackName,
  DeviceFacts,
  HandlerEffect,
  HandlerEvent,
  HandlerState,
  LocalNotification,
} from './handler-state.ts';
import type { AppState, Permission, PresentationOption } from './presentation.ts';

/** Callbacks of the app. If an effect has `awaitsOptions`, the callback returns presentation options. */
export type AppCallbacks = Readonly<Partial<Record<CallbackName, (argument: unknown) => unknown>>> & {
  /** Receives the token when the app subscribes, and after every registration. */
  readonly onToken?: (token: string) => void;
};

export type DeviceOptions = {
  readonly clock: Clock;
  readonly facts: DeviceFacts;
  readonly callbacks?: AppCallbacks;
  /** Requests a token from the provider. Rejects with the reason for a refusal. */
  readonly requestToken: () => Promise<string>;
  readonly given?: Partial<Omit<HandlerState, 'facts'>>;
};

export type HandlerDevice = {
  readonly state: () => HandlerState;
  /** All effects so far, oldest first. */
  readonly effects: () => readonly HandlerEffect[];
  register(
    onSuccess: (answer: { readonly token: string }) => void,
    onFailure: (reason: Message | string) => void,
  ): void;
  subscribeToTopic(topic: string): void;
  requestPermission(): void;
  answerPermission(permission: Permission): void;
  setUserNotificationEnabled(enabled: boolean): void;
  move(to: AppState): void;
  receive(received: unknown): void;
  tap(id: number): void;
  present(notification: LocalNotification): void;
  /** `at`: milliseconds since 1970 UTC. Returns the id for `cancel`; null if the app is closed. */
  schedule(notification: LocalNotification, at: number): number | null;
  cancel(id: number): void;
  stop(): void;
};

export function createHandlerDevice(parts: DeviceOptions): HandlerDevice {
  const { clock, callbacks = {} } = parts;
  let state = newHandler(parts.facts, parts.given);
  let cancelTimer: (() => void) | null = null;
  const past: HandlerEffect[] = [];
  const waiting: {
    readonly onSuccess: (answer: { readonly token: string }) => void;
    readonly onFailure: (reason: Message | string) => void;
  }[] = [];

  const flushWaiting = (notify: (one: (typeof waiting)[number]) => void): void => {
    for (const one of waiting.splice(0)) notify(one);
  };
  const perform = (effect: HandlerEffect): void => {
    past.push(effect);
    switch (effect.kind) {
      case 'call': {
        const answer = callbacks[effect.callback]?.(effect.argument);
        if (effect.awaitsOptions) dispatch({ kind: 'chosen', options: optionsIn(answer) });
        return;
      }
      case 'request-token':
        parts.requestToken().then(
          (token) => dispatch({ kind: 'registered', token }),
          (error: unknown) => dispatch({ kind: 'refused', reason: String(error) }),
        );
        return;
      case 'token':
        flushWaiting(({ onSuccess }) => onSuccess({ token: effect.token }));
        callbacks.onToken?.(effect.token);
        return;
      case 'no-token':
        flushWaiting(({ onFailure }) => onFailure(effect.reason));
        return;
      default:
        return;
    }
  };
  const dispatch = (event: HandlerEvent): readonly HandlerEffect[] => {
    const step = reduceHandler(state, event);
    state = step.state;
    setTimer();
    for (const effect of step.effects) perform(effect);
    return step.effects;
  };
  const setTimer = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    const next = Math.min(...state.scheduled.map(({ dueAt }) => dueAt));
    if (!Number.isFinite(next)) return;
    cancelTimer = clock.after(Math.max(0, next - clock.now()), () =>
      dispatch({ kind: 'time', now: clock.now() }),
    );
  };

  return {
    state: () => state,
    effects: () => past,
    register: (onSuccess, onFailure) => {
      waiting.push({ onSuccess, onFailure });
      dispatch({ kind: 'register' });
    },
    subscribeToTopic: (topic) => void dispatch({ kind: 'subscribe', topic }),
    requestPermission: () => void dispatch({ kind: 'ask-permission' }),
    answerPermission: (permission) => void dispatch({ kind: 'answer-permission', permission }),
    setUserNotificationEnabled: (enabled) => void dispatch({ kind: 'user-notifications', enabled }),
    move: (to) => void dispatch({ kind: 'move', to }),
    receive: (received) => void dispatch({ kind: 'arrive', received }),
    tap: (id) => void dispatch({ kind: 'tap', id }),
    present: (notification) => void dispatch({ kind: 'present', notification }),
    schedule: (notification, at) => {
      const effect = dispatch({ kind: 'schedule', notification, at }).find(
        ({ kind }) => kind === 'scheduled',
      );
      return effect?.kind === 'scheduled' ? effect.id : null;
    },
    cancel: (id) => void dispatch({ kind: 'cancel', id }),
    stop: () => cancelTimer?.(),
  };
}

function optionsIn(answer: unknown): readonly PresentationOption[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter((one) => one === 'SOUND' || one === 'ALERT');
}
