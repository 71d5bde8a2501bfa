/** Turns what earlier versions kept as English text into messages, for the migration of the journal. Pure. */

import type { Failure } from '../../base/failure.ts';
import { type Message, type MessageValue, type MessageValues, messageOf } from '../../messages/message.ts';
import type { UploadRecord } from '../machine/record.ts';
import texts from './english-messages.json' with { type: 'json' };

type Template = { readonly pattern: RegExp; readonly names: readonly string[]; readonly code: string };

const templates: readonly Template[] = Object.entries(texts).map(([code, text]) => ({
  code,
  names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+?)')}$`, 's'),
}));

/** Values that were names even where a text reads the same. */
const nameKeys: ReadonlySet<string> = new Set(['file', 'host', 'known', 'name', 'path', 'property']);

function known(text: string): Message | null {
  for (const { pattern, names, code } of templates) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [plain = code, one] = code.split(' ');
    const values = names.map((name, index) => [name, readValue(name, found[index + 1] ?? '')]);
    if (one) return { code: plain, values: { count: Number(one) } };
    return values.length === 0 ? { code } : { code, values: Object.fromEntries(values) };
  }
  return null;
}

const readValue = (name: string, text: string): MessageValue =>
  name === 'count' ? Number(text) : (known(text) ?? text);

/** A text that no longer is known stays as it is. */
export function messageFrom(text: string): Message {
  return known(text) ?? messageOf('text/plain', { text });
}

/** Without the English of a failure whose values say it all. */
export function failureFrom({ message, ...failure }: Failure): Failure {
  if (failure.values === undefined) return message === undefined ? failure : { ...failure, message };
  return { ...failure, values: valuesFrom(failure.values) };
}

function valuesFrom(values: MessageValues): MessageValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && !nameKeys.has(name) ? (known(value) ?? value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** A record of an earlier version, with messages. */
export function withMessages(record: UploadRecord): UploadRecord {
  const { machine, doubt, notes, package: info } = record;
  const all = (texts: readonly unknown[]): readonly Message[] =>
    texts.map((text) => (typeof text === 'string' ? messageFrom(text) : (text as Message)));
  return {
    ...record,
    machine: 'failure' in machine ? { ...machine, failure: failureFrom(machine.failure) } : machine,
    doubt: doubt.failure ? { ...doubt, failure: failureFrom(doubt.failure) } : doubt,
    notes: all(notes),
    package: info && {
      ...info,
      warnings: all(info.warnings),
      ...(info.doubts === undefined ? {} : { doubts: all(info.doubts) }),
    },
  };
}
