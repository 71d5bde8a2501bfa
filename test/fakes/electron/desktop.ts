/** Test doubles of `shell`, `clipboard`, `screen` and `powerSaveBlocker`. They record their calls. */
import { existsSync } from 'node:fs';
import type { Clipboard, Display, PowerSaveBlocker, Screen, Shell } from 'electron';
import type { Recordings } from './recordings.ts';

export function shellDouble(recordings: Recordings) {
  return {
    openExternal: async (url) => {
      recordings.openedLinks.push(url);
    },
    showItemInFolder: (path) => {
      recordings.shownPaths.push(path);
    },
    /** Returns an empty string, or the reason why the path was not opened. */
    openPath: async (path) => {
      if (!existsSync(path)) return 'Failed to open path';
      recordings.shownPaths.push(path);
      return '';
    },
  } satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
}

export function clipboardDouble(recordings: Recordings) {
  return {
    writeText: async (text: string) => {
      recordings.clipboard = text;
    },
  } satisfies Pick<Clipboard, 'writeText'>;
}

export function screenDouble(recordings: Recordings, isReady: () => boolean) {
  const displays = (): ReturnType<Screen['getAllDisplays']> => {
    if (!isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event");
    return recordings.workAreas.map((workArea, id) => ({ id, workArea }) as Display);
  };
  return {
    getAllDisplays: displays,
    getPrimaryDisplay: () => {
      const [main] = displays();
      if (!main) throw new Error('There is no screen');
      return main;
    },
  } satisfies Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
}

export function powerSaveBlockerDouble(recordings: Recordings) {
  let last = 0;
  return {
    start: () => {
      last += 1;
      recordings.wakeful.add(last);
      return last;
    },
    stop: (id) => recordings.wakeful.delete(id),
  } satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>;
}
