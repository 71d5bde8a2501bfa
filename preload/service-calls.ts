/** The calls about the built-in service. */
import { z } from 'zod';
import type {
  CertificateReport,
  MadeClient,
  MadeUser,
  MailServerView,
  ReachReport,
  ServiceOverview,
  ServiceStatus,
  SignIns,
} from '../main/core/view.ts';
import type {
  AccessEntry,
  AccessToken,
  BackupReport,
  ImportReport,
  MadeAccessToken,
  MemberView,
  MessageView,
  OutboxMessage,
  PeopleExport,
  PeopleView,
  RestoreReport,
  TeamView,
} from '../main/service/service-view.ts';
import { call } from './call.ts';
import { filePath, none, serviceInputs } from './inputs.ts';

export const serviceCalls = {
  'service.status': call<ServiceStatus>()(none),
  'service.start': call<ServiceStatus>()(none),
  'service.stop': call<ServiceStatus>()(none),
  'service.overview': call<ServiceOverview>()(none),
  /** A service that runs is started anew; when it cannot be, it goes on as before. */
  'service.setReach': call<ServiceStatus>()(serviceInputs.reach),
  /** Whether these files can be used where the service is reached now. */
  'service.checkCertificate': call<CertificateReport>()(serviceInputs.tlsFiles),
  /** Tries the way from the service to phones. */
  'service.checkReach': call<ReachReport>()(none),
  /** The last requests, newest first. */
  'service.requests': call<readonly AccessEntry[]>()(none),
  /** Copies the running service into a folder. */
  'service.backup': call<BackupReport>()(() => z.strictObject({ folder: filePath })),
  /** Copies a backup into the data folder, which must have no service. */
  'service.restore': call<RestoreReport>()(() => z.strictObject({ folder: filePath })),
  'service.people': call<PeopleView>()(none),
  'service.addTeam': call<TeamView>()(serviceInputs.team),
  'service.renameTeam': call<null>()(serviceInputs.teamChange),
  'service.removeTeam': call<null>()(serviceInputs.teamId),
  'service.addMember': call<MemberView>()(serviceInputs.member),
  'service.changeMember': call<null>()(serviceInputs.memberChange),
  'service.removeMember': call<null>()(serviceInputs.memberId),
  'service.joinTeam': call<null>()(serviceInputs.membership),
  'service.leaveTeam': call<null>()(serviceInputs.membership),
  'service.moveMember': call<null>()(serviceInputs.move),
  'service.importPeople': call<ImportReport>()(serviceInputs.peopleFile),
  /** Everybody in rows, and as CSV that import reads. */
  'service.exportPeople': call<PeopleExport>()(none),
  'service.signIns': call<SignIns>()(none),
  /** A password or secret that is made for it is in this answer and in no other. */
  'service.addUser': call<MadeUser>()(serviceInputs.user),
  'service.setPassword': call<MadeUser>()(serviceInputs.user),
  'service.removeUser': call<null>()(serviceInputs.userName),
  'service.addClient': call<MadeClient>()(serviceInputs.clientId),
  'service.renewClient': call<MadeClient>()(serviceInputs.clientId),
  'service.removeClient': call<null>()(serviceInputs.clientId),
  /** Oldest first, with those that have ended. */
  'service.accessTokens': call<readonly AccessToken[]>()(none),
  /** The token itself is in this answer and in no other. */
  'service.addAccessToken': call<MadeAccessToken>()(serviceInputs.accessToken),
  /** The one of that name, else of that id. */
  'service.revokeAccessToken': call<AccessToken>()(serviceInputs.accessTokenName),
  /** Newest first. */
  'service.outbox': call<readonly OutboxMessage[]>()(none),
  'service.message': call<MessageView>()(serviceInputs.messageId),
  /** Tries what waits, or was given up, at once. */
  'service.retryMail': call<null>()(serviceInputs.retry),
  'service.mailServer': call<MailServerView>()(none),
  'service.setMailServer': call<MailServerView>()(() =>
    z.strictObject({
      server: serviceInputs.mailServer().nullable(),
      password: serviceInputs.mailPassword,
      language: serviceInputs.mailLanguage(),
    }),
  ),
  /** Sends one message at once through a server that need not be the one that is set; stores nothing. */
  'service.testMail': call<null>()(() =>
    z.strictObject({
      server: serviceInputs.mailServer(),
      password: serviceInputs.mailPassword,
      to: z.string().max(500),
    }),
  ),
  /** What testers read about a version of the built-in service from now on; empty: nothing. */
  'service.setReleaseNote': call<null>()(serviceInputs.releaseNote),
  /** Switches a profile of the built-in service's store on or off, and its static user. */
  'service.setProfileAccess': call<null>()(serviceInputs.profileAccess),
  /** Enables or disables an item of the built-in service's store. */
  'service.setItemEnabled': call<null>()(serviceInputs.itemEnabled),
} as const;
