import type { CallsOf } from '../../../preload/contract.ts';
import type { Clock } from '../../base/clock.ts';
import { CodedError, forField } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Folders } from '../../settings/folders.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { findRoot } from '../../watcher/files/folder-root.ts';
import type { Watcher } from '../../watcher/watcher.ts';
import type { FolderView } from '../views/folders.ts';
import { releaseNoteOf } from './finished-builds.ts';
import { checkMoveTarget, withRealPaths } from './move-target.ts';
import { needsRewatch, watchOptions } from './watch-options.ts';

const { platform } = process;

export function createFolderChanges(
  deps: {
    readonly folders: Folders;
    readonly watcher: Watcher;
    readonly uploads: Pick<Uploads, 'history'>;
    readonly clock: Clock;
    readonly log: Log;
  },
  effects: {
    watch(rule: FolderRule): Promise<void>;
    retry(folderId: string): void;
    announce(): void;
    view(rule: FolderRule): FolderView;
  },
): Pick<CallsOf<'folders'>, 'add' | 'update' | 'remove' | 'setPaused'> {
  const { folders, watcher, uploads, clock, log } = deps;
  const { watch, retry, announce, view } = effects;
  const checkNotes = (rule: FolderRule) =>
    forField('releaseNotes', () => releaseNoteOf(rule, uploads.history));
  return {
    add: async ({ waitForFolder: wait = false, ...input }) => {
      const since = await watchStart(await checked(folders.prepare(input), folders), wait, clock);
      // Validates again, because another folder may have been added since.
      const folder = { ...folders.prepare(input), ...since };
      if (folder.awaitedSince === null) await checkNotes(folder);
      folders.store(folder);
      await watch(folder);
      return view(folder);
    },
    update: async ({ id, waitForFolder: wait = false, ...input }) => {
      const before = folders.get(id);
      const rule = await checked(folders.prepare(input, id), folders);
      const moved = rule.path !== before.path;
      if (watcher.state(id)?.kind !== 'unreachable' && !moved) await checkNotes(rule);
      const isWatchChanged = moved || needsRewatch(before, rule);
      const since = moved
        ? await watchStart(rule, wait, clock)
        : isWatchChanged
          ? { watchedSince: null }
          : {};
      if (isWatchChanged && !moved) await markExistingAsSeen(before, rule, watcher, log);
      // Validates again, because the folder may have been paused or removed since.
      const folder = { ...folders.prepare(input, id), ...since };
      folders.store(folder);
      if (moved) await watcher.forget(id);
      if (isWatchChanged && !folder.paused) await watch(folder);
      retry(id);
      announce();
      return view(folder);
    },
    remove: async ({ id }) => {
      folders.remove(id);
      await watcher.forget(id);
      announce();
    },
    setPaused: async ({ id, paused }) => {
      const folder = folders.setPaused(id, paused);
      if (paused) await watcher.unwatch(id);
      else await watch(folder);
      announce();
    },
  };
}

async function checked(rule: FolderRule, folders: Folders): Promise<FolderRule> {
  checkMoveTarget(rule, folders.all(), platform);
  const real = await Promise.all([rule, ...folders.all()].map(withRealPaths));
  checkMoveTarget(real[0] ?? rule, real.slice(1), platform);
  return rule;
}

/** Returns the time from which builds count as new. Accepts a missing folder only if `wait` is true. */
function watchStart({ path }: FolderRule, wait: boolean, clock: Clock) {
  return forField('path', async () => {
    try {
      await findRoot(path);
      return { awaitedSince: null, watchedSince: clock.now() };
    } catch (error) {
      if (wait && error instanceof CodedError && error.code === 'watcher/missing') {
        return { awaitedSince: clock.now(), watchedSince: null };
      }
      throw error;
    }
  });
}

/** Skips an unreadable folder: its builds may be uploaded twice, but no build is lost. */
async function markExistingAsSeen(
  before: FolderRule,
  after: FolderRule,
  watcher: Watcher,
  log: Log,
): Promise<void> {
  try {
    await watcher.markExistingAsSeen(watchOptions(before, platform, log), watchOptions(after, platform, log));
  } catch (error) {
    log.warn('Could not mark the existing builds of a changed folder as seen', { path: after.path, error });
  }
}
