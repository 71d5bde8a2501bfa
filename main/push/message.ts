/** A message as it is sent: `{to, data: {notification: {key: text}}}`, with every value a text. Pure. */
import { pushErrors } from './errors.ts';
import { placeIn, plainValue, readJsonTree } from './json-tree.ts';

export type PushMessage = {
  /** A device token, or `/topics/NAME`. */
  readonly to: string;
  readonly data: Readonly<Record<string, Texts>>;
};

type Texts = string | Readonly<Record<string, string>>;

export type PreparedMessage = {
  readonly message: PushMessage;
  /** What was changed, and what is worth a look, as sentences. */
  readonly notes: readonly string[];
};

/** What the provider accepts in all. */
const mostBytes = 4096;

/**
 * Checks a message and makes texts of what is none, saying so. `to`: overrides what the message says. Throws
 * `push/badMessage`.
 */
export function prepareMessage(given: unknown, to?: string): PreparedMessage {
  if (!isRecord(given)) throw bad('it is no JSON object');
  const target = checkedTarget(to ?? given.to);
  if (!isRecord(given.data)) throw bad('it has no object “data”');
  if (!isRecord(given.data.notification)) throw bad('it has no object “data.notification”');
  const notes: string[] = [];
  const data = Object.fromEntries(
    Object.entries(given.data).flatMap(([name, value]): [string, Texts][] => {
      if (name !== 'notification' || !isRecord(value)) {
        const text = asText(value, `data.${name}`, notes);
        return text === null ? [] : [[name, text]];
      }
      const texts = Object.entries(value).flatMap(([key, one]): [string, string][] => {
        const text = asText(one, `data.notification.${key}`, notes);
        return text === null ? [] : [[key, text]];
      });
      return [[name, Object.fromEntries(texts)]];
    }),
  );
  const left = Object.keys(given).filter((name) => name !== 'to' && name !== 'data');
  if (left.length > 0) {
    const names = left.map((name) => `“${name}”`).join(', ');
    notes.push(`${names} beside “to” and “data” is not sent.`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes > mostBytes) {
    notes.push(`The data has ${bytes} bytes; providers refuse more than ${mostBytes}.`);
  }
  return { message: { to: target, data }, notes };
}

/** Where a topic is sent to, with or without what stands before its name. */
export function topicAddress(name: string): string {
  return `/topics/${name.trim().replace(/^\/topics\//, '')}`;
}

/** The JSON of a message, unchecked. Throws `push/messageNotJson`. */
export function readMessage(text: string): unknown {
  const tree = readJsonTree(text);
  if (tree.ok) return plainValue(tree.root);
  const { line, column } = placeIn(text, tree.offset);
  throw pushErrors.messageNotJson({ line, column, problem: tree.problem });
}

function bad(problem: string): Error {
  return pushErrors.badMessage({ problem });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkedTarget(to: unknown): string {
  if (typeof to !== 'string' || to.trim() === '') throw bad('“to” must be a device token or a topic');
  const target = to.trim();
  if (/\s/.test(target)) throw bad('“to” holds white space, which no token and no topic has');
  if (target.startsWith('/topics/') && !/^\/topics\/[A-Za-z0-9._~%-]+$/.test(target)) {
    throw bad('the name of the topic may hold only letters, digits and - . _ ~ %');
  }
  return target;
}

/** Null for what is left out. */
function asText(value: unknown, path: string, notes: string[]): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) {
    notes.push(`${path} is null and left out.`);
    return null;
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const kind = kindOf(value);
  const quoted = JSON.stringify(text);
  notes.push(`${path} was ${kind} and is sent as the text ${quoted}.`);
  return text;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'boolean' ? 'a boolean' : 'a number';
}
