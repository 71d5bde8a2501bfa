import { relative } from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database/database.ts';
import { Events } from '../base/events.ts';
import type { Log } from '../base/log/log.ts';
import { defaultCompletenessRule } from './completeness/completeness.ts';
import { createOpenFiles } from './completeness/open-files.ts';
import { TrackedFiles } from './completeness/tracked-files.ts';
import { type DryRun, dryRun, type ExclusionOf } from './dry-run.ts';
import { folderError, watcherErrors } from './errors.ts';
import type { OpenFileEvents } from './events/file-event-types.ts';
import { fileEventsOf } from './events/file-events.ts';
import { defaultFolderIntervals, type FolderIntervals } from './events/folder-intervals.ts';
import { defaultTraits, pathKey } from './files/file-traits.ts';
import { findRoot } from './files/folder-root.ts';
import { everyBuild } from './files/names.ts';
import { scanFolder } from './files/scan.ts';
import { buildsToMarkAsSeen } from './folder/existing-builds.ts';
import { Folder, type FolderOptions } from './folder/folder.ts';
import type { FingerprintOf } from './seen/handled-build.ts';
import { createSeenFiles, type HandledFile } from './seen/seen-files.ts';
import type {
  FinishedFile,
  FolderState,
  WaitingFile,
  WatchedFolder,
  WatcherEvents,
} from './watcher-types.ts';

export type {
  FinishedFile,
  FolderState,
  WaitingFile,
  WatchedFolder,
  WatcherEvents,
} from './watcher-types.ts';

/** Maximum concurrent probes in all folders. */
const maxConcurrentProbes = 16;

export type Watcher = {
  /** Repeats `finished` until the file is acknowledged, also after a restart. */
  readonly events: Events<WatcherEvents>;
  /**
   * Starts or restarts watching a folder. Resolves after its first scan. Rejects with `watcher/missing`,
   * `notAFolder`, `denied` or `unreachable`, but then retries until `unwatch`. Rejects with `watcher/stopped`
   * if stopped before the scan ends.
   */
  watch(folder: WatchedFolder): Promise<void>;
  /** Stops watching. The next `watch` continues with the stored handled files. */
  unwatch(folderId: string): Promise<void>;
  /** Stops watching and forgets handled files, so the next `watch` is a first watch. */
  forget(folderId: string): Promise<void>;
  waiting(): readonly WaitingFile[];
  /** Null if the folder is not watched. */
  state(folderId: string): FolderState | null;
  /** Records that the caller handles this build, so it is not announced again. Durable on return. */
  acknowledge(file: FinishedFile): void;
  /** Records that the handling of an acknowledged file is complete. Durable on return. */
  complete(folderId: string, file: HandledFile): void;
  /** Returns the acknowledged files of a folder that were not completed. */
  uncompleted(folderId: string): readonly HandledFile[];
  /**
   * Marks existing builds as handled if only the new rule selects them. Must be called before `watch` with
   * the new rule. Throws like `watch`.
   */
  markExistingAsSeen(before: WatchedFolder, after: WatchedFolder): Promise<void>;
  /**
   * Returns the outcome for each build of a folder, without changes. `whyNot` returns why the rule excludes a
   * path. Throws like `watch`.
   */
  dryRun(rule: WatchedFolder, whyNot: ExclusionOf): Promise<DryRun>;
  /** Scans all folders now, because file events may be lost, for example during sleep. */
  wake(): void;
  stop(): Promise<void>;
};

export type WatcherDependencies = {
  readonly clock: Clock;
  readonly log: Log;
  /** Must be opened with `seenFilesMigrations` and used by this watcher only. */
  readonly database: Database;
  readonly fingerprintOf: FingerprintOf;
  /** Time without a change before a file counts as finished. Defaults to 300 ms. */
  readonly stableForMs?: number;
  readonly intervals?: Partial<FolderIntervals>;
  /** 0 (inclusive) to 1 (exclusive); spreads the full scans of many folders. */
  readonly random?: () => number;
  readonly platform?: NodeJS.Platform;
  /** Defaults to the file events of the platform. */
  readonly fileEvents?: OpenFileEvents;
};

