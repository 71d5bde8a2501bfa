import type { SettingsStore } from '../settings/settings-store.ts';
import type { UploadView } from '../uploads/upload-view.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Apps } from './apps/apps.ts';
import type { Store } from './apps/store.ts';
import type { Connections } from './connections.ts';
import type { WatchedFolders } from './folders/watched-folders.ts';
import type { BuiltIn } from './service/built-in.ts';

/** Updates services when services they depend on change. Returns a function that removes all listeners. */
export function propagateChanges(services: {
  readonly settings: SettingsStore;
  readonly connections: Connections;
  readonly uploads: Uploads;
  readonly folders: WatchedFolders;
  readonly apps: Apps;
  readonly store: Store;
  readonly builtIn: BuiltIn;
}): () => void {
  const { settings, uploads, folders, apps, store, builtIn } = services;
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
      if (now.parallelUploads !== before.parallelUploads) uploads.wake();
    }),
    uploads.events.on('changed', (upload) => {
      if (upload.state !== 'done') return;
      const { accountId, area } = upload;
      if (area === 'appstore') store.events.emit('changed', { accountId });
      else apps.events.emit('changed', { accountId, versions: null });
      shareResult(upload, uploads);
    }),
    apps.events.on('changed', ({ accountId, versions }) => {
      for (const { id, isActive } of versions ?? [])
        uploads.updateVersion({ accountId, versionId: id }, { active: isActive });
    }),
    builtIn.events.on('changed', ({ running }) => running && uploads.wake()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function shareResult(upload: UploadView, uploads: Uploads): void {
  const { accountId, target, mailWritten, timeline } = upload;
  if (upload.area !== 'testingdist' || !upload.activate || target === null) return;
  const isMailed = !mailWritten && timeline.some(({ event }) => event === 'sent');
  const mailed = isMailed ? { mailedTo: upload.recipients } : {};
  uploads.updateVersion({ accountId, versionId: target.versionId }, { active: true, ...mailed });
}
