import type { CallArguments } from '../../../preload/contract.ts';
import { simulate } from '../../push/handler/simulator.ts';
import { plainValue, positionAt, readJsonTree } from '../../push/mapping/json-tree.ts';
import { parseMapping, readMapping } from '../../push/mapping/mapping.ts';
import { exampleMessage } from '../../push/sending/example-message.ts';
import { defaultAddresses } from '../../push/sending/send-requests.ts';
import type { PushSenderView, SenderView, SentMessageView, SentView, SimulationView } from '../views/push.ts';
import type { Sent } from './push.ts';

export function senderView(sender: PushSenderView): SenderView {
  return { ...sender, effectiveAddress: sender.address ?? defaultAddresses[sender.mode] };
}

const maxExcerptLength = 200;

export function sentMessageView(entry: Sent['entry']): SentMessageView {
  const { message, ...rest } = entry;
  const { notification } = message.data;
  const texts = typeof notification === 'object' ? Object.values(notification) : [];
  return {
    ...rest,
    to: message.to,
    excerpt: texts.slice(0, 2).join(' · ').slice(0, maxExcerptLength),
    text: jsonText(message),
  };
}

export function sentView({ entry, ...others }: Sent): SentView {
  return { entry: sentMessageView(entry), ...others };
}

/** Never throws: returns syntax errors with their position. */
export function simulationView({
  mapping,
  message,
  ...device
}: CallArguments<'push.simulator.run'>): SimulationView {
  const reading = readMapping(mapping);
  const tree = readJsonTree(message);
  const about = { format: reading.format, mappingProblems: reading.problems };
  if (!tree.ok) {
    const messageProblem = { message: tree.problem, ...positionAt(message, tree.offset) };
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
