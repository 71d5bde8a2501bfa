/** Turns records of earlier versions, which kept English text, into those of today, for the migration of the journal. Pure. */

import type { Failure } from '../../base/failure.ts';
import { type Message, type MessageValue, type MessageValues, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { UploadRecord } from '../machine/record.ts';
import type { UploadMachine } from '../machine/upload-states.ts';
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

/** A record as the journal kept it before its fifth migration: with texts, and other names for some fields. */
export type EarlierRecord = Omit<UploadRecord, 'uncertainty' | 'afterUpload' | 'sendWarnings' | 'package'> & {
  readonly doubt: UploadRecord['uncertainty'];
  readonly afterwards?: NonNullable<UploadRecord['afterUpload']>;
  readonly sendDoubts?: readonly unknown[];
  readonly package: (PackageInfo & { readonly doubts?: readonly unknown[] }) | null;
};

/** The record with messages and today's names. */
export function fromEarlier({ doubt, afterwards, sendDoubts, ...record }: EarlierRecord): UploadRecord {
  const { machine, notes, timeline, attempts } = record;
  return {
    ...record,
    machine: machineFrom(machine),
    attempts: renamedKeys(attempts),
    uncertainty: doubt.failure ? { ...doubt, failure: failureFrom(doubt.failure) } : doubt,
    ...(afterwards === undefined ? {} : { afterUpload: afterwards }),
    ...(sendDoubts === undefined ? {} : { sendWarnings: messagesFrom(sendDoubts) }),
    notes: messagesFrom(notes),
    timeline: timeline.map((entry) => ({ ...entry, event: renamed(entry.event) })),
    package: record.package && packageFrom(record.package),
  };
}

function machineFrom(machine: UploadMachine): UploadMachine {
  return {
    ...machine,
    plan: renamedKeys(machine.plan),
    ...('step' in machine ? { step: renamed(machine.step) } : {}),
    ...('failure' in machine ? { failure: failureFrom(machine.failure) } : {}),
  } as UploadMachine;
}

function packageFrom({ doubts, ...info }: NonNullable<EarlierRecord['package']>): PackageInfo {
  return {
    ...info,
    warnings: messagesFrom(info.warnings),
    ...(doubts === undefined ? {} : { installWarnings: messagesFrom(doubts) }),
  };
}

const messagesFrom = (texts: readonly unknown[]): readonly Message[] =>
  texts.map((text) => (typeof text === 'string' ? messageFrom(text) : (text as Message)));

const newNames = new Map([
  ['tidy', 'cleanup'],
  ['tidied', 'cleaned'],
]);

const renamed = <Name extends string>(name: Name): Name => (newNames.get(name) ?? name) as Name;

const renamedKeys = <Kept extends object>(kept: Kept): Kept =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [renamed(name), value])) as Kept;
