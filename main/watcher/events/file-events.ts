import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import pLimit from 'p-limit';
import { systemCode } from '../../base/errors.ts';
import {
  type FileEventOptions,
  type FileEvents,
  fileEventProblemOf,
  type OpenFileEvents,
} from './file-event-types.ts';

/** Opens few folders at once: chokidar calls stat for every file in them, which needs memory. */
const limit = pLimit(4);

/** Delays chokidar during the first scan. Files that appear during the delay are still reported. */
const startPauseMs = 200;
let start: Promise<void> | null = null;

function afterPause(): Promise<void> {
  start ??= pause(startPauseMs).then(() => {
    start = null;
  });
  return start;
}

/** Returns a platform's file events: one watch per tree on macOS and Windows, one per folder on Linux. */
export function fileEventsOf(platform: NodeJS.Platform): OpenFileEvents {
  return platform === 'darwin' || platform === 'win32' ? watchWholeTree : watchFolderByFolder;
}

export function watchWholeTree(options: FileEventOptions): FileEvents {
  let watcher: FSWatcher | null = null;
  return {
    enter: () => {
      // There is only one watcher, so its error ends all file events.
      watcher ??= listen(options, options.realRoot).on('error', (error) => {
        options.listener.error(error, fileEventProblemOf(error) === 'exhausted' ? 'exhausted' : 'broken');
      });
    },
    close: () => void watcher?.close(),
  };
}

export function watchFolderByFolder(options: FileEventOptions): FileEvents {
  const { root, realRoot, listener } = options;
  const watchers = new Map<string, { readonly below: Set<string>; end: () => void }>();

  /** Closes the watchers of a folder and its subfolders, which do not see changes in a recreated folder. */
  const unwatch = (folder: string): void => {
    const known = watchers.get(folder);
    if (!known) return;
    watchers.delete(folder);
    watchers.get(dirname(folder))?.below.delete(folder);
    known.end();
    for (const path of known.below) unwatch(path);
  };
  const open = (folder: string): Promise<void> =>
    new Promise((opened) => {
      const known = watchers.get(folder);
      if (!known) return opened();
      const watcher = listen(options, folder, 0)
        .on('addDir', enter)
        // The watcher of the parent reports the removal of `folder` itself.
        .on('unlinkDir', (path) => path !== folder && unwatch(path))
        .on('ready', opened)
        .on('error', (error) => {
          opened();
          unwatch(folder);
          // Access to the watched folder itself was revoked.
          if (folder === realRoot && systemCode(error) === 'EACCES') listener.root();
          else listener.error(error, fileEventProblemOf(error));
        });
      known.end = () => {
        opened();
        void watcher.close();
      };
    });
  const enter = (folder: string): void => {
    if (watchers.has(folder)) return;
    watchers.set(folder, { below: new Set(), end: () => undefined });
    watchers.get(dirname(folder))?.below.add(folder);
    void afterPause().then(() => limit(() => open(folder)));
  };
  return { enter: (folder) => enter(join(realRoot, relative(root, folder))), close: () => unwatch(realRoot) };
}

/** Reports wanted files, including existing ones, and the removal of the watched folder. */
function listen(
  { root, realRoot, selection, listener }: FileEventOptions,
  folder: string,
  depth?: number,
): FSWatcher {
  const file = (path: string): void => listener.file(join(root, relative(realRoot, path)));
  return watch(folder, {
    atomic: false,
    followSymlinks: false,
    ...(depth === undefined ? {} : { depth }),
    ignored: (path, stats) => {
      const relativePath = relative(realRoot, path).split(sep).join('/');
      if (!stats || relativePath === '') return false;
      const mayBeFolder = stats.isDirectory() || stats.isSymbolicLink();
      return !(mayBeFolder && selection.entersFolder(relativePath)) && !selection.selectsFile(relativePath);
    },
  })
    .on('add', file)
    .on('change', file)
    .on('unlink', file)
    .on('unlinkDir', (path) => path === realRoot && listener.root());
}
