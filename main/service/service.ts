import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type MailState, mailStates } from '../api/wire.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import { withoutTrailingSlash } from '../base/trim-end.ts';
import type { Language } from '../messages/locale.ts';
import { messageOf } from '../messages/message.ts';
import { inspectBuild } from '../packages/inspect.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import { createServer } from './build-server.ts';
import { serviceErrors } from './errors.ts';
import { createAccessLog } from './http/access-log.ts';
import { defaultLimits, type ServiceLimits } from './http/limits.ts';
import { type AccessTokens, createAccessTokens } from './identity/access-tokens.ts';
import { createIdentity, type Identity } from './identity/identity.ts';
import { defaultPasswordCost, hashPassword } from './identity/secrets.ts';
import { pageLink } from './install/addresses.ts';
import { mailIconOf } from './install/icon.ts';
import {
  checkExposure,
  type EncryptionOptions,
  encryptionFor,
  type ListenOptions,
  listen,
  type ServedAuthority,
  serveAuthority,
} from './listen.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import { createMailQueue, type MailQueue } from './mail/queue.ts';
import { folderTransport, type MailTransport, missingTransport, smtpTransport } from './mail/transport.ts';
import { createDevices, type DeviceDirectory } from './people/devices.ts';
import { createPeople } from './people/people.ts';
import type { PeopleDirectory } from './people/people-types.ts';
import { releaseNoteOf } from './release-note.ts';
import type { AccessLog, InspectBuild, PlannedSends } from './service-context.ts';
import type { AuthorityView, BuildsUse, FirstUser, MessageContent, SmtpSettings } from './service-view.ts';
import { openEmbeddedStorage } from './storage/open-storage.ts';
import type { OneSend, OneShare, Storage } from './storage/storage.ts';
import { createDeviceChecks, type DeviceChecks } from './testingdist/device-checks.ts';
import { previewMessage } from './testingdist/messages.ts';
import { packageOf } from './testingdist/package-of.ts';
import { createPlannedSends } from './testingdist/planned-sends.ts';
import { mailStateOf } from './testingdist/testing-schema.ts';
import type { Encryption } from './tls/encryption.ts';

export type { ServiceLimits } from './http/limits.ts';
export type { AccessTokens } from './identity/access-tokens.ts';
export type { Identity } from './identity/identity.ts';
export type { Outbox } from './mail/outbox.ts';
export type { DeviceDirectory } from './people/devices.ts';
export type { PeopleDirectory } from './people/people-types.ts';
export type { AccessLog } from './service-context.ts';
export type { FirstUser, SmtpSettings } from './service-view.ts';

/**
 * The service locks `dataDir`, or closes a passed `storage` when it stops. With a passed storage and no mail
 * server, mail stays queued.
 */
export type ServiceStorageOptions =
  | ({ readonly dataDir: string } & EncryptionOptions)
  | { readonly storage: Storage };

export type ServiceOptions = ServiceStorageOptions &
  ListenOptions & {
    /** Number of trusted `X-Forwarded-For` proxies, which clients must be unable to bypass. Defaults to 0. */
    readonly proxyHops?: number;
    readonly redactor: Redactor;
    readonly inspect?: InspectBuild;
    /** Defaults to null: mail is written to the outbox folder, or stays queued if there is none. */
    readonly smtp?: SmtpSettings | null;
    /** Language of new mail. Defaults to English. */
    readonly mailLanguage?: () => Language;
    readonly limits?: Partial<ServiceLimits>;
    /** Defaults to a log in memory. */
    readonly accessLog?: AccessLog;
    /** Cost of hashing new passwords: scrypt's N. Defaults to 32,768; only tests use less. */
    readonly passwordCost?: number;
    /** Called after each change of a version's messages; with null if the version is unknown. */
    readonly onMail?: (versionId: number | null) => void;
    readonly addRoutes?: (server: FastifyInstance) => void;
  };

