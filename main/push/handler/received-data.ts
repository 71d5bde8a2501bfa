import { type Message, messageOf } from '../../messages/message.ts';
import { channelPath, defaultPath, isSamePath, pathOf } from '../mapping/formats.ts';
import { plainValue, readJsonTree } from '../mapping/json-tree.ts';
import type { NotificationProperty, PushMapping } from '../mapping/mapping.ts';

export type ReceivedValue = {
  readonly property: NotificationProperty;
  readonly path: string;
} & (
  | {
      readonly key: string;
      readonly text: string;
      /** Explains which part of the received data contains the value. */
      readonly sourceText: Message;
    }
  | {
      readonly key: string | null;
      readonly text: null;
      /** Explains why there is no value, as the beginning of a sentence. */
      readonly absence: Message;
    }
);

/**
 * Returns a reader of mapped properties; for older formats, falls back to the path of version 2. Never
 * throws.
 */
export function receivedValues(
  { keys, paths = {} }: PushMapping,
  received: unknown,
): (property: NotificationProperty) => ReceivedValue {
  const at = (path: readonly string[]): unknown => objectOf(path.reduce(own, received));
  const defaultObject = at(defaultPath);
  return (property) => {
    const key = keys[property] ?? null;
    const path = mappingPathOf(property, paths[property]);
    if (key === null)
      return { property, path, key, text: null, absence: messageOf('device/noKeyMapped', { path }) };
    const objectPath = paths[property] ?? defaultPath;
    const name = paths[property] ? pathOf(objectPath, key) : key;
    const value = own(objectPath === defaultPath ? defaultObject : at(objectPath), key);
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
    const instead = own(defaultObject, key);
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
function mappingPathOf(property: NotificationProperty, path: readonly string[] | undefined): string {
  if (path === undefined) return `$notification.${property}`;
  return isSamePath(path, channelPath) ? `$notification.v21.${property}` : `$${property}`;
}

function kindOf(value: unknown): 'text' | 'number' | 'boolean' | null {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : null;
}

/** Reads an own data property without running getters; returns undefined if missing. */
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
