import { pageLink } from '../service/install/addresses.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { SentBuilds } from '../uploads/delta/sent-builds.ts';
import type { UploadView } from '../uploads/upload-view.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Apps } from './apps/apps.ts';
import type { Store } from './apps/store.ts';
import type { Connections } from './connections.ts';
import type { WatchedFolders } from './folders/watched-folders.ts';
import type { BuiltIn } from './service/built-in.ts';
import { builtInAccountId } from './service/built-in-account.ts';

/** Updates services when services they depend on change. Returns a function that removes all listeners. */
export function propagateChanges(services: {
  readonly settings: SettingsStore;
  readonly connections: Connections;
  readonly uploads: Uploads;
  readonly sentBuilds: SentBuilds;
  readonly folders: WatchedFolders;
  readonly apps: Apps;
  readonly store: Store;
  readonly builtIn: BuiltIn;
  /** Updates the mail state of uploads for these versions of the built-in service. */
  readonly refreshMail: (versionIds: readonly number[]) => void;
}): () => void {
  const { settings, uploads, sentBuilds, folders, apps, store, builtIn, refreshMail } = services;
  const { connection, needsNetwork } = services.connections;
  const stops = [
    connection.events.on('changed', ({ waiting, online }) => {
      // Transfers without a network are not aborted: they fail by themselves or continue after a reconnect.
      if (waiting !== null && online) uploads.interruptTransfers(needsNetwork);
      uploads.wake();
    }),
    settings.onChange(({ now, before }) => {
      const idsOf = (all: typeof now.accounts): string => all.map(({ id }) => id).join();
      if (idsOf(now.accounts) !== idsOf(before.accounts)) folders.retryRefused();
      if (now.historyEntries !== before.historyEntries) uploads.pruneHistory();
      if (now.keepSentBuilds !== before.keepSentBuilds) void sentBuilds.prune(uploads.list());
      if (now.parallelUploads !== before.parallelUploads) uploads.wake();
    }),
    uploads.events.on('changed', (upload) => {
      if (upload.state !== 'done') return;
      const { accountId, area } = upload;
      if (area === 'appstore') store.events.emit('changed', { accountId });
      else apps.events.emit('changed', { accountId, versions: null });
      shareResult(upload, uploads);
      refreshMail(sentVersions([upload]));
    }),
    apps.events.on('changed', ({ accountId, versions }) => {
      for (const { id, isActive } of versions ?? [])
        uploads.updateVersion({ accountId, versionId: id }, { active: isActive });
    }),
    builtIn.events.on('changed', ({ url }) => {
      if (url === null) return;
      uploads.wake();
      updateInstallLinks(uploads, url);
      refreshMail(sentVersions(uploads.list().filter(({ mail }) => mail === 'waiting')));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Updates the address in install links of the built-in service. The address depends on the devices that can
 * reach the service.
 */
function updateInstallLinks(uploads: Uploads, url: string): void {
  for (const { accountId, target } of uploads.list()) {
    if (accountId !== builtInAccountId || !target?.installLink || target.installLink.startsWith(`${url}/`))
      continue;
    const installLink = pageLink(url, target.installLink.split('/').at(-1) ?? '');
    uploads.updateVersion({ accountId, versionId: target.versionId }, { installLink });
  }
}

function shareResult(upload: UploadView, uploads: Uploads): void {
  const { accountId, target } = upload;
  if (upload.area !== 'testingdist' || !upload.activate || target === null) return;
  uploads.updateVersion({ accountId, versionId: target.versionId }, { active: true });
}

/** Returns the versions of the built-in service that these uploads sent. */
function sentVersions(uploads: readonly UploadView[]): readonly number[] {
  return uploads.flatMap(({ accountId, mail, target }) =>
    accountId === builtInAccountId && mail !== null && target !== null ? [target.versionId] : [],
  );
}
