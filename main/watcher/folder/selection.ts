/** Which files of a folder are wanted, and which folders below it may hold any. Pure. */
import { isBuildPath, isIgnoredPlace } from './names.ts';

/** Places are relative to the watched folder, with `/` between names; never the folder itself. */
export type Selection = {
  readonly wantsFile: (place: string) => boolean;
  /** False spares the folder, and everything below it, both the reading and the listening. */
  readonly entersFolder: (place: string) => boolean;
};

/** Every build, in every folder that is not known to hold none. */
export const everyBuild: Selection = {
  wantsFile: isBuildPath,
  entersFolder: (place) => !isIgnoredPlace(place),
};
