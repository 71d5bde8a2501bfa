import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CallArguments } from '../preload/contract.ts';
import { createSessions } from './api/sessions.ts';
import { createSecureGet, type SecureGet } from './api/transport/secure-get.ts';
import type { Clock } from './base/clock.ts';
import { createHashing } from './base/hashing/hashing.ts';
import type { Log } from './base/log/log.ts';
import type { Redactor } from './base/log/redact.ts';
import { createAccountBlockViews } from './core/accounts/account-blocks.ts';
import { type AccountViews, createAccountViews } from './core/accounts/account-views.ts';
import { type Apps, createApps } from './core/apps/apps.ts';
import { createIcons } from './core/apps/icons.ts';
import { createPictures, type Pictures } from './core/apps/pictures.ts';
import { linkWarnings, sendWarnings } from './core/apps/send-warnings.ts';
import { createStore, type Store } from './core/apps/store.ts';
import { openDataFolder } from './core/data-folder.ts';
import { createDiagnostics, type Diagnostics } from './core/diagnostics/diagnostics.ts';
import { createSystemIssues, type SystemIssues } from './core/diagnostics/system-issues.ts';
import { findProjects } from './core/folders/find-projects.ts';
import { createWatchedFolders, type WatchedFolders } from './core/folders/watched-folders.ts';
import { addByHand } from './core/manual-uploads.ts';
import type { ConnectionSource } from './core/network/connection.ts';
import { createNetworkControl, type NetworkControl } from './core/network/network.ts';
import { hostsWaitedFor, systemNetworkState, watchNetworkChanges } from './core/network/network-changes.ts';
import type { SystemProxy } from './core/network/proxy-choice.ts';
import { systemConnection } from './core/network/system-connection.ts';
import { createPreferences, type Preferences } from './core/preferences.ts';
import { createPush, type Push } from './core/push/push.ts';
import { createPushProjects, type PushProjects } from './core/push/push-projects.ts';
import { type Administration, createAdministration } from './core/service/administration.ts';
import { type BuiltIn, createBuiltIn } from './core/service/built-in.ts';
import { builtInAccountId } from './core/service/built-in-account.ts';
import { createServiceChangeFeed } from './core/service/change-feed.ts';
import { mailLanguageOf } from './core/service/mail-language.ts';
import type { FoundProject } from './core/views/folders.ts';
import type { Language } from './messages/locale.ts';
import { fingerprintFile } from './packages/fingerprint.ts';
import { inspectPackage } from './packages/inspect.ts';
import type { PackageInfo } from './packages/package-info.ts';
import { contentCheckOf } from './packages/zip/content-check.ts';
import { createAccessLog } from './service/http/access-log.ts';
import { readTrust } from './service/tls/service-trust.ts';
import { createAccounts } from './settings/accounts.ts';
import { createFolders } from './settings/folders.ts';
import { createMailServers } from './settings/mail-server.ts';
import type { SecretStore } from './settings/secrets.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { createKnownAddresses } from './uploads/journal/known-addresses.ts';
import type { UploadPreview, UploadView } from './uploads/upload-view.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';
import { createWatcher } from './watcher/watcher.ts';

export type CoreDependencies = {
  /** Journal, history, built-in service and lock lie here. Owned by one core at a time. */
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
  /** The data folder of the settings, the built-in service and the history of pushes, when it is not `dataDir`. */
  readonly savedIn?: string;
  /** Given where the operating system can be asked for its proxy. */
  readonly systemProxy?: SystemProxy;
  /** Where it is seen whether there is a network; by default the addresses of this computer are looked at. */
  readonly connection?: ConnectionSource;
  /** The languages the person's system prefers, BCP 47; by default the one this program was started in. */
  readonly preferredLocales?: () => readonly string[];
  /** The file the log is written to, for people to look at; absent where there is none. */
  readonly logPath?: string;
  /** Where the system keeps what it saw of crashes; absent where nothing does. */
  readonly crashDir?: string;
  /** Where a person keeps their projects; by default the home folder. */
  readonly home?: string;
  /** For tests; see `ServiceOptions`. */
  readonly passwordCost?: number;
};

