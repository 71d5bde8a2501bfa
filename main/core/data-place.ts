/** Where the data folder is on each system, and its one move on Windows. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import type { Log } from '../base/log.ts';
import { type FolderMove, moveFolder } from '../base/move-folder.ts';
import { holdsData } from './data-folder.ts';

/** `former`: where earlier Slipways kept the same; null where they kept it at the same place. Both absolute. */
export type DataPlaces = { readonly folder: string; readonly former: string | null };

/** The data folder in use, for the window and the command line alike. */
export type DataPlace = FolderMove & {
  /** Null where the data were never elsewhere, or are there. */
  readonly former: string | null;
  /** Slipway's own, where nothing else is kept. */
  readonly own: boolean;
};

/**
 * The folder of the application, which is also Electron's `userData`: on Windows below `%LOCALAPPDATA%`, as queue,
 * databases and builds are too big to roam, and the key of kept passwords does not roam with them.
 */
export function dataPlaces(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
  home: string = homedir(),
): DataPlaces {
  const name = 'Slipway';
  if (platform === 'darwin')
    return { folder: join(home, 'Library', 'Application Support', name), former: null };
  if (platform !== 'win32') {
    return { folder: join(environment.XDG_CONFIG_HOME || join(home, '.config'), name), former: null };
  }
  return {
    folder: join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), name),
    former: join(environment.APPDATA || join(home, 'AppData', 'Roaming'), name),
  };
}

/** Moves what an earlier Slipway left, before anything opens it. Throws as `moveFolder`. */
export function settleData({ folder, former }: DataPlaces): DataPlace {
  const moved =
    former === null ? { folder, unused: null, problem: null } : moveFolder(former, folder, holdsData);
  return { ...moved, former: moved.folder === former ? null : former, own: true };
}

/** A folder that a person named: it is used as it is. */
export const namedPlace = (folder: string): DataPlace => ({
  ...{ folder, unused: null, problem: null },
  ...{ former: null, own: false },
});

/** Says in the log what a person need not know. */
export function logMove({ folder, former, problem }: DataPlace, log: Log): void {
  if (problem !== null)
    log.warn('The data folder could not be moved whole', { folder, former, error: problem });
}
