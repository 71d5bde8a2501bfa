import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import pLimit from 'p-limit';
import { systemCode } from '../../base/errors.ts';
import {
  type FileEventOptions,
  type FileEvents,
  fileEventTroubleOf,
  type OpenFileEvents,
} from './file-event-types.ts';

/** chokidar asks for the size and times of every file in a folder: few folders at once keep its memory low. */
const limit = pLimit(4);

/** Nobody waits for it, but for a start that reads folders at the same time. What comes meanwhile is told afterwards. */
const startPauseMs = 200;
let start: Promise<void> | null = null;

function afterPause(): Promise<void> {
  start ??= pause(startPauseMs).then(() => {
    start = null;
  });
  return start;
}

/**
 * How a system is listened to: macOS and Windows announce everything below a folder through one watch, Linux needs one
 * for each folder.
 */
export function fileEventsOf(platform: NodeJS.Platform): OpenFileEvents {
  return platform === 'darwin' || platform === 'win32' ? watchWholeTree : watchFolderByFolder;
}

export function watchWholeTree(options: FileEventOptions): FileEvents {
  let watcher: FSWatcher | null = null;
  return {
    enter: () => {
      // One watch has no other places: what ends it ends all file events.
      watcher ??= listen(options, options.realRoot).on('error', (error) => {
        options.listener.error(error, fileEventTroubleOf(error) === 'exhausted' ? 'exhausted' : 'broken');
      });
    },
    close: () => void watcher?.close(),
  };
}

/** Folders that can hold no build are not listened to. */
export function watchFolderByFolder(options: FileEventOptions): FileEvents {
  const { root, realRoot, listener } = options;
  const listened = new Map<string, { readonly below: Set<string>; end: () => void }>();

  /** With everything below: a folder made anew under an old name has nothing of the old one. */
  const leave = (folder: string): void => {
    const known = listened.get(folder);
    if (!known) return;
    listened.delete(folder);
    listened.get(dirname(folder))?.below.delete(folder);
    known.end();
    for (const path of known.below) leave(path);
  };
  const open = (folder: string): Promise<void> =>
    new Promise((opened) => {
      const known = listened.get(folder);
      if (!known) return opened();
      const watcher = listen(options, folder, 0)
        .on('addDir', enter)
        // What chokidar says of the folder itself comes with what it says of it through the one above.
        .on('unlinkDir', (path) => path !== folder && leave(path))
        .on('ready', opened)
        .on('error', (error) => {
          opened();
          leave(folder);
          // Access to the watched folder was taken away: it is gone, not one place in it.
          if (folder === realRoot && systemCode(error) === 'EACCES') listener.root();
          else listener.error(error, fileEventTroubleOf(error));
        });
      known.end = () => {
        opened();
        void watcher.close();
      };
    });
  const enter = (folder: string): void => {
    if (listened.has(folder)) return;
    listened.set(folder, { below: new Set(), end: () => undefined });
    listened.get(dirname(folder))?.below.add(folder);
    void afterPause().then(() => limit(() => open(folder)));
  };
  return { enter: (folder) => enter(join(realRoot, relative(root, folder))), close: () => leave(realRoot) };
}

/** Tells of wanted files, and of the end of the watched folder. What is there already is told, too. */
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
      const place = relative(realRoot, path).split(sep).join('/');
      if (!stats || place === '') return false;
      const mayBeFolder = stats.isDirectory() || stats.isSymbolicLink();
      return !(mayBeFolder && selection.entersFolder(place)) && !selection.wantsFile(place);
    },
  })
    .on('add', file)
    .on('change', file)
    .on('unlink', file)
    .on('unlinkDir', (path) => path === realRoot && listener.root());
}