export type Service = {
  /** Base address in links; both `{auth_url}` and `{base_url}` of the API reference. */
  readonly url: string;
  /** Address for this computer, without a proxy. */
  readonly localUrl: string;
  readonly exposed: boolean;
  /** Returns null unless the service has its own authority. */
  authority(): AuthorityView | null;
  readonly accessLog: AccessLog;
  /** Null if a user already existed at the start. */
  readonly firstUser: FirstUser | null;
  readonly identity: Identity;
  readonly accessTokens: AccessTokens;
  readonly people: PeopleDirectory;
  readonly devices: DeviceDirectory & DeviceChecks;
  readonly outbox: Outbox;
  /** Returns the storage used by builds, largest first. */
  storageUsage(): Promise<readonly BuildsUse[]>;
  /** Returns the facts about a version's build; null if the version or its build is unknown. */
  packageOf(versionId: number): Promise<PackageInfo | null>;
  /** Returns the most urgent state among a version's recipients; null if it has none. */
  mailState(versionId: number): Promise<MailState | null>;
  /** Withdraws a send's undelivered messages. Throws `service/mailLeft` if any delivery has begun. */
  undoSend(send: OneSend): Promise<void>;
  /** Revokes a recipient's personal links and removes their waiting mail. Throws `service/noPerson`. */
  revokeLinks(of: OneShare): Promise<void>;
  /** Like `revokeLinks`, and removes the recipient from the version. Throws `service/noPerson`. */
  removeRecipient(of: OneShare): Promise<void>;
  /** Returns null if there is no such version. */
  installLink(versionId: number): Promise<string | null>;
  /** Returns null if there is no such profile. */
  storeLink(profileId: number): Promise<string | null>;
  /** Omitted properties are unchanged. Throws `service/noProfile`. */
  setProfileAccess(profileId: number, access: ProfileAccess): Promise<void>;
  /** Throws `service/noItem`. */
  setItemEnabled(itemId: number, enabled: boolean): Promise<void>;
  /** An empty string removes the note. Throws `service/noVersion`. */
  setReleaseNote(versionId: number, releaseNote: string): Promise<void>;
  /** Returns the message that would announce the version with this note. Throws `service/noVersion`. */
  previewMail(versionId: number, releaseNote: string): Promise<MessageContent>;
  /** Resolves when no mail is queued. Rejects with `service/stopped` if the service stops first. */
  idle(): Promise<void>;
  /** Stops accepting connections and waits up to `limitMs` for running requests. */
  drain(limitMs: number): Promise<void>;
  /** Closes connections, waits for the message being delivered and closes the storage. */
  stop(): Promise<void>;
};

export type ProfileAccess = {
  readonly enabled?: boolean;
  readonly staticUser?: { readonly userName: string; readonly password: string } | null;
};

