/**
 * Pushes as a window shows them. What a message holds crosses as JSON text: it is anybody's, and nothing in it is said in
 * another language. Pure.
 */

import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import {
  type FiredCallback,
  type Simulation,
  type SimulatorInput,
  simulate,
} from '../../push/handler/simulator.ts';
import type { Dialect } from '../../push/mapping/dialects.ts';
import { placeIn, plainValue, readJsonTree } from '../../push/mapping/json-tree.ts';
import { type MappingProblem, parseMapping, readMapping } from '../../push/mapping/mapping.ts';
import { exampleMessage } from '../../push/sending/example-message.ts';
import type { SentEntry } from '../../push/sending/send-history.ts';
import { type SendMode, usualAddresses } from '../../push/sending/send-requests.ts';
import type { Sent } from './push.ts';
import type { PushSenderView } from './push-senders.ts';

export type SenderView = PushSenderView & {
  /** Where it sends to, also when that is the usual address. */
  readonly sendsTo: string;
};

export type SentMessageView = {
  /** Null when it could not be written into the history. */
  readonly id: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** Null when the key was given for once. */
  readonly sender: string | null;
  readonly mode: SendMode;
  readonly address: string;
  /** A device token, or `/topics/NAME`. */
  readonly to: string;
  /** The first of its texts. */
  readonly excerpt: string;
  /** The message, as JSON. */
  readonly text: string;
  readonly outcome: SentEntry['outcome'];
};

/** What was just sent. */
export type SentView = {
  readonly entry: SentMessageView;
  readonly notes: readonly Message[];
  readonly notKept: Failure | null;
};

export type TextProblem = Omit<MappingProblem, 'severity'>;

export type SimulationView = {
  /** Of the mapping, or null when it is none of the known forms. */
  readonly dialect: Dialect | null;
  readonly mappingProblems: readonly MappingProblem[];
  /** Why the message is no JSON. */
  readonly messageProblem: TextProblem | null;
  /** Null while one of the two cannot be read. */
  readonly simulation:
    | (Omit<Simulation, 'callbacks'> & {
        /** `argument`: as JSON. */
        readonly callbacks: readonly (Omit<FiredCallback, 'argument'> & { readonly argument: string })[];
      })
    | null;
};

/** As texts, how a person has them. */
export type SimulationTexts = Omit<SimulatorInput, 'mapping' | 'message'> & {
  readonly mapping: string;
  readonly message: string;
};

export function senderView(sender: PushSenderView): SenderView {
  return { ...sender, sendsTo: sender.address ?? usualAddresses[sender.mode] };
}

const longestExcerpt = 200;

export function sentMessageView(entry: Sent['entry']): SentMessageView {
  const { message, ...rest } = entry;
  const { notification } = message.data;
  const texts = typeof notification === 'object' ? Object.values(notification) : [];
  return {
    ...rest,
    to: message.to,
    excerpt: texts.slice(0, 2).join(' · ').slice(0, longestExcerpt),
    text: jsonText(message),
  };
}

export function sentView({ entry, ...others }: Sent): SentView {
  return { entry: sentMessageView(entry), ...others };
}

/** Never throws: what cannot be read is said with its place. */
export function simulationView({ mapping, message, ...device }: SimulationTexts): SimulationView {
  const reading = readMapping(mapping);
  const tree = readJsonTree(message);
  const about = { dialect: reading.dialect, mappingProblems: reading.problems };
  if (!tree.ok) {
    const messageProblem = { message: tree.problem, ...placeIn(message, tree.offset) };
    return { ...about, messageProblem, simulation: null };
  }
  if (!reading.mapping) return { ...about, messageProblem: null, simulation: null };
  const { callbacks, ...simulation } = simulate({
    ...device,
    mapping: reading.mapping,
    message: plainValue(tree.root),
  });
  const shown = callbacks.map(({ argument, ...call }) => ({ ...call, argument: jsonText(argument) }));
  return { ...about, messageProblem: null, simulation: { ...simulation, callbacks: shown } };
}

/** Throws `push/notJson` and `push/invalidMapping`. */
export function exampleFor(mapping: string): string {
  return exampleMessage(parseMapping(mapping));
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
