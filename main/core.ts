import { homedir } from 'node:os';
import type { CallArguments } from '../preload/contract.ts';
import type { SecureGet } from './api/transport/secure-get.ts';
import { createAccountBlocks } from './core/accounts/account-blocks.ts';
import { type AccountViews, createAccountViews } from './core/accounts/account-views.ts';
import { type Apps, createApps } from './core/apps/apps.ts';
import { createPictures, type Pictures } from './core/apps/pictures.ts';
import { packageOfVersion, sendWarnings } from './core/apps/send-warnings.ts';
import { createStore, type Store } from './core/apps/store.ts';
import { createBuiltInService } from './core/built-in-service.ts';
import { createConnections } from './core/connections.ts';
import type { CoreDependencies } from './core/core-dependencies.ts';
import { openDataFolder } from './core/data-folder.ts';
import { createDiagnostics, type Diagnostics } from './core/diagnostics/diagnostics.ts';
import { createSystemIssues, type SystemIssues } from './core/diagnostics/system-issues.ts';
import { findProjects } from './core/folders/find-projects.ts';
import { createWatchedFolders, type WatchedFolders } from './core/folders/watched-folders.ts';
import { createLifecycle, type StartOptions } from './core/lifecycle.ts';
import { addManually } from './core/manual-uploads.ts';
import type { NetworkControl } from './core/network/network.ts';
import { createPreferences, type Preferences } from './core/preferences.ts';
import { propagateChanges } from './core/propagate-changes.ts';
import { createPush, type Push } from './core/push/push.ts';
import { createPushProjects, type PushProjects } from './core/push/push-projects.ts';
import { createRegistration, type Registration } from './core/registration/registration.ts';
import { sendSample } from './core/sample-build.ts';
import type { Administration } from './core/service/administration.ts';
import type { BuiltIn } from './core/service/built-in.ts';
import { createUploadQueue, type UploadQueue } from './core/upload-queue.ts';
import type { FoundProject } from './core/views/folders.ts';
import { fingerprintFile } from './packages/fingerprint.ts';
import type { PackageInfo } from './packages/package-info.ts';
import type { Accounts } from './settings/accounts.ts';
import { createFolders } from './settings/folders.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { UploadPreview, UploadView } from './uploads/upload-view.ts';
import type { Uploads } from './uploads/uploads.ts';
import { createWatcher } from './watcher/watcher.ts';

export type Core = {
  readonly version: string;
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly accounts: AccountViews;
  readonly apps: Apps;
  readonly folders: WatchedFolders;
  readonly network: NetworkControl;
  readonly registration: Pick<Registration, 'get' | 'set'>;
  /** HTTP client for Slipway's own requests, for example to fetch updates. */
  readonly secureGet: Pick<SecureGet, 'get'>;
  readonly pictures: Pictures;
  readonly preferences: Preferences;
  readonly diagnostics: Diagnostics;
  findProjects(): Promise<readonly FoundProject[]>;
  /** Starts the built-in service and queues a sample build for it. */
  sendSample(): Promise<UploadView>;
  readonly push: Push;
  readonly pushProjects: PushProjects;
  readonly service: BuiltIn;
  readonly store: Store;
  readonly administration: Administration;
  readonly issues: SystemIssues;
  readonly uploads: Omit<Uploads, 'add' | 'preview' | 'start' | 'stop' | 'wake' | 'breakOff' | 'release'> & {
    /** Resumes the uploads of an account. If its last sign-in failed, signs in first; throws on failure. */
    release(accountId: string): Promise<void>;
    /** Throws the coded errors of `packages`. */
    inspect(path: string): Promise<PackageInfo>;
    /** Returns the icon of a build as a `data:` URL; null if it has none. Throws like `inspect`. */
    fileIcon(path: string): Promise<string | null>;
    /** Returns a stored icon as a `data:` URL; null if unknown. */
    icon(name: string): Promise<string | null>;
    /** Queues files in the given order, or none if one of them is not a valid build. */
    add(input: CallArguments<'uploads.add'>): Promise<readonly UploadView[]>;
    preview(input: CallArguments<'uploads.add'>): Promise<readonly UploadPreview[]>;
  };
  /**
   * Starts the built-in service if it is enabled, the queue without the uploads in `skip`, and folder
   * watching unless `folders` is false. Sends whole files if `delta` is false.
   */
  start(options?: StartOptions): Promise<void>;
  /** Called when the computer wakes up. Checks folders and network for missed events. */
  wake(): void;
  stop(): Promise<void>;
};

