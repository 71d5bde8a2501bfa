/** Received push data, `{to, data: {notification: {key: text}}}`, as the mapping sees it. Pure and total. */
import type { NotificationProperty, PushMapping } from './mapping.ts';

/** What was received for one property. */
export type ReceivedValue = {
  readonly property: NotificationProperty;
  readonly path: string;
  readonly key: string | null;
  readonly text: string | null;
  /** Why there is no text: the beginning of a sentence. */
  readonly absence: string;
  /** More about how the text came about: the end of a sentence, with a leading comma; often empty. */
  readonly note: string;
};

/** Gives a function that finds the received value of a property. Nothing thrown, whatever `received` is. */
export function receivedValues(
  mapping: PushMapping,
  received: unknown,
): (property: NotificationProperty) => ReceivedValue {
  const notification = own(own(received, 'data'), 'notification');
  return (property) => {
    const key = mapping.keys[property] ?? null;
    const path = `$notification.${property}`;
    if (key === null) {
      return { property, path, key, text: null, absence: `The mapping names no key for ${path}`, note: '' };
    }
    return { property, path, key, ...textOf(own(notification, key), key) };
  };
}

function textOf(value: unknown, key: string): Pick<ReceivedValue, 'text' | 'absence' | 'note'> {
  if (typeof value === 'string') return { text: value, absence: '', note: '' };
  if (value === undefined || value === null) {
    return { text: null, absence: `The received data has no key "${key}"`, note: '' };
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    const note = `, where a ${typeof value === 'boolean' ? 'true or false' : 'number'} stands; on its way it becomes text`;
    return { text: String(value), absence: '', note };
  }
  return { text: null, absence: `The key "${key}" does not hold text`, note: '' };
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
