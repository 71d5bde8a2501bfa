import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { CallsOf } from '../../../preload/contract.ts';
import { systemCode } from '../../base/errors.ts';
import type { Events } from '../../base/events.ts';
import { fileError, freeBytes } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import type { Language } from '../../messages/locale.ts';
import { serviceErrors } from '../../service/errors.ts';
import { ownAddresses, phoneAddress } from '../../service/exposure.ts';
import { builtInNames, minPasswordLength } from '../../service/identity/identity.ts';
import type { AccessLog, ProfileAccess } from '../../service/service.ts';
import type { AccessEntry } from '../../service/service-view.ts';
import type { ServiceTrust } from '../../service/tls/service-trust.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { coreErrors } from '../errors.ts';
import type { AddressCheck } from '../views/network.ts';
import type { ServiceChange, ServiceStorage } from '../views/service.ts';
import type { BuiltIn } from './built-in.ts';
import { builtInAccountId } from './built-in-account.ts';
import type { ServiceChangeFeed } from './change-feed.ts';
import { createDirectory, type Directory, type RunChange } from './directory.ts';
import { checkExposure } from './exposure-checks.ts';
import { reportCertificate } from './exposure-setting.ts';
import { type MailAdministration, mailAdministration } from './mail-administration.ts';

/** Every call throws `core/serviceStopped` while the service is stopped, except as noted. */
export type Administration = Directory &
  MailAdministration &
  Pick<
    CallsOf<'service'>,
    /** Throws `service/trust`. */
    | 'checkExposure'
    /** See `backUpService`. */
    | 'backup'
    /**
     * The next three calls need no running service. `checkCertificate` throws `service/noHost`, and `restore`
     * throws `service/copyInUse`.
     */
    | 'overview'
    | 'checkCertificate'
    | 'restore'
    /** Throws `service/noVersion`. */
    | 'previewMail'
    | 'setReleaseNote'
    | 'versionDevices'
    | 'revokeLinks'
    | 'removeRecipient'
    /** Throws `service/noProfile`, `core/invalidStaticUser`, `service/weakPassword`. */
    | 'setProfileAccess'
    /** Throws `service/noItem`. */
    | 'setItemEnabled'
  > & {
    readonly events: Events<{ changed: ServiceChange }>;
    /** Emits each request once, shortly after it ends, oldest first. */
    readonly requestEvents: Events<{ added: readonly AccessEntry[] }>;
    /** Returns the last requests, newest first. Works without a running service. */
    requests(): readonly AccessEntry[];
  };

