/** Received push data, `{to, data: {notification: {key: text}}}`, as the mapping sees it. Pure and total. */
import type { Sentence } from '../base/sentences.ts';
import type { NotificationProperty, PushMapping } from './mapping.ts';
import { deviceWords } from './words-device.ts';

/** What was received for one property. */
export type ReceivedValue = {
  readonly property: NotificationProperty;
  readonly path: string;
} & (
  | {
      readonly key: string;
      readonly text: string;
      /** What it was before it became text. */
      readonly was: 'text' | 'number' | 'boolean';
    }
  | {
      readonly key: string | null;
      readonly text: null;
      /** Why there is none: the beginning of a sentence. */
      readonly absence: Sentence;
    }
);

/** Gives a function that finds the received value of a property. Nothing thrown, whatever `received` is. */
export function receivedValues(
  mapping: PushMapping,
  received: unknown,
): (property: NotificationProperty) => ReceivedValue {
  const notification = own(own(received, 'data'), 'notification');
  return (property) => {
    const key = mapping.keys[property] ?? null;
    const path = `$notification.${property}`;
    if (key === null) return { property, path, key, text: null, absence: deviceWords.noKeyMapped({ path }) };
    const value = own(notification, key);
    const was = kindOf(value);
    if (was !== null) return { property, path, key, text: String(value), was };
    const isMissing = value === undefined || value === null;
    const absence = isMissing ? deviceWords.keyMissing({ key }) : deviceWords.keyHoldsNoText({ key });
    return { property, path, key, text: null, absence };
  };
}

/** Null for what does not become text on its way. */
function kindOf(value: unknown): 'text' | 'number' | 'boolean' | null {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : null;
}

/** An own value of an object, without running anything of it; undefined for everything that has none. */
function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Whom received data is for; null when it does not say. */
export function addressee(received: unknown): string | null {
  const to = own(received, 'to');
  return typeof to === 'string' && to !== '' ? to : null;
}
