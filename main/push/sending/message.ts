import { type Message, messageOf } from '../../messages/message.ts';
import { pushErrors } from '../errors.ts';
import { objectOf } from '../handler/received-data.ts';
import { plainValue, positionAt, readJsonTree } from '../mapping/json-tree.ts';

export type PushMessage = {
  /** Device token, or `/topics/NAME`. */
  readonly to: string;
  readonly data: Readonly<Record<string, Texts>>;
};

type Texts = string | Readonly<Record<string, string>>;

export type PreparedMessage = {
  readonly message: PushMessage;
  /** Notes about converted values, and warnings. */
  readonly notes: readonly Message[];
};

/** Data keys that FCM reserves: it rejects the message, or accepts it and never delivers it. */
const reservedKey = /^(?:from$|message_type$|google|gcm)/;

/** FCM's limit for the payload. */
const maxBytes = 4096;

/**
 * Validates a message and converts values to text, with notes. `to` overrides the recipient. Throws
 * `push/badMessage`.
 */
export function prepareMessage(given: unknown, to?: string): PreparedMessage {
  if (!isRecord(given)) throw bad(messageOf('mapping/messageNoObject'));
  const target = checkedTarget(to ?? given.to);
  if (!isRecord(given.data)) throw bad(messageOf('mapping/messageNoData'));
  const notification = objectOf(given.data.notification);
  if (!isRecord(notification)) throw bad(messageOf('mapping/messageNoNotification'));
  const notes: Message[] = [];
  const data = Object.fromEntries(
    Object.entries(given.data).flatMap(([name, value]): [string, Texts][] => {
      if (name !== 'notification') {
        const text = asText(value, `data.${name}`, notes);
        return text === null ? [] : [[name, text]];
      }
      const texts = Object.entries(notification).flatMap(([key, one]): [string, string][] => {
        const text = asText(one, `data.notification.${key}`, notes);
        return text === null ? [] : [[key, text]];
      });
      return [[name, Object.fromEntries(texts)]];
    }),
  );
  const reserved = Object.keys(data).filter((name) => reservedKey.test(name));
  if (reserved.length > 0)
    notes.push(
      messageOf('mapping/reservedKeys', {
        names: reserved.map((name) => messageOf('text/quoted', { text: `data.${name}` })),
      }),
    );
  const unsent = Object.keys(given).filter((name) => name !== 'to' && name !== 'data');
  if (unsent.length > 0)
    notes.push(
      messageOf('mapping/notSent', { names: unsent.map((text) => messageOf('text/quoted', { text })) }),
    );
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes > maxBytes) notes.push(messageOf('mapping/tooLarge', { bytes, max: maxBytes }));
  return { message: { to: target, data }, notes };
}

/** Returns `/topics/NAME` for a topic name with or without that prefix. */
export function topicAddress(name: string): string {
  return `/topics/${name.trim().replace(/^\/topics\//, '')}`;
}

/** Parses a message without validation, and unwraps an HTTP v1 body. Throws `push/messageNotJson`. */
export function readMessage(text: string): unknown {
  const tree = readJsonTree(text);
  if (tree.ok) return withoutEnvelope(plainValue(tree.root));
  const { line, column } = positionAt(text, tree.offset);
  throw pushErrors.messageNotJson({ line, column, problem: tree.problem });
}

/** Unwraps `{"message": {"token": …, "data": …}}`. Keeps unknown members for a note. */
function withoutEnvelope(given: unknown): unknown {
  if (!isRecord(given) || !isRecord(given.message) || 'data' in given) return given;
  const { message, ...beside } = given;
  const { token, topic, ...rest } = message as Readonly<Record<string, unknown>>;
  const to = typeof topic === 'string' ? topicAddress(topic) : token;
  return { ...beside, ...rest, ...(to === undefined ? {} : { to }) };
}

function bad(problem: Message): Error {
  return pushErrors.badMessage({ problem });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkedTarget(to: unknown): string {
  if (typeof to !== 'string' || to.trim() === '') throw bad(messageOf('mapping/targetMissing'));
  const target = to.trim();
  if (/\s/.test(target)) throw bad(messageOf('mapping/targetWithSpace'));
  if (target.startsWith('/topics/') && !/^\/topics\/[A-Za-z0-9._~%-]+$/.test(target)) {
    throw bad(messageOf('mapping/topicName'));
  }
  return target;
}

function asText(value: unknown, path: string, notes: Message[]): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) {
    notes.push(messageOf('mapping/leftOut', { path }));
    return null;
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  notes.push(messageOf(sentAs(value), { path, text: JSON.stringify(text) }));
  return text;
}

function sentAs(
  value: unknown,
): 'mapping/sentList' | 'mapping/sentObject' | 'mapping/sentBoolean' | 'mapping/sentNumber' {
  if (Array.isArray(value)) return 'mapping/sentList';
  if (typeof value === 'object') return 'mapping/sentObject';
  return typeof value === 'boolean' ? 'mapping/sentBoolean' : 'mapping/sentNumber';
}
