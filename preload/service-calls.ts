import { z } from 'zod';
import type {
  CertificateReport,
  CreatedClient,
  CreatedUser,
  ExposureReport,
  MailServerView,
  ServiceCredentials,
  ServiceOverview,
  ServiceStatus,
} from '../main/core/views/service.ts';
import { languages } from '../main/messages/locale.ts';
import { packagePlatforms } from '../main/packages/package-info.ts';
import type {
  AccessEntry,
  AccessToken,
  BackupReport,
  CreatedAccessToken,
  DeviceExport,
  ImportReport,
  MemberView,
  MessageContent,
  MessageView,
  OutboxMessage,
  PeopleExport,
  PeopleView,
  RegisteredDevice,
  RestoreReport,
  SenderReport,
  TeamView,
  VersionDevice,
} from '../main/service/service-view.ts';
import { releaseNoteSchema } from '../main/settings/folder-rule.ts';
import type { UploadView } from '../main/uploads/upload-view.ts';
import { all, call, local, page } from './call.ts';
import { filePath, identifier, none, versionId } from './inputs.ts';

const personName = z.string().max(500);
const mailAddress = z.string().max(500);
const teamId = z.int32();
const memberId = z.int32();
const teamIds = z.array(teamId).max(10_000);
const memberIds = z.array(memberId).max(100_000);
const newPassword = z.string().max(2_000);

const tlsFiles = () => z.strictObject({ certificate: filePath, key: filePath });

const dailyLimit = z.int().positive();
const tokenApp = () =>
  z.strictObject({
    platform: z.enum(packagePlatforms).nullable(),
    packageId: z.string().regex(/^[\w.-]{1,255}$/),
  });

const membership = () => z.strictObject({ memberId, teamId });
/** Generates a password if none is passed. */
const user = () => z.strictObject({ userName: personName, password: newPassword.optional() });
const clientId = () => z.strictObject({ clientId: personName });
const mailServer = () =>
  z.strictObject({
    host: z.string().max(253),
    port: z.int(),
    secure: z.boolean(),
    requireTls: z.boolean(),
    plainText: z.literal(true).optional(),
    userName: z.string().max(500).nullable(),
    from: z.string().max(500),
  });
const versionRecipient = () => z.strictObject({ versionId, recipientId: z.int32() });
/** Undefined: the stored password, if server and user are unchanged. Empty: none. */
const mailPassword = z.string().max(2_000).optional();