/** Everything Slipway does, without a window or a terminal. */
export type Core = {
  readonly version: string;
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly accounts: AccountViews;
  readonly apps: Apps;
  readonly folders: WatchedFolders;
  readonly network: NetworkControl;
  /** For what Slipway itself fetches, such as newer versions. */
  readonly secureGet: Pick<SecureGet, 'get'>;
  readonly pictures: Pictures;
  readonly preferences: Preferences;
  readonly diagnostics: Diagnostics;
  /** Projects in the usual places that make builds. */
  findProjects(): Promise<readonly FoundProject[]>;
  readonly push: Push;
  readonly pushProjects: PushProjects;
  readonly service: BuiltIn;
  readonly store: Store;
  readonly administration: Administration;
  readonly issues: SystemIssues;
  readonly uploads: Omit<Uploads, 'add' | 'preview' | 'start' | 'stop' | 'wake' | 'breakOff' | 'release'> & {
    /** Lets the uploads of an account go on; signs in first where that was the trouble, and throws why it fails. */
    release(accountId: string): Promise<void>;
    /** Reads what is in a file. Throws the coded errors of `packages`. */
    inspect(path: string): Promise<PackageInfo>;
    /** The icon of a build as a `data:` address; null when it has none. Throws like `inspect`. */
    fileIcon(path: string): Promise<string | null>;
    /** The icon an upload names, as a `data:` address; null when it is not kept any more. */
    icon(name: string): Promise<string | null>;
    /** Queues all files or none: every file is read first, and one that is no build refuses the whole call. */
    add(input: CallArguments<'uploads.add'>): Promise<readonly UploadView[]>;
    /** Shows for each file what `add` would lead to. */
    preview(input: CallArguments<'uploads.add'>): Promise<readonly UploadPreview[]>;
  };
  /**
   * Starts the built-in service when it is switched on, continues the queue, watches the folders of the settings
   * (unless `folders` is false, for a command that only uploads). Uploads in `left` are not continued.
   */
  start(options?: { readonly folders?: boolean; readonly left?: ReadonlySet<string> }): Promise<void>;
  /** To be called when the computer wakes up: what changed in the folders and the network meanwhile was announced to nobody. */
  wake(): void;
  /** Stops everything it started and releases the data folder. */
  stop(): Promise<void>;
};

const ownLocale = (): readonly string[] => [Intl.DateTimeFormat().resolvedOptions().locale];

