import type { CallsOf } from '../../../preload/contract.ts';
import { forField } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { Folders } from '../../settings/folders.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import { createFileSelector } from '../../watcher/files/file-rule.ts';
import type { WaitingFile, Watcher } from '../../watcher/watcher.ts';
import { throttle } from '../throttle.ts';
import type { FolderDryRun, FolderView } from '../views/folders.ts';
import { dryRunFileView } from './dry-run-text.ts';
import { createFinishedBuilds, type FinishedBuildsDependencies } from './finished-builds.ts';
import { createFolderChanges } from './folder-changes.ts';
import { presetsFor } from './inspect-project.ts';
import { releaseChoices } from './release-choices.ts';
import { folderView, watchOptions } from './watch-options.ts';

/** Watches folders by their rules and queues finished builds. */
export type WatchedFolders = Omit<CallsOf<'folders'>, 'choose' | 'list'> & {
  readonly events: Events<{ changed: readonly FolderView[] }>;
  list(): readonly FolderView[];
  /** Queues refused builds again. Called when accounts were added or removed. */
  retryRefused(): void;
  /** Watches every folder that is not paused. An unreachable folder does not stop the others. */
  start(): Promise<void>;
};

type Dependencies = FinishedBuildsDependencies & { readonly folders: Folders; readonly home: string };

/** Limits the number of events, because each contains every folder and many folders may start at once. */
const announceEveryMs = 50;

export function createWatchedFolders(given: Dependencies): WatchedFolders {
  const deps = { ...given, log: given.log.scope('folders') };
  const { folders, watcher, clock, log } = deps;
  const events = new Events<{ changed: readonly FolderView[] }>(log);
  const allWaiting = (): readonly WaitingFile[] => [...watcher.waiting(), ...builds.waiting()];
  const view = (rule: FolderRule, waiting = allWaiting()): FolderView =>
    folderView(rule, {
      state: watcher.state(rule.id),
      waiting,
      hasAccount: deps.hasAccount(rule.accountId),
      home: deps.home,
    });
  const list = (): readonly FolderView[] => {
    const waiting = allWaiting();
    return folders.all().map((rule) => view(rule, waiting));
  };
  const announce = throttle(clock, announceEveryMs, () => events.emit('changed', list()));
  const builds = createFinishedBuilds(deps, announce);
  const watch = async (rule: FolderRule): Promise<void> => {
    try {
      await watcher.watch(watchOptions(rule, process.platform, log));
    } catch (error) {
      log.warn('Could not watch a folder', { path: rule.path, error });
    }
    announce();
  };
  const requeued = new Set<string>();
  const onReached = (folderId: string): void => {
    const rule = folders.all().find(({ id }) => id === folderId);
    const state = watcher.state(folderId)?.kind;
    if (!rule || (state !== 'watching' && state !== 'polling')) return;
    if (rule.awaitedSince !== null || rule.watchedSince === null) {
      folders.store({ ...rule, awaitedSince: null, watchedSince: rule.watchedSince ?? clock.now() });
    }
    if (requeued.has(folderId)) return;
    requeued.add(folderId);
    void builds.requeueUnfinished(rule);
  };
  watcher.events.on('folder', ({ folderId }) => onReached(folderId));
  for (const event of ['finished', 'waiting', 'gone', 'folder'] as const) watcher.events.on(event, announce);

  return {
    events,
    list,
    ...createFolderChanges(deps, { watch, retry: builds.retry, announce, view }),
    dryRun: async (draft) => dryRunFolder(folders.draft(draft), watcher, allWaiting(), log),
    presets: (project) => forField('path', () => presetsFor(folders.draft(project).path)),
    retryRefused: () => {
      for (const { id } of folders.all()) builds.retry(id);
      announce();
    },
    start: async () => {
      await Promise.all(folders.all().map((folder) => (folder.paused ? null : watch(folder))));
    },
  };
}

async function dryRunFolder(
  rule: FolderRule,
  watcher: Watcher,
  waiting: readonly WaitingFile[],
  log: Log,
): Promise<FolderDryRun> {
  const { platform } = process;
  const { whyNot } = createFileSelector(rule, platform);
  const { files, uncheckedCount } = await forField('path', () =>
    watcher.dryRun(watchOptions(rule, platform, log), whyNot),
  );
  const selected = files.filter(({ outcome }) => outcome.kind === 'selected');
  const choices = await releaseChoices(new Map(selected.map(({ path, mtimeMs }) => [path, mtimeMs ?? 0])));
  const reasons = new Map(waiting.map(({ path, reason }) => [path, reason]));
  return {
    path: rule.path,
    files: files.map((file) => dryRunFileView(file, choices.get(file.path), reasons.get(file.path))),
    more: uncheckedCount,
  };
}