export function createWatcher(deps: WatcherDependencies): Watcher {
  const log = deps.log.scope('watcher');
  const events = new Events<WatcherEvents>(log);
  const seen = createSeenFiles(deps.database);
  const create = createFolderFactory(deps, { seen, clock: deps.clock, log }, events);
  const folders = new Map<string, Folder>();
  const platform = deps.platform ?? process.platform;
  const stopping = new AbortController();

  /** Stores a handled file of an unwatched folder with default traits, because its disk was not probed. */
  const remember = (folderId: string, file: HandledFile, settled: boolean): void => {
    const path = pathKey(file.path, defaultTraits(platform));
    seen.remember(folderId, { ...file, path, givenPath: file.path }, deps.clock.now(), settled);
  };

  const acknowledge = (
    folderId: string,
    file: Parameters<TrackedFiles['acknowledge']>[0],
    settled: boolean,
  ): void => {
    const folder = folders.get(folderId);
    if (folder) folder.files.acknowledge(file, settled);
    else remember(folderId, file, settled);
  };
  const keyOf = (folderId: string, path: string): string =>
    folders.get(folderId)?.files.keyOf(path) ?? pathKey(path, defaultTraits(platform));

  const stoppingFolders = new Set<Promise<void>>();
  const stopFolder = async (folder: Folder | undefined): Promise<void> => {
    if (!folder) return;
    const stopping = folder.stop().finally(() => stoppingFolders.delete(stopping));
    stoppingFolders.add(stopping);
    await stopping;
  };
  const unwatch = async (folderId: string): Promise<void> => {
    const folder = folders.get(folderId);
    folders.delete(folderId);
    await stopFolder(folder);
  };

  return {
    events,
    watch: async (rule) => {
      if (stopping.signal.aborted) throw watcherErrors.stopped({});
      const before = folders.get(rule.id);
      const folder = create(rule);
      folders.set(rule.id, folder);
      await stopFolder(before);
      await folder.start();
    },
    unwatch,
    forget: async (folderId) => {
      await unwatch(folderId);
      seen.forget(folderId);
    },
    waiting: () => [...folders.values()].flatMap((folder) => folder.files.waiting()),
    state: (folderId) => folders.get(folderId)?.state ?? null,
    acknowledge: ({ folderId, ...file }) => acknowledge(folderId, file, false),
    complete: (folderId, file) => seen.complete(folderId, { ...file, path: keyOf(folderId, file.path) }),
    uncompleted: (folderId) => seen.uncompleted(folderId),
    markExistingAsSeen: async (before, after) => {
      if (!seen.isWatched(after.id, after.path)) return;
      for (const file of await newlySelected(before, after, stopping.signal))
        acknowledge(after.id, file, true);
    },
    dryRun: (rule, whyNot) =>
      dryRun(rule, {
        ...{ whyNot, seen, platform, fingerprintOf: deps.fingerprintOf, log },
        now: deps.clock.now(),
        signal: stopping.signal,
      }),
    wake: () => {
      for (const folder of folders.values()) folder.wake();
    },
    stop: async () => {
      stopping.abort(watcherErrors.stopped({}));
      await Promise.all([...folders.keys()].map(unwatch));
      await Promise.all(stoppingFolders);
    },
  };
}

function createFolderFactory(
  deps: WatcherDependencies,
  shared: Pick<FolderOptions, 'seen' | 'clock' | 'log'>,
  events: Events<WatcherEvents>,
): (rule: WatchedFolder) => Folder {
  const limit = pLimit(maxConcurrentProbes);
  const platform = deps.platform ?? process.platform;
  const openFiles = createOpenFiles(platform);
  return (rule) => {
    const stableForMs = rule.stableForMs ?? deps.stableForMs ?? defaultCompletenessRule.stableForMs;
    const folderId = rule.id;
    return new Folder({
      ...shared,
      rule,
      intervals: { ...defaultFolderIntervals, ...deps.intervals },
      random: deps.random ?? Math.random,
      fileEvents: deps.fileEvents ?? fileEventsOf(platform),
      platform,
      announce: (state) => events.emit('folder', { folderId, state }),
      files: (open) =>
        new TrackedFiles({
          ...shared,
          folderId,
          open,
          limit,
          openFiles,
          fingerprintOf: deps.fingerprintOf,
          rule: { ...defaultCompletenessRule, stableForMs },
          announce: {
            finished: (file) => events.emit('finished', file),
            waiting: (file) => events.emit('waiting', file),
            gone: (path) => events.emit('gone', { folderId, path }),
          },
        }),
    });
  };
}

/** Returns the existing builds that only the new rule selects. */
async function newlySelected(
  before: WatchedFolder,
  after: WatchedFolder,
  signal: AbortSignal,
): Promise<readonly HandledFile[]> {
  const root = await findRoot(after.path);
  const old = before.selection ?? everyBuild;
  const now = after.selection ?? everyBuild;
  try {
    const { files } = await scanFolder({ root: after.path, selection: now, signal });
    const added = files.filter((path) => !old.selectsFile(relative(after.path, path)));
    return await buildsToMarkAsSeen(added, { existingBuilds: 'none' }, root.realPath);
  } catch (error) {
    signal.throwIfAborted();
    throw folderError(error, after.path);
  }
}