export function createAdministration(deps: {
  readonly dataDir: string;
  readonly builtIn: BuiltIn;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly mailServers: MailServers;
  readonly mailLanguage: () => Language;
  readonly accessLog: AccessLog;
  readonly changeFeed: ServiceChangeFeed;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly checkAddress: (of: { readonly address: string }) => Promise<AddressCheck>;
  readonly serviceTrust: () => Promise<ServiceTrust | null>;
  readonly storeChanged: () => void;
  readonly versionsChanged: () => void;
  readonly now: () => number;
}): Administration {
  const { builtIn, accessLog, changeFeed, settings } = deps;
  const withChange: RunChange = async (what, work) => {
    try {
      return await work();
    } finally {
      // Notifies even after a failure, because part of the change may have been made.
      changeFeed.notify(what);
    }
  };
  const folder = join(deps.dataDir, 'service');
  return {
    events: changeFeed.events,
    requestEvents: accessLog.events,
    overview: async () => {
      const { host, publicUrl, proxyHops, tls } = settings.get().builtInService;
      const isStored = await hasStoredPassword(deps.accounts);
      const addresses = ownAddresses();
      return {
        folder,
        storage: { ...(await storageUsed(folder)), usage: await usageOf(deps) },
        exposure: { host, publicUrl, proxyHops, tls, addresses, lanAddress: phoneAddress(addresses) },
        firstUser: { ...builtInNames, storedIn: isStored ? deps.secrets.kind : null },
      };
    },
    checkCertificate: (files) => reportCertificate(files, settings.get().builtInService, deps.now()),
    checkExposure: async () =>
      checkExposure({ ...deps, status: { ...builtIn.status(), url: builtIn.service().url } }),
    requests: accessLog.list,
    ...createDirectory(builtIn.service, withChange),
    ...mailAdministration({ ...deps, outbox: () => builtIn.service().outbox, changing: withChange }),
    backup: async ({ folder: backup }) => {
      builtIn.service();
      const { backUpService } = await import('../../service/storage/backup.ts');
      return backUpService(folder, backup, deps.log);
    },
    restore: async ({ folder: backup }) => {
      if (builtIn.status().running) throw serviceErrors.copyInUse({ location: folder });
      const { restoreService } = await import('../../service/storage/backup.ts');
      const { builds, rows } = await restoreService(backup, folder, deps.log);
      return { builds: builds.copied, records: Object.values(rows).reduce((sum, count) => sum + count, 0) };
    },
    previewMail: async ({ versionId, releaseNote }) => builtIn.service().previewMail(versionId, releaseNote),
    setReleaseNote: async ({ versionId, releaseNote }) => {
      await builtIn.service().setReleaseNote(versionId, releaseNote);
      deps.versionsChanged();
    },
    versionDevices: async ({ versionId }) => builtIn.service().devices.ofVersion(versionId),
    revokeLinks: async ({ versionId, recipientId: shareId }) => {
      await builtIn.service().revokeLinks({ versionId, shareId });
      deps.versionsChanged();
    },
    removeRecipient: async ({ versionId, recipientId: shareId }) => {
      await builtIn.service().removeRecipient({ versionId, shareId });
      deps.versionsChanged();
    },
    setProfileAccess: async ({ profileId, enabled, staticUser }) => {
      if (staticUser) checkStaticUser(staticUser);
      await builtIn.service().setProfileAccess(profileId, {
        ...(enabled === undefined ? {} : { enabled }),
        ...(staticUser === undefined ? {} : { staticUser }),
      });
      if (staticUser) deps.redactor.add(staticUser.password);
      deps.storeChanged();
    },
    setItemEnabled: async ({ itemId, enabled }) => {
      await builtIn.service().setItemEnabled(itemId, enabled);
      deps.storeChanged();
    },
  };
}

/** Returns null on errors, because the rest of the overview is still useful. */
async function usageOf({
  builtIn,
  log,
}: {
  readonly builtIn: BuiltIn;
  readonly log: Log;
}): Promise<ServiceStorage['usage']> {
  if (!builtIn.status().running) return null;
  try {
    return await builtIn.service().storageUsage();
  } catch (error) {
    log.warn('Could not read the disk usage by application', { error });
    return null;
  }
}

async function hasStoredPassword(accounts: Accounts): Promise<boolean> {
  if (!accounts.all().some(({ id }) => id === builtInAccountId)) return false;
  // Unreadable secrets count as stored; the account shows the error.
  return accounts.hasSecrets(builtInAccountId).catch(() => true);
}

function checkStaticUser({ userName, password }: NonNullable<ProfileAccess['staticUser']>): void {
  // Basic authentication separates name and password with a colon, so a name must not contain one.
  if (!/^[^\p{Cc}:]{1,200}$/u.test(userName)) throw coreErrors.invalidStaticUser({}, { field: 'userName' });
  if (password.length < minPasswordLength)
    throw serviceErrors.weakPassword({ least: minPasswordLength }, { field: 'password' });
}

const maxConcurrentStats = 32;

/** Returns the bytes used by each part of the service folder. Throws file errors. */
async function storageUsed(folder: string): Promise<Omit<ServiceStorage, 'usage'>> {
  const sizes = new Map<string, number>();
  const files = await filesBelow(folder);
  const limit = pLimit(maxConcurrentStats);
  await Promise.all(
    files.map((path) =>
      limit(async () => {
        const [part = ''] = path.split(/[/\\]/, 1);
        const size = await sizeOf(join(folder, path));
        sizes.set(part, (sizes.get(part) ?? 0) + size);
      }),
    ),
  );
  const sum = (parts: (part: string) => boolean): number =>
    [...sizes].reduce((total, [part, size]) => (parts(part) ? total + size : total), 0);
  return {
    builds: sum((part) => part === 'blobs' || part === 'incoming'),
    outbox: sum((part) => part === 'outbox'),
    database: sum((part) => !['blobs', 'incoming', 'outbox'].includes(part)),
    free: await freeBytes(folder).catch(() => null),
  };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw fileError(error, folder);
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw fileError(error, path);
  }
}