/** The only place that joins the services. Throws `lock/…` and `database/…`; `lock/held` when another Slipway owns the folder. */
export async function createCore(deps: CoreDependencies): Promise<Core> {
  const { dataDir, settings, clock, log, redactor } = deps;
  const { issues, ...issue } = createSystemIssues(log);
  const folder = openDataFolder(dataDir, { log, now: clock.now, onDamage: issue.keptAside });
  const damagedSettings = settings.keptAside();
  if (damagedSettings !== null) issue.keptAside('settings', damagedSettings);
  const stopping = new AbortController();
  let stopWatching = (): void => {};

  const accounts = createAccounts({ settings, secrets: deps.secrets, redactor });
  const serviceTrust = () => readTrust(deps.savedIn ?? dataDir);
  const networkParts = createNetworkControl({
    ...deps,
    systemProxy: deps.systemProxy,
    connection: deps.connection ?? systemConnection(log),
    serviceTrust,
  });
  const { control, network, connection, needsNetwork } = networkParts;
  const secureGet = createSecureGet({ network, redactor });
  const hashing = createHashing();
  const sessions = createSessions({
    accounts: accounts.all,
    credentials: accounts.credentials,
    clock,
    log,
    redactor,
    network,
    hashing,
    knownAddresses: createKnownAddresses(folder.journal, log),
  });
  const accessLog = createAccessLog(clock, log);
  const changeFeed = createServiceChangeFeed(clock, log);
  const { preferredLocales = ownLocale } = deps;
  const mailLanguage = (): Language => mailLanguageOf(settings.get(), preferredLocales());
  const mailServers = createMailServers({ settings, secrets: deps.secrets, redactor });
  const builtIn = createBuiltIn({
    ...deps,
    accounts,
    mailServers,
    accessLog,
    mailLanguage,
    onMail: (written) => {
      changeFeed.mailChanged();
      if (!written?.versionId) return;
      const version = { accountId: builtInAccountId, versionId: written.versionId };
      uploads.learn(version, { writtenOf: written.queuedAt });
    },
  });
  const pictures = createPictures({ sessions, builtIn, clock });
  const { push, close: closePush } = createPush({ ...deps, dataDir: deps.savedIn ?? dataDir, network });
  const apps = createApps({
    ...{ sessions, accounts, settings, builtIn, pictures, clock, log },
    sendWarnings: (accountId, versionId) =>
      sendWarnings({ builtIn, settings, uploads: () => uploads.list() }, accountId, versionId),
  });
  const store = createStore({ sessions, builtIn, pictures, log });
  const icons = createIcons({ folder: join(dataDir, 'icons'), log: log.scope('icons') });
  const uploads = createUploads({
    clock,
    log,
    database: folder.journal,
    apiFor: sessions.api,
    inspect: inspectPackage,
    fingerprint: fingerprintFile,
    contentCheck: contentCheckOf,
    keepIcon: icons.keep,
    installLink: (accountId, version) => apps.installLink({ accountId, versionId: version.id }, version),
    sendWarnings: (accountId) => linkWarnings({ builtIn, settings }, accountId),
    mailIsWritten: (accountId) => accountId === builtInAccountId && builtIn.status().mail === 'outbox',
    parallel: () => settings.get().parallelUploads,
    historyEntries: () => settings.get().historyEntries,
    accountName: (id) => settings.get().accounts.find((account) => account.id === id)?.name ?? null,
    hashing,
    waitsFor: (accountId) => (needsNetwork(accountId) ? connection.waitsFor() : null),
    isNear: (accountId) => !needsNetwork(accountId),
  });
  const stopFollowing = connection.events.on('changed', ({ waiting, online }) => {
    // A connection that is gone ends what is sent by itself, or comes back before that.
    if (waiting !== null && online) uploads.breakOff(needsNetwork);
    uploads.wake();
  });
  const wake = (): void => {
    watcher.wake();
    uploads.wake({ afterSleep: true });
    connection.look().catch((error: unknown) => log.warn('The network could not be looked at', { error }));
  };
  const blocks = createAccountBlockViews({ uploads, sessions, accounts, settings });
  const watcher = createWatcher({
    clock,
    log,
    database: folder.seenFiles,
    fingerprintOf: fingerprintFile,
  });
  const folders = createWatchedFolders({
    folders: createFolders(settings),
    watcher,
    uploads,
    hasAccount: (id) => accounts.all().some((account) => account.id === id),
    clock,
    log,
  });
  const stopListening = settings.onChange(({ now, before }) => {
    const idsOf = (all: typeof now.accounts): string => all.map(({ id }) => id).join();
    if (idsOf(now.accounts) !== idsOf(before.accounts)) folders.reconsider();
    if (now.historyEntries !== before.historyEntries) uploads.pruneHistory();
    if (now.parallelUploads !== before.parallelUploads) uploads.wake();
  });
  uploads.events.on('health', issue.journal);
  uploads.events.on('changed', (upload) => {
    if (upload.state !== 'done') return;
    const { accountId, target, written, timeline } = upload;
    if (upload.area === 'appstore') store.events.emit('changed', { accountId });
    else apps.events.emit('changed', { accountId, versions: null });
    if (upload.area !== 'testingdist' || !upload.activate || target === null) return;
    const isMailed = !written && timeline.some(({ event }) => event === 'sent');
    const mailed = isMailed ? { mailedTo: upload.recipients } : {};
    uploads.learn({ accountId, versionId: target.versionId }, { active: true, ...mailed });
  });
  apps.events.on('changed', ({ accountId, versions }) => {
    for (const { id, isActive } of versions ?? [])
      uploads.learn({ accountId, versionId: id }, { active: isActive });
  });
  // What waited for the service need not wait for its next try.
  builtIn.events.on('changed', ({ running }) => running && uploads.wake());

  const accountViews = createAccountViews({ accounts, sessions, settings, network, clock, log, redactor });
  const seen = { accounts: accountViews, network: control, uploads, folders, service: builtIn, issues };

  return {
    version: deps.version,
    dataDir,
    settings,
    accounts: accountViews,
    preferences: createPreferences(settings, log),
    diagnostics: createDiagnostics({
      ...{ ...deps, ...seen, mailServers, pushSenders: push.senders },
      logPath: deps.logPath ?? null,
      crashDir: deps.crashDir ?? null,
    }),
    findProjects: () => findProjects({ home: deps.home ?? homedir(), clock, log: log.scope('projects') }),
    apps,
    folders,
    network: control,
    secureGet,
    pictures,
    push,
    pushProjects: createPushProjects(settings),
    service: builtIn,
    store,
    administration: createAdministration({
      ...deps,
      builtIn,
      accounts,
      mailServers,
      mailLanguage,
      accessLog,
      changeFeed,
      ask: control.check,
      serviceTrust,
      versionsChanged: () => apps.events.emit('changed', { accountId: builtInAccountId, versions: null }),
      storeChanged: () => store.events.emit('changed', { accountId: builtInAccountId }),
      now: clock.now,
    }),
    issues,
    uploads: {
      ...uploads,
      release: blocks.release,
      inspect: (path) => inspectPackage(path),
      fileIcon: icons.ofFile,
      icon: icons.kept,
      add: (input) => addByHand(uploads, accounts.get, input),
      preview: ({ paths, ...target }) =>
        Promise.all(
          paths.map((path) => uploads.preview({ ...target, path, folderId: null }, stopping.signal)),
        ),
    },
    start: async (options = {}) => {
      if (settings.get().builtInService.enabled) {
        await builtIn
          .start()
          .catch((error: unknown) => log.error('The built-in service did not start', { error }));
      }
      if (stopping.signal.aborted) return;
      await icons
        .sweep(uploads.iconsInUse())
        .catch((error: unknown) => log.warn('Old icons could not be removed', { error }));
      networkParts.start();
      stopWatching = watchNetworkChanges({
        ...{ clock, log: log.scope('network'), state: systemNetworkState(network.lookup), onWake: wake },
        hosts: () => hostsWaitedFor(uploads.list(), accounts.all(), network),
        onChange: () => uploads.wake(),
      });
      await uploads.start(options.left);
      if (options.folders ?? true) await folders.start();
    },
    wake,
    stop: async () => {
      stopping.abort();
      stopListening();
      stopFollowing();
      stopWatching();
      networkParts.stop();
      blocks.stop();
      const ends = [
        watcher.stop,
        uploads.stop,
        sessions.close,
        secureGet.close,
        closePush,
        hashing.close,
        () => builtIn.stop({ remember: false }),
      ];
      for (const end of ends) {
        await end().catch((error: unknown) => log.error('A part did not stop cleanly', { error }));
      }
      changeFeed.stop();
      folder.close();
    },
  };
}
