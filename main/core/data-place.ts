/** Where the data folder is on each system, and its one move on Windows. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { CodedError } from '../base/errors.ts';
import { type FolderMove, moveFolder } from '../base/files/move-folder.ts';
import type { Log } from '../base/log/log.ts';
import { holdsData } from './data-folder.ts';

/** `former`: where earlier Slipways kept the same; null where they kept it at the same place. Both absolute. */
export type DataPlaces = { readonly folder: string; readonly former: string | null };

/** The data folder in use, for the window and the command line alike. */
export type DataPlace = FolderMove & {
  /** Null where the data were never elsewhere, or are there. */
  readonly former: string | null;
  /** Slipway's own, where nothing else is kept. */
  readonly own: boolean;
  /** How long moving it took; 0 where it was not moved. */
  readonly tookMs: number;
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
  const begun = performance.now();
  const place = former === null ? unmoved(folder) : moveFolder(former, folder, holdsData);
  const tookMs = place.moved ? Math.round(performance.now() - begun) : 0;
  return { ...place, former: place.folder === former ? null : former, own: true, tookMs };
}

const unmoved = (folder: string): FolderMove => ({ folder, unused: null, problem: null, moved: false });

/**
 * As `settleData`, for a start that can wait while another Slipway moves the data: it tries again after each `pause`, which
 * must take its time, and at most `mostPauses` times. It holds up the process, which has nothing else to do yet.
 */
export function settleDataOnceMoved(
  places: DataPlaces,
  pause: () => void = holdUp,
  mostPauses = 1_200,
): DataPlace {
  for (let left = mostPauses; ; left -= 1) {
    try {
      return settleData(places);
    } catch (error) {
      if (left === 0 || !(error instanceof CodedError && error.code === 'lock/held')) throw error;
      pause();
    }
  }
}

const pauseMs = 250;

function holdUp(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}

/** A folder that a person named: it is used as it is. */
export const namedPlace = (folder: string): DataPlace => ({
  ...unmoved(folder),
  ...{ former: null, own: false, tookMs: 0 },
});

/** Says in the log what a person need not know. */
export function logMove({ folder, former, problem, moved, tookMs }: DataPlace, log: Log): void {
  if (moved) log.info('The data folder was moved', { folder, former, tookMs });
  if (problem !== null)
    log.warn('The data folder could not be moved whole', { folder, former, error: problem });
}