/** Throws `service/listen`, `noHost`, `publicUrl`, `certificate`, `authority`, `lock/inUse`, `database/…`. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const storage =
    'storage' in options ? options.storage : await openEmbeddedStorage(options.dataDir, options.log);
  try {
    return await runService(options, storage);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function runService(options: ServiceOptions, storage: Storage): Promise<Service> {
  const { clock, log, redactor, passwordCost = defaultPasswordCost, inspect = inspectBuild } = options;
  const { smtp = null, onMail = () => undefined } = options;
  const exposure = await checkExposure(options);
  const encryption = await encryptionFor(options, exposure);
  if (smtp?.password) redactor.add(smtp.password);
  const outboxFolder = 'dataDir' in options ? join(options.dataDir, 'outbox') : null;
  const transport = transportFor(outboxFolder, smtp);
  const accessLog = options.accessLog ?? createAccessLog(clock, log);
  let url = withoutTrailingSlash(options.publicUrl ?? '');
  const mailContext = {
    storage,
    address: () => url,
    sender: smtp?.from ?? 'Slipway <slipway@localhost>',
    mailLanguage: options.mailLanguage ?? (() => 'en' as const),
  };
  const plannedSends = createPlannedSends(mailContext);
  const mail = createMailQueue({
    ...{ mail: storage.mail, transport, clock, log },
    onOutcome: onMail,
    queuePlanned: plannedSends.finish,
  });
  const server = createServer({
    ...mailContext,
    encryption,
    plannedSends,
    clock,
    log,
    limits: { ...defaultLimits, ...options.limits },
    proxyHops: options.proxyHops ?? 0,
    inspect,
    accessLog,
    passwordCost,
    mailQueued: (versionId) => {
      onMail(versionId);
      mail.wake();
    },
  });
  const drain = drainOf(server, clock);
  options.addRoutes?.(server);
  let authority: ServedAuthority | null = null;
  try {
    const { localUrl, linkUrl } = await listen(server, options, exposure, encryption);
    url ||= linkUrl;
    const identity = createIdentity(storage.identity, { clock, redactor, passwordCost, log });
    const firstUser = await identity.createFirstUser();
    mail.wake();
    authority = encryption && (await serveAuthority(options, encryption, exposure, url));
    log.info('Service started', { url, localUrl });
    return assemble({
      addresses: { url, localUrl, exposed: exposure.exposed },
      encryption,
      authority,
      firstUser,
      identity,
      storage,
      inspect,
      outboxFolder,
      mailContext,
      mail,
      plannedSends,
      server,
      drain,
      accessLog,
      passwordCost,
      onMail,
      clock,
      redactor,
      log,
    });
  } catch (error) {
    encryption?.stop();
    await authority?.stop();
    await server.close();
    await plannedSends.stop();
    await mail.stop();
    throw error;
  }
}

function drainOf(server: FastifyInstance, clock: Clock): Service['drain'] {
  let isDraining = false;
  // Keep-alive connections would prevent the server from closing.
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close');
  });
  return async (limitMs) => {
    isDraining = true;
    const ended = new Promise<void>((resolve) => server.server.close(() => resolve()));
    let cancel = (): void => undefined;
    const timeout = new Promise<void>((resolve) => {
      cancel = clock.after(limitMs, resolve);
    });
    await Promise.race([ended, timeout]);
    cancel();
  };
}

function transportFor(outboxFolder: string | null, smtp: SmtpSettings | null): MailTransport {
  if (smtp) return smtpTransport(smtp);
  return outboxFolder === null ? missingTransport : folderTransport(outboxFolder);
}

type RunningService = {
  readonly addresses: Pick<Service, 'url' | 'localUrl' | 'exposed'>;
  readonly encryption: Encryption | null;
  readonly authority: ServedAuthority | null;
  readonly firstUser: FirstUser | null;
  readonly identity: Identity;
  readonly storage: Storage;
  readonly inspect: InspectBuild;
  readonly outboxFolder: string | null;
  readonly mailContext: Parameters<typeof previewMessage>[0];
  readonly mail: MailQueue;
  readonly plannedSends: PlannedSends;
  readonly server: FastifyInstance;
  readonly drain: Service['drain'];
  readonly accessLog: AccessLog;
  readonly onMail: (versionId: number | null) => void;
  readonly passwordCost: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly log: Log;
};

function assemble(running: RunningService): Service {
  const { storage, mail, server, accessLog, clock } = running;
  const { url } = running.addresses;
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    running.encryption?.stop();
    await running.authority?.stop();
    await server.close();
    await accessLog.flush();
    await running.plannedSends.stop();
    await mail.stop();
    await storage.close();
    running.log.info('Service stopped', { url });
  };
  return {
    ...running.addresses,
    authority: () => running.authority?.view() ?? null,
    accessLog,
    firstUser: running.firstUser,
    identity: running.identity,
    accessTokens: createAccessTokens(storage.accessTokens, running),
    people: createPeople(storage.people, clock),
    devices: { ...createDevices(storage.devices), ...createDeviceChecks(storage) },
    outbox: createOutbox({
      mail: storage.mail,
      folder: running.outboxFolder,
      now: clock.now,
      queue: mail,
      onChange: running.onMail,
    }),
    storageUsage: () => storage.usage(),
    packageOf: (versionId) => packageOf(running, versionId),
    mailState: async (versionId) => {
      const shares = await storage.testing.shareStates(versionId);
      const states = shares.filter(({ isWithheld, status }) => !isWithheld || status > 1).map(mailStateOf);
      return mailStates.find((state) => states.includes(state)) ?? (shares.length > 0 ? 'not-mailed' : null);
    },
    installLink: async (versionId) => {
      const version = await storage.testing.version(versionId);
      return version && pageLink(url, version.linkToken);
    },
    previewMail: async (versionId, releaseNote) => {
      const version = await storage.testing.versionFacts(versionId);
      if (!version) throw serviceErrors.noVersion({ id: versionId });
      const note = releaseNoteOf(releaseNote);
      const noted = { ...version, releaseNote: note?.text ?? null, releaseNoteHtml: note?.html ?? null };
      const icon = await mailIconOf(storage, version);
      return previewMessage(running.mailContext, { version: noted, icon }, clock.now());
    },
    storeLink: async (profileId) => {
      const profile = await storage.store.profile(profileId);
      return profile && pageLink(url, profile.linkToken);
    },
    ...administrationOf(running),
    idle: mail.idle,
    drain: running.drain,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

function administrationOf({
  storage,
  clock,
  log,
  passwordCost,
}: RunningService): Pick<
  Service,
  'undoSend' | 'setReleaseNote' | 'setProfileAccess' | 'setItemEnabled' | 'revokeLinks' | 'removeRecipient'
> {
  const unknown = ({ shareId }: OneShare): Error =>
    serviceErrors.noPerson({ what: messageOf('record/recipient'), id: shareId });
  return {
    undoSend: async (send) => {
      const left = await storage.testing.undoSend(send);
      log.info('Send withdrawn', { ...send, left });
      if (left > 0) throw serviceErrors.mailLeft({ count: left });
    },
    revokeLinks: async (of) => {
      if (!(await storage.testing.revokeLinks(of))) throw unknown(of);
      log.info('Links of a recipient revoked', of);
    },
    removeRecipient: async (of) => {
      if (!(await storage.testing.removeShare(of))) throw unknown(of);
      log.info('Recipient removed', of);
    },
    setReleaseNote: async (id, releaseNote) => {
      if (!(await storage.testing.setReleaseNote(id, releaseNoteOf(releaseNote), clock.now())))
        throw serviceErrors.noVersion({ id });
      log.info('Release note changed', { id });
    },
    setProfileAccess: async (id, access) => {
      const { staticUser: given, ...rest } = access;
      const staticUser = given
        ? {
            userName: given.userName,
            passwordHash: await hashPassword(given.password, passwordCost),
          }
        : null;
      const change = given === undefined ? rest : { ...rest, staticUser };
      const changed = await storage.store.updateProfile(id, change, clock.now());
      if (!changed) throw serviceErrors.noProfile({ id });
      const hasPassword = changed.staticUser !== null;
      log.info('Access to a store page changed', { id, enabled: changed.enabled, hasPassword });
    },
    setItemEnabled: async (id, enabled) => {
      if (!(await storage.store.setItemEnabled(id, enabled, clock.now()))) throw serviceErrors.noItem({ id });
      log.info('Store item changed', { id, enabled });
    },
  };
}
