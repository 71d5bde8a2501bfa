/** The part of the handlers that is about pushes. */
import type { CallArguments, CallName } from '../../preload/contract.ts';
import {
  exampleFor,
  senderView,
  sentMessageView,
  sentView,
  simulationView,
} from '../core/push/push-views.ts';
import type { Core } from '../core.ts';
import { editMapping, newMapping } from '../push/mapping/edit-mapping.ts';
import { mappingPathIn, openMapping, saveMapping } from '../push/mapping/mapping-file.ts';
import { mappingForm } from '../push/mapping/mapping-form.ts';
import { readMessage, topicAddress } from '../push/sending/message.ts';
import type { Handlers, HostAbilities } from './host-abilities.ts';

type PushCall = Extract<CallName, `push.${string}`>;

export function createPushHandlers(
  { push, pushProjects }: Core,
  host: HostAbilities,
): Pick<Handlers, PushCall> {
  return {
    'push.project.recent': () => pushProjects.recent(),
    'push.project.forget': ({ folder }) => pushProjects.forget(folder),
    'push.project.check': (input) => pushProjects.check(input),
    'push.project.fix': ({ folder, rule, change }) => pushProjects.fix(folder, rule, change),
    'push.project.undoFix': ({ folder }) => pushProjects.undoFix(folder),

    'push.mapping.open': ({ path }) => openMapping(path),
    'push.mapping.pathIn': ({ folder }) => mappingPathIn(folder),
    'push.mapping.read': ({ text }) => mappingForm(text),
    'push.mapping.edit': ({ text, edit }) => editMapping(text, edit),
    'push.mapping.template': () => newMapping(),
    'push.mapping.save': ({ path, before, text }) => saveMapping(path, before, text),

    'push.simulator.run': (input) => simulationView(input),
    'push.simulator.example': ({ mapping }) => exampleFor(mapping),
    'push.simulator.showHere': (notice) => host.showNotice(notice),
    'push.senders.list': () => push.senders.list().map(senderView),
    'push.senders.keep': async ({ secret, ...sender }) => {
      await push.senders.keep(sender, secret);
      return push.senders.list().map(senderView);
    },
    'push.senders.remove': async ({ name }) => {
      await push.senders.remove(name);
      return push.senders.list().map(senderView);
    },
    'push.messages.dryRun': (given) => push.dryRun(outgoing(given)),
    'push.messages.send': async (given) => sentView(await push.send(outgoing(given))),
    'push.messages.sendAgain': async ({ id, sender }) =>
      sentView(await push.sendAgain(id, sender === null ? null : { sender })),
    'push.messages.history': () => push.history().map(sentMessageView),
  };
}

/** Throws `push/messageNotJson`. */
function outgoing({
  sender,
  message,
  target,
}: CallArguments<'push.messages.send'>): Parameters<Core['push']['send']>[0] {
  const to = target?.kind === 'topic' ? topicAddress(target.name) : target?.token;
  return { with: { sender }, message: readMessage(message), to };
}
