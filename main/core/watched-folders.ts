import { toFailure } from '../base/errors.ts';
import { Events } from '../base/events.ts';
import type { Log } from '../base/log.ts';
import type { FolderInput, Folders } from '../settings/folders.ts';
import type { FolderRule } from '../settings/settings-schema.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { findRoot } from '../watcher/folder-root.ts';
import type { FinishedFile, WaitingFile, Watcher } from '../watcher/watcher.ts';
import type { FolderView } from './view.ts';

/** Watched folders: the rules of the settings joined with what the watcher sees, and finished files with the queue. */
export type WatchedFolders = {
  readonly events: Events<{ changed: readonly FolderView[] }>;
  list(): readonly FolderView[];
  /** Throws for a folder that is missing, no folder, not allowed or watched already; then nothing is stored. */
  add(input: FolderInput): Promise<FolderView>;
  update(id: string, input: FolderInput): Promise<FolderView>;
  remove(id: string): Promise<void>;
  setPaused(id: string, paused: boolean): Promise<void>;
  /** Begins to watch every folder that is not paused. An unreachable one is shown as such and does not stop the others. */
  start(): Promise<void>;
};

export function createWatchedFolders(deps: {
  readonly folders: Folders;
  readonly watcher: Watcher;
  readonly uploads: Uploads;
  readonly log: Log;
}): WatchedFolders {
  const { folders, watcher } = deps;
  const log = deps.log.scope('folders');
  const events = new Events<{ changed: readonly FolderView[] }>((error) =>
    log.error('A listener failed', { error }),
  );

  /** Finished builds the queue could not take; the watcher announces each again until it can. */
  const refused = new Map<string, WaitingFile>();
  const keyOf = (file: { readonly folderId: string; readonly path: string }): string =>
    `${file.folderId} ${file.path}`;

  const view = (folder: FolderRule): FolderView => ({
    ...folder,
    state: folder.paused ? { kind: 'paused' } : (watcher.state(folder.id) ?? { kind: 'starting' }),
    waiting: [...watcher.waiting(), ...refused.values()].filter((file) => file.folderId === folder.id),
  });
  const list = (): readonly FolderView[] => folders.all().map(view);
  const announce = (): void => events.emit('changed', list());
  const watch = async (folder: FolderRule): Promise<void> => {
    try {
      await watcher.watch(folder);
    } catch (error) {
      log.warn('A folder cannot be watched now', { path: folder.path, error });
    }
    announce();
  };

  const enqueue = async (file: FinishedFile): Promise<void> => {
    const folder = folders.all().find((known) => known.id === file.folderId);
    if (!folder) return;
    await deps.uploads.add({
      path: file.path,
      accountId: folder.accountId,
      area: folder.area,
      activate: folder.activate,
      recipients: folder.recipients,
      sendAnyway: folder.sendAnyway,
      folderId: folder.id,
      appearedAt: file.appearedAt,
      finishedAt: file.finishedAt,
      stamp: { size: file.size, mtimeMs: file.mtimeMs },
    });
    refused.delete(keyOf(file));
    watcher.acknowledge(file);
    announce();
  };
  const refuse = (file: FinishedFile, error: unknown): void => {
    log.error('A finished build could not be queued; it is tried again', { path: file.path, error });
    const { folderId, path, size, appearedAt } = file;
    const reason = `The build is finished, but could not be queued. ${toFailure(error).message}`;
    refused.set(keyOf(file), { folderId, path, size, reason, since: appearedAt });
    announce();
  };

  watcher.events.on('finished', (file) => {
    enqueue(file).catch((error: unknown) => refuse(file, error));
  });
  watcher.events.on('finished', announce);
  for (const event of ['waiting', 'gone'] as const) {
    watcher.events.on(event, (file) => refused.delete(keyOf(file)));
  }
  watcher.events.on('waiting', announce);
  watcher.events.on('gone', announce);
  watcher.events.on('folder', announce);

  return {
    events,
    list,
    add: async (input) => {
      const folder = folders.prepare(input);
      await findRoot(folder.path);
      folders.store(folder);
      await watch(folder);
      return view(folder);
    },
    update: async (id, input) => {
      const before = folders.get(id);
      const folder = folders.prepare(input, id);
      if (folder.path !== before.path) await findRoot(folder.path);
      folders.store(folder);
      if (folder.path !== before.path && !folder.paused) {
        await watcher.forget(id);
        await watch(folder);
      }
      announce();
      return view(folder);
    },
    remove: async (id) => {
      folders.remove(id);
      await watcher.forget(id);
      announce();
    },
    setPaused: async (id, paused) => {
      const folder = folders.setPaused(id, paused);
      if (paused) await watcher.unwatch(id);
      else await watch(folder);
      announce();
    },
    start: async () => {
      await Promise.all(folders.all().map((folder) => (folder.paused ? null : watch(folder))));
    },
  };
}
