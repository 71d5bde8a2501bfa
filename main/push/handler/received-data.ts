import { type Message, messageOf } from '../../messages/message.ts';
import { channelPath, usualPlace as defaultPath, isSamePath, pathOf } from '../mapping/dialects.ts';
import { plainValue, readJsonTree } from '../mapping/json-tree.ts';
import type { NotificationProperty, PushMapping } from '../mapping/mapping.ts';

export type ReceivedValue = {
  readonly property: NotificationProperty;
  readonly path: string;
} & (
  | {
      readonly key: string;
      readonly text: string;
      /** Message about the source of the value. */
      readonly sourceText: Message;
    }
  | {
      readonly key: string | null;
      readonly text: null;
      /** Reason, as the beginning of a sentence. */
      readonly absence: Message;
    }
);

/**
 * Returns a function that reads a property at its mapped path. For older forms, falls back to the path of
 * version 2. Never throws.
 */
export function receivedValues(
  { keys, places = {} }: PushMapping,
  received: unknown,
): (property: NotificationProperty) => ReceivedValue {
  const at = (place: readonly string[]): unknown => objectOf(place.reduce(own, received));
  const usual = at(defaultPath);
  return (property) => {
    const key = keys[property] ?? null;
    const path = mappingPathOf(property, places[property]);
    if (key === null)
      return { property, path, key, text: null, absence: messageOf('device/noKeyMapped', { path }) };
    const place = places[property] ?? defaultPath;
    const name = places[property] ? pathOf(place, key) : key;
    const value = own(place === defaultPath ? usual : at(place), key);
    const kind = kindOf(value);
    if (kind !== null) {
      return {
        property,
        path,
        key,
        text: String(value),
        sourceText: messageOf(sourceCodes[kind], { key: name }),
      };
    }
    const instead = own(usual, key);
    if (kindOf(instead) !== null) {
      const sourceText = messageOf('device/takenElsewhere', { key: pathOf(defaultPath, key), own: name });
      return { property, path, key, text: String(instead), sourceText };
    }
    const isMissing = value === undefined || value === null;
    const absence = isMissing
      ? messageOf('device/keyMissing', { key: name })
      : messageOf('device/keyHoldsNoText', { key: name });
    return { property, path, key, text: null, absence };
  };
}

const sourceCodes = {
  text: 'device/taken',
  number: 'device/takenNumber',
  boolean: 'device/takenBoolean',
} as const;

/** Returns the path in the mapping, such as `$notification.title`. */
function mappingPathOf(property: NotificationProperty, place: readonly string[] | undefined): string {
  if (place === undefined) return `$notification.${property}`;
  return isSamePath(place, channelPath) ? `$notification.v21.${property}` : `$${property}`;
}

function kindOf(value: unknown): 'text' | 'number' | 'boolean' | null {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : null;
}

/** Reads an own data property without running getters; undefined if there is none. */
function own(value: unknown, name: string): unknown {
  const object = objectOf(value);
  if (typeof object !== 'object' || object === null) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** Parses an object sent as JSON text, as in HTTP v1; returns other values unchanged. */
export function objectOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  const tree = readJsonTree(value);
  return tree.ok ? plainValue(tree.root) : value;
}

export function recipientOf(received: unknown): string | null {
  const to = own(received, 'to');
  return typeof to === 'string' && to !== '' ? to : null;
}
