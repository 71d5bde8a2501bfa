import type { CallArguments, CallName } from '../../preload/contract.ts';
import { writeWhole } from '../base/files/files.ts';
import {
  applicationView,
  listedApplicationView,
  versionDetails,
  versionView,
} from '../core/apps/app-views.ts';
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
import { createDirectoryHandlers } from './directory-handlers.ts';
import type { Handlers, HostAbilities } from './host-abilities.ts';

export function createHandlers(core: Core, host: HostAbilities): Handlers {
  const {
    accounts,
    administration,
    apps,
    diagnostics,
    folders,
    network,
    preferences,
    service,
    store,
    uploads,
  } = core;
  return {
    'app.info': () => host.info,
    'app.copyText': ({ text }) => host.copyText(text),
    'app.openLink': ({ url }) => host.openLink(url),
    'app.issues': () => core.issues.view(),
    'app.dismissIssue': ({ path }) => core.issues.dismiss(path),
    'app.showInFolder': ({ path }) => host.showInFolder(path),
    'app.picture': ({ accountId, address, revision }) => core.pictures.of(accountId, address, revision),

    'accounts.list': () => accounts.list(),
    'accounts.save': (input) => accounts.save(input),
    'accounts.test': (input) => accounts.test(input),
    'accounts.use': ({ id }) => accounts.use(id),
    'accounts.remove': ({ id }) => accounts.remove(id),
    'accounts.signIn': ({ id }) => accounts.signIn(id),

    'uploads.list': () => uploads.list(),
    'uploads.get': ({ id }) => uploads.get(id),
    'uploads.history': (query) => uploads.history(query),
    'uploads.exportHistory': ({ path, format, ...query }) =>
      writeWhole(path, uploads.exportHistory(format, query), 'shared'),
    'uploads.inspect': ({ path }) => uploads.inspect(path),
    'uploads.fileIcon': ({ path }) => uploads.fileIcon(path),
    'uploads.icon': ({ name }) => uploads.icon(name),
    'uploads.add': (input) => uploads.add(input),
    'uploads.preview': (input) => uploads.preview(input),
    'uploads.cancel': ({ id }) => uploads.cancel(id),
    'uploads.retry': ({ id }) => uploads.retry(id),
    'uploads.answer': ({ id, send }) => uploads.answer(id, send),
    'uploads.remove': ({ id }) => uploads.remove(id),
    'uploads.putBack': ({ id }) => uploads.putBack(id),
    'uploads.pauseOne': ({ id, terminated }) => uploads.pauseOne(id, terminated),
    'uploads.resumeOne': ({ id }) => uploads.resumeOne(id),
    'uploads.move': ({ id, beforeId }) => uploads.move(id, beforeId),
    'uploads.sendAgain': ({ id, recipients }) => uploads.sendAgain(id, recipients),
    'uploads.blocks': () => uploads.blocks(),
    'uploads.release': ({ accountId }) => uploads.release(accountId),
    'uploads.setPaused': ({ paused, finish }) => (paused ? uploads.pause({ finish }) : uploads.resume()),
    'uploads.paused': () => uploads.paused(),

    'folders.list': () => folders.list(),
    'folders.choose': () => host.chooseFolder(),
    'folders.add': ({ waitForFolder: wait, ...input }) => folders.add(input, { wait }),
    'folders.update': ({ id, waitForFolder: wait, ...input }) => folders.update(id, input, { wait }),
    'folders.tryOut': (draft) => folders.tryOut(draft),
    'folders.presets': ({ path }) => folders.presets(path),
    'folders.remove': ({ id }) => folders.remove(id),
    'folders.setPaused': ({ id, paused }) => folders.setPaused(id, paused),

    'apps.list': async ({ accountId }) => (await apps.list(accountId)).map(listedApplicationView),
    'apps.get': async ({ accountId, applicationId }) =>
      applicationView(await apps.get(accountId, applicationId)),
    'apps.version': async ({ accountId, versionId }) =>
      versionDetails(await apps.getVersion(accountId, versionId)),
    'apps.setActive': ({ accountId, versionIds, active }) => apps.setActive(accountId, versionIds, active),
    'apps.send': async ({ accountId, versionId, recipients, sendAnyway }) =>
      versionView(await apps.send(accountId, versionId, recipients, { sendAnyway })),
    'apps.lastRecipients': ({ accountId, applicationId }) => apps.lastRecipients(accountId, applicationId),
    'apps.removal': ({ accountId, applicationId, versionIds }) =>
      apps.removal(accountId, applicationId, versionIds ?? null),
    'apps.removeVersions': ({ accountId, versionIds }) => apps.removeVersions(accountId, versionIds),
    'apps.remove': ({ accountId, applicationId }) => apps.remove(accountId, applicationId),
    'apps.installLink': ({ accountId, versionId }) => apps.installLink(accountId, versionId),
    'apps.people': ({ accountId, listedOnly }) => apps.people(accountId, listedOnly),

    'store.list': ({ accountId }) => store.list(accountId),
    'store.get': ({ accountId, profileId }) => store.get(accountId, profileId),
    'store.update': ({ accountId, profileId, ...changes }) => store.update(accountId, profileId, changes),
    'store.removeItem': ({ accountId, itemId }) => store.removeItem(accountId, itemId),
    'store.remove': ({ accountId, profileId }) => store.remove(accountId, profileId),
    'store.staticUser': ({ accountId, profileId }) => store.staticUser(accountId, profileId),
    'store.link': ({ accountId, profileId }) => store.link(accountId, profileId),

    'network.get': () => network.view(),
    'network.set': (input) => network.set(input),

    'network.chooseCertificates': () => host.chooseCertificates(),
    'network.check': ({ address }) => network.check(address),

    'settings.get': () => preferences.view(),
    'settings.set': (input) => preferences.set(input),
    'settings.projects': () => core.findProjects(),

    'diagnostics.get': () => diagnostics.view(),
    'diagnostics.log': ({ most }) => diagnostics.logLines(most),
    'diagnostics.openLog': () => host.openFile(diagnostics.logFile()),
    'diagnostics.export': () => diagnostics.writeBundle(),

    'service.status': () => service.status(),
    'service.start': () => service.start(),
    'service.stop': () => service.stop(),
    'service.overview': () => administration.overview(),
    'service.setReach': (reach) => service.setReach(reach),
    'service.checkCertificate': (files) => administration.checkCertificate(files),
    'service.checkReach': () => administration.checkReach(),
    'service.backup': ({ folder }) => administration.backUp(folder),
    'service.restore': ({ folder }) => administration.restore(folder),
    'service.requests': () => administration.requests(),
    ...createDirectoryHandlers(administration),
    'service.outbox': () => administration.outbox(),
    'service.message': ({ id }) => administration.message(id),
    'service.retryMail': ({ id }) => administration.retryMail(id),
    'service.mailServer': () => administration.mailServer(),
    'service.setMailServer': ({ server, password, language }) =>
      administration.setMailServer(server, password, language),
    'service.testMail': ({ server, password, to }) => administration.testMail(server, password, to),
    'service.setReleaseNote': ({ versionId, releaseNote }) =>
      administration.setReleaseNote(versionId, releaseNote),
    'service.setProfileAccess': ({ profileId, ...access }) =>
      administration.setProfileAccess(profileId, access),
    'service.setItemEnabled': ({ itemId, enabled }) => administration.setItemEnabled(itemId, enabled),

    ...createPushHandlers(core, host),

    'desktop.loginItem': () => host.loginItem.view(),
    'desktop.popUpMenu': (menu) => host.popUpMenu(menu),
    'desktop.setLoginItem': ({ enabled }) => host.loginItem.set(enabled),

    'updates.status': () => host.updates.view(),
    'updates.check': () => host.updates.check(),
    'updates.install': () => host.updates.install(),
  };
}

/** The part of the handlers that is about pushes. */
type PushCall = Extract<CallName, `push.${string}`>;

function createPushHandlers({ push, pushProjects }: Core, host: HostAbilities): Pick<Handlers, PushCall> {
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
