import { type Message, messageOf } from '../../messages/message.ts';
import { channelPlace, isSamePlace, pathOf, usualPlace } from '../mapping/dialects.ts';
import { plainValue, readJsonTree } from '../mapping/json-tree.ts';
import type { NotificationProperty, PushMapping } from '../mapping/mapping.ts';

/** What was received for one property. */
export type ReceivedValue = {
  readonly property: NotificationProperty;
  readonly path: string;
} & (
  | {
      readonly key: string;
      readonly text: string;
      /** Where it comes from. */
      readonly taken: Message;
    }
  | {
      readonly key: string | null;
      readonly text: null;
      /** Why there is none: the beginning of a sentence. */
      readonly absence: Message;
    }
);

/**
 * Gives a function that finds the received value of a property: at the path at which it is mapped and, for an older form,
 * else where version 2 has it. Nothing thrown, whatever `received` is.
 */
export function receivedValues(
  { keys, places = {} }: PushMapping,
  received: unknown,
): (property: NotificationProperty) => ReceivedValue {
  const at = (place: readonly string[]): unknown => objectOf(place.reduce(own, received));
  const usual = at(usualPlace);
  return (property) => {
    const key = keys[property] ?? null;
    const path = mappedAt(property, places[property]);
    if (key === null)
      return { property, path, key, text: null, absence: messageOf('device/noKeyMapped', { path }) };
    const place = places[property] ?? usualPlace;
    const name = places[property] ? pathOf(place, key) : key;
    const value = own(place === usualPlace ? usual : at(place), key);
    const kind = kindOf(value);
    if (kind !== null) {
      return { property, path, key, text: String(value), taken: messageOf(howTaken[kind], { key: name }) };
    }
    const instead = own(usual, key);
    if (kindOf(instead) !== null) {
      const taken = messageOf('device/takenElsewhere', { key: pathOf(usualPlace, key), own: name });
      return { property, path, key, text: String(instead), taken };
    }
    const isMissing = value === undefined || value === null;
    const absence = isMissing
      ? messageOf('device/keyMissing', { key: name })
      : messageOf('device/keyHoldsNoText', { key: name });
    return { property, path, key, text: null, absence };
  };
}

const howTaken = {
  text: 'device/taken',
  number: 'device/takenNumber',
  boolean: 'device/takenBoolean',
} as const;

/** `$notification.title`: where a property stands in the mapping. */
function mappedAt(property: NotificationProperty, place: readonly string[] | undefined): string {
  if (place === undefined) return `$notification.${property}`;
  return isSamePlace(place, channelPlace) ? `$notification.v21.${property}` : `$${property}`;
}

/** Null for what does not become text on its way. */
function kindOf(value: unknown): 'text' | 'number' | 'boolean' | null {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : null;
}

/** An own value of an object, without running anything of it; undefined for everything that has none. */
function own(value: unknown, name: string): unknown {
  const object = objectOf(value);
  if (typeof object !== 'object' || object === null) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** HTTP v1 carries an object as its JSON text: such a text counts as the object; every other value is given back. */
export function objectOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  const tree = readJsonTree(value);
  return tree.ok ? plainValue(tree.root) : value;
}

/** Whom received data is for; null when it does not say. */
export function addressee(received: unknown): string | null {
  const to = own(received, 'to');
  return typeof to === 'string' && to !== '' ? to : null;
}