/** Throws `lock/…` and `database/…`; `lock/inUse` if another process owns the data folder. */
export async function createCore(deps: CoreDependencies): Promise<Core> {
  const { dataDir, settings, clock, log } = deps;
  const { issues, ...issue } = createSystemIssues(log);
  const folder = openDataFolder(dataDir, { log, now: clock.now, onDamage: issue.addQuarantined });
  const damagedSettings = settings.quarantined();
  if (damagedSettings !== null) issue.addQuarantined('settings', damagedSettings);

  const connections = createConnections(deps, folder.journal);
  const { accounts, sessions, network, control, secureGet } = connections;
  const registration = createRegistration({ ...deps, network });
  const service = createBuiltInService(deps, { ...connections, registration }, (...version) =>
    uploads.updateVersion(...version),
  );
  const { builtIn, mailServers } = service;
  const pictures = createPictures({ sessions, builtIn, clock });
  const { push, close: closePush } = createPush({ ...deps, dataDir: deps.settingsDir ?? dataDir, network });
  const versionDeps = { builtIn, settings, uploads: () => uploads.list() };
  const apps = createApps({
    ...{ sessions, accounts, settings, builtIn, pictures, clock, log },
    sendWarnings: (...send) => sendWarnings(versionDeps, ...send),
    packageOf: (...version) => packageOfVersion(versionDeps, ...version),
  });
  const store = createStore({ sessions, builtIn, pictures, log });
  const queue = createUploadQueue(deps, {
    ...{ journal: folder.journal, connections, builtIn, apps, registration },
  });
  const { uploads } = queue;
  uploads.events.on('health', issue.journal);
  const home = deps.home ?? homedir();
  const watcher = createWatcher({ clock, log, database: folder.seenFiles, fingerprintOf: fingerprintFile });
  const folders = createWatchedFolders({
    ...{ folders: createFolders(settings), watcher, uploads, clock, log, home },
    hasAccount: (id) => accounts.all().some((account) => account.id === id),
  });
  const blocks = createAccountBlocks({ uploads, sessions, accounts, settings });
  const accountViews = createAccountViews({ ...deps, accounts, sessions, network });
  const { sentBuilds } = queue;
  const joined = { connections, builtIn, uploads, sentBuilds, folders };
  const stopFollowing = propagateChanges({
    ...joined,
    settings,
    apps,
    store,
    refreshMail: service.refreshMail,
  });
  const { stopping, ...lifecycle } = createLifecycle(deps, {
    ...{ ...joined, icons: queue.icons, watcher },
    removeListeners: () => {
      stopFollowing();
      blocks.stop();
    },
    close: async () => {
      service.stop();
      await Promise.all([closePush(), registration.close()]).finally(folder.close);
    },
  });
  return {
    ...{ version: deps.version, dataDir, settings, accounts: accountViews, network: control, secureGet },
    ...{ apps, folders, pictures, push, registration, service: builtIn, store, issues },
    preferences: createPreferences(settings, log),
    diagnostics: createDiagnostics({
      ...{ ...deps, accounts: accountViews, network: control, uploads, folders, service: builtIn, issues },
      ...{ mailServers, registration, pushSenders: push.senders },
      logPath: deps.logPath ?? null,
      crashDir: deps.crashDir ?? null,
    }),
    sendSample: () => sendSample({ dataDir, builtIn, uploads }),
    findProjects: () => findProjects({ home, clock, log: log.scope('projects') }),
    pushProjects: createPushProjects(settings),
    administration: service.administration(apps, store),
    uploads: { ...coreUploads(queue, accounts, stopping), release: blocks.unblock },
    ...lifecycle,
  };
}

function coreUploads(
  { uploads, icons, inspect }: UploadQueue,
  accounts: Accounts,
  stopping: AbortSignal,
): Omit<Core['uploads'], 'release'> {
  return {
    ...uploads,
    inspect: (path) => inspect(path),
    fileIcon: icons.fromFile,
    icon: icons.get,
    add: (input) => addManually(uploads, accounts.get, input),
    preview: ({ paths, ...target }) =>
      Promise.all(paths.map((path) => uploads.preview({ ...target, path, folderId: null }, stopping))),
  };
}
