import { access, constants, realpath, stat } from 'node:fs/promises';
import { folderError, watcherErrors } from './errors.ts';

/** A watched folder as it is on the disk right now. */
export type FolderRoot = {
  /** With all links resolved. */
  readonly realPath: string;
  /** Device and inode: another disk mounted there, or the folder made anew, has another one. */
  readonly identity: string;
};

/** Throws `watcher/missing`, `watcher/notAFolder`, `watcher/denied` or `watcher/unreachable`. */
export async function findRoot(path: string): Promise<FolderRoot> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) throw watcherErrors.notAFolder({ path }, { details: { path } });
    await access(path, constants.R_OK | constants.X_OK);
    return { realPath: await realpath(path), identity: `${found.dev}:${found.ino}` };
  } catch (error) {
    throw folderError(error, path);
  }
}
