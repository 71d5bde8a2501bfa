import type { CallArguments, Handlers } from '../../preload/contract.ts';
import { writeAtomically } from '../base/files/files.ts';
import { appCalls } from '../core/apps/apps.ts';
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
import type { HostAbilities } from './host-abilities.ts';

export function createHandlers(core: Core, host: HostAbilities): Handlers {
  const { diagnostics } = core;
  return {
    app: {
      info: () => host.info,
      copyText: ({ text }) => host.copyText(text),
      openLink: ({ url }) => host.openLink(url),
      issues: core.issues.view,
      dismissIssue: core.issues.dismiss,
      failures: ({ failures }) => failures,
      showInFolder: ({ path }) => host.showInFolder(path),
      picture: core.pictures.get,
    },
    accounts: core.accounts,
    uploads: uploadHandlers(core),
    folders: { ...core.folders, choose: host.chooseFolder },
    apps: appCalls(core.apps),
    store: core.store,
    network: { ...core.network, chooseCertificates: host.chooseCertificates },
    registration: core.registration,
    settings: { ...core.preferences, projects: core.findProjects },
    diagnostics: { ...diagnostics, openLog: () => host.openFile(diagnostics.logFile()) },
    service: { ...core.service, ...core.administration, sendSample: core.sendSample },
    desktop: {
      loginItem: () => host.loginItem.view(),
      setLoginItem: ({ enabled }) => host.loginItem.set(enabled),
      popUpMenu: (menu) => host.popUpMenu(menu),
      setCommands: ({ commands }) => host.setCommands(commands),
    },
    updates: {
      status: () => host.updates.view(),
      check: () => host.updates.check(),
      install: () => host.updates.install(),
    },
    ...pushHandlers(core, host),
  };
}

function uploadHandlers({ uploads }: Core): Handlers['uploads'] {
  return {
    ...uploads,
    get: ({ id }) => uploads.get(id),
    exportHistory: ({ path, format, ...query }) =>
      writeAtomically(path, uploads.exportHistory(format, query), 'shared'),
    inspect: ({ path }) => uploads.inspect(path),
    fileIcon: ({ path }) => uploads.fileIcon(path),
    icon: ({ name }) => uploads.icon(name),
    savings: ({ applicationId, ...target }) => uploads.savings(target, applicationId),
    cancel: ({ id }) => uploads.cancel(id),
    retry: ({ id }) => uploads.retry(id),
    answer: ({ id, send }) => uploads.answer(id, send),
    remove: ({ id }) => uploads.remove(id),
    restore: ({ id }) => uploads.restore(id),
    pauseOne: ({ id, terminated }) => uploads.pauseOne(id, terminated),
    resumeOne: ({ id }) => uploads.resumeOne(id),
    move: ({ id, beforeId }) => uploads.move(id, beforeId),
    sendAgain: ({ id, recipients, delaySeconds }) => uploads.sendAgain(id, recipients, delaySeconds),
    undoSend: ({ id }) => uploads.undoSend(id),
    unblock: ({ accountId }) => uploads.unblock(accountId),
    setPaused: ({ paused, finish }) => (paused ? uploads.pause({ finish }) : uploads.resume()),
  };
}

function pushHandlers(
  { push, pushProjects }: Core,
  host: HostAbilities,
): Pick<Handlers, Extract<keyof Handlers, `push.${string}`>> {
  const senders = () => push.senders.list().map(senderView);
  return {
    'push.project': pushProjects,
    'push.mapping': {
      open: ({ path }) => openMapping(path),
      pathIn: ({ folder }) => mappingPathIn(folder),
      read: ({ text }) => mappingForm(text),
      edit: ({ text, edit }) => editMapping(text, edit),
      template: newMapping,
      save: ({ path, before, text }) => saveMapping(path, before, text),
    },
    'push.simulator': {
      run: simulationView,
      example: ({ mapping }) => exampleFor(mapping),
      showNotification: host.showNotice,
    },
    'push.senders': {
      list: senders,
      save: async ({ secret, ...sender }) => {
        await push.senders.save(sender, secret);
        return senders();
      },
      remove: async ({ name }) => {
        await push.senders.remove(name);
        return senders();
      },
    },
    'push.messages': {
      dryRun: (given) => push.dryRun(outgoing(given)),
      send: async (given) => sentView(await push.send(outgoing(given))),
      sendAgain: async ({ id, sender }) =>
        sentView(await push.sendAgain(id, sender === null ? null : { sender })),
      history: () => push.history().map(sentMessageView),
    },
  };
}

function outgoing({
  sender,
  message,
  target,
}: CallArguments<'push.messages.send'>): Parameters<Core['push']['send']>[0] {
  const to = target?.kind === 'topic' ? topicAddress(target.name) : target?.token;
  return { with: { sender }, message: readMessage(message), to };
}