export const serviceCalls = {
  'service.status': call<ServiceStatus>(all)(none),
  'service.start': call<ServiceStatus>(all)(none),
  'service.stop': call<ServiceStatus>(page)(none),
  /** Starts the service and uploads a sample build to it. */
  'service.sendSample': call<UploadView>(page)(none),
  'service.overview': call<ServiceOverview>(page)(none),
  /** Restarts a running service. If that fails, restores the previous setting. */
  'service.setExposure': call<ServiceStatus>(page)(
    () =>
      z.strictObject({
        host: z.string().max(253).nullable(),
        publicUrl: z.string().max(2_000).nullable(),
        proxyHops: z.int().min(0).max(5).default(0),
        tls: z.union([z.boolean(), tlsFiles()]).default(false),
      }),
    {
      'tls.certificate': 'typed',
      'tls.key': 'typed',
    },
  ),
  /** Checks whether the certificate is valid for the current addresses of the service. */
  'service.checkCertificate': call<CertificateReport>(page)(tlsFiles, {
    certificate: 'typed',
    key: 'typed',
  }),
  'service.checkExposure': call<ExposureReport>(page)(none),
  /** Returns the requests to the service, newest first. */
  'service.requests': call<readonly AccessEntry[]>(page)(none),
  'service.backup': call<BackupReport>(local)(() => z.strictObject({ folder: filePath }), {
    folder: 'never',
  }),
  /** Restores a backup into the data folder. Fails if the folder already contains a service. */
  'service.restore': call<RestoreReport>(local)(() => z.strictObject({ folder: filePath }), {
    folder: 'never',
  }),
  'service.people': call<PeopleView>(all)(none),
  'service.addTeam': call<TeamView>(all)(() => z.strictObject({ name: personName })),
  'service.changeTeam': call<null>(all)(() =>
    z.strictObject({ id: teamId, name: personName, memberIds: memberIds.optional() }),
  ),
  'service.removeTeam': call<null>(all)(() => z.strictObject({ id: teamId })),
  'service.addMember': call<MemberView>(all)(() =>
    z.strictObject({ email: mailAddress, name: personName.nullable(), teamIds }),
  ),
  'service.changeMember': call<null>(all)(() =>
    z.strictObject({
      id: memberId,
      email: mailAddress.optional(),
      name: personName.nullable().optional(),
      teamIds: teamIds.optional(),
    }),
  ),
  'service.removeMember': call<null>(all)(() => z.strictObject({ id: memberId })),
  'service.joinTeam': call<null>(local)(membership),
  'service.leaveTeam': call<null>(local)(membership),
  'service.moveMember': call<null>(local)(() =>
    z.strictObject({ memberId, fromTeamId: teamId, toTeamId: teamId }),
  ),
  'service.importPeople': call<ImportReport>(all)(() =>
    z.strictObject({ csv: z.base64().max(22_400_000), dryRun: z.boolean() }),
  ),
  /** Returns all people as rows, and as CSV that `service.importPeople` accepts. */
  'service.exportPeople': call<PeopleExport>(all)(none),
  /** Returns the registered Apple devices of all members, in the order of registration. */
  'service.devices': call<readonly RegisteredDevice[]>(all)(none),
  'service.removeDevice': call<null>(all)(() => z.strictObject({ id: z.int32() })),
  /** Returns all devices, and the file that registers several devices with Apple. */
  'service.exportDevices': call<DeviceExport>(all)(none),
  'service.credentials': call<ServiceCredentials>(all)(none),
  /** Returns the generated password. It cannot be read again later. */
  'service.addUser': call<CreatedUser>(all)(user),
  'service.setPassword': call<CreatedUser>(all)(user),
  'service.removeUser': call<null>(all)(() => z.strictObject({ userName: personName })),
  'service.addClient': call<CreatedClient>(all)(clientId),
  'service.renewClient': call<CreatedClient>(all)(clientId),
  'service.removeClient': call<null>(all)(clientId),
  /** Returns all tokens, including expired ones, oldest first. */
  'service.accessTokens': call<readonly AccessToken[]>(all)(none),
  /** Returns the new token. It cannot be read again later. */
  'service.addAccessToken': call<CreatedAccessToken>(all)(() =>
    z.strictObject({
      name: personName,
      apps: z.union([z.literal('all'), z.array(tokenApp()).min(1).max(1_000)]),
      scopes: z.array(z.enum(['upload', 'activate', 'send'])).min(1),
      /** Limits per day. An omitted limit defaults to the service's limit. */
      quota: z
        .strictObject({ uploads: dailyLimit, bytes: dailyLimit, messages: dailyLimit })
        .partial()
        .optional(),
      /** Milliseconds since 1970 UTC; null for no expiry. */
      expiresAt: z.int().positive().nullable(),
    }),
  ),
  /** Revokes the token whose name is `name`. If there is none, `name` may be the id of a token. */
  'service.revokeAccessToken': call<AccessToken>(all)(() => z.strictObject({ name: personName })),
  /** Newest first. */
  'service.outbox': call<readonly OutboxMessage[]>(all)(none),
  'service.message': call<MessageView>(page)(() => z.strictObject({ id: identifier })),
  /** Retries a message at once; without an id, all queued messages. */
  'service.retryMail': call<null>(page)(() => z.strictObject({ id: identifier.nullable() })),
  'service.mailServer': call<MailServerView>(all)(none),
  'service.setMailServer': call<MailServerView>(all)(() =>
    z.strictObject({
      server: mailServer().nullable(),
      password: mailPassword,
      language: z.enum(['app', ...languages]).optional(),
    }),
  ),
  /** Sends a test message through this server. Stores nothing. */
  'service.testMail': call<null>(page)(() =>
    z.strictObject({
      server: mailServer(),
      password: mailPassword,
      to: z.string().max(500),
    }),
  ),
  /** Looks up SPF, DKIM and DMARC of the sender's domain. Null as `selector` skips the DKIM key. */
  'service.checkSender': call<SenderReport>(all)(() =>
    z.strictObject({
      from: z.string().max(500),
      selector: z
        .string()
        .regex(/^[\w.-]{1,200}$/)
        .nullable(),
    }),
  ),
  /** Returns the message that testers would receive with this release note. */
  'service.previewMail': call<MessageContent>(page)(() =>
    z.strictObject({ versionId, releaseNote: releaseNoteSchema }),
  ),
  /** Sets the release note for testers. An empty note removes it. */
  'service.setReleaseNote': call<null>(all)(() =>
    z.strictObject({ versionId, releaseNote: releaseNoteSchema }),
  ),
  /** Returns the devices of all members; none if the build of the version lists no devices. */
  'service.versionDevices': call<readonly VersionDevice[]>(page)(() => z.strictObject({ versionId })),
  /** Revokes a recipient's install links to a version, and removes the queued mail. */
  'service.revokeLinks': call<null>(page)(versionRecipient),
  /** Removes a recipient and the recipient's links from a version. The person remains in the directory. */
  'service.removeRecipient': call<null>(page)(versionRecipient),
  'service.setProfileAccess': call<null>(page)(() =>
    z.strictObject({
      profileId: z.int32(),
      enabled: z.boolean().optional(),
      /** Null removes the sign-in, so that anyone with the link can open the page. */
      staticUser: z.strictObject({ userName: personName, password: newPassword }).nullable().optional(),
    }),
  ),
  'service.setItemEnabled': call<null>(page)(() =>
    z.strictObject({ itemId: z.int32(), enabled: z.boolean() }),
  ),
} as const;
