import { join } from 'node:path';
import type { Database } from '../base/database/database.ts';
import { fingerprintFile } from '../packages/fingerprint.ts';
import { inspectPackage } from '../packages/inspect.ts';
import { contentCheckOf } from '../packages/zip/content-check.ts';
import { createSentBuilds } from '../uploads/delta/sent-builds.ts';
import { createUploads } from '../uploads/uploads.ts';
import type { Apps } from './apps/apps.ts';
import { createIcons } from './apps/icons.ts';
import { uploadWarnings } from './apps/send-warnings.ts';
import type { Connections } from './connections.ts';
import type { CoreDependencies } from './core-dependencies.ts';
import type { Registration } from './registration/registration.ts';
import type { BuiltIn } from './service/built-in.ts';
import { builtInAccountId } from './service/built-in-account.ts';

export type UploadQueue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue(
  { dataDir, settings, clock, log, resume }: CoreDependencies,
  deps: {
    readonly journal: Database;
    readonly connections: Connections;
    readonly builtIn: BuiltIn;
    readonly apps: Apps;
    readonly registration: Registration;
  },
) {
  const { builtIn, apps, registration } = deps;
  const { sessions, hashing, connection, needsNetwork } = deps.connections;
  const icons = createIcons({ folder: join(dataDir, 'icons'), log: log.scope('icons') });
  const sentBuilds = createSentBuilds({
    folder: join(dataDir, 'sent-builds'),
    isEnabled: () => settings.get().keepSentBuilds,
    log,
  });
  const inspect: typeof inspectPackage = async (path, options) =>
    registration.addStatus(await inspectPackage(path, options));
  const uploads = createUploads({
    clock,
    log,
    database: deps.journal,
    apiFor: sessions.api,
    inspect,
    fingerprint: fingerprintFile,
    contentCheck: contentCheckOf,
    storeIcon: icons.store,
    installLink: (accountId, version) => apps.installLink({ accountId, versionId: version.id }, version),
    sendWarnings: (record) => uploadWarnings({ builtIn, settings }, record),
    mailAfterSend: (accountId) => {
      if (accountId !== builtInAccountId) return 'mailed';
      return builtIn.status().mail === 'outbox' ? 'not-mailed' : 'waiting';
    },
    parallel: () => settings.get().parallelUploads,
    historyEntries: () => settings.get().historyEntries,
    accountName: (id) => settings.get().accounts.find((account) => account.id === id)?.name ?? null,
    hashing,
    waitReasonOf: (accountId) => (needsNetwork(accountId) ? connection.waitsFor() : null),
    isLocalService: (accountId) => !needsNetwork(accountId),
    ...(resume ? { resume } : {}),
    sentBuilds,
    serviceOf: (accountId) =>
      settings.get().accounts.find((account) => account.id === accountId)?.baseUrl ?? accountId,
  });
  return { icons, inspect, uploads, sentBuilds };
}
