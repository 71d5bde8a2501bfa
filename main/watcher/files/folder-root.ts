import { access, constants, readFile, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../base/log/log.ts';
import { runProgram, windowsProgram } from '../../base/programs.ts';
import { folderError, watcherErrors } from '../errors.ts';
import { defaultTraits, type FileTraits, identityOf, otherCase, withDriveRoot } from './file-traits.ts';
import { isLinuxNetwork, isMacNetwork, isMappedDrive, isUncPath, mountTypeOf } from './filesystems.ts';

export type FolderRoot = {
  readonly realPath: string;
  readonly dev: number;
  readonly ino: number;
  /** True if a volume is mounted at this path. */
  readonly isMount: boolean;
};

/** Throws `watcher/missing`, `watcher/notAFolder`, `watcher/denied` or `watcher/unreachable`. */
export async function findRoot(path: string): Promise<FolderRoot> {
  try {
    const rooted = withDriveRoot(path, process.platform);
    const found = await stat(rooted);
    if (!found.isDirectory()) throw watcherErrors.notAFolder({ path }, { details: { path } });
    await access(rooted, constants.R_OK | constants.X_OK);
    const realPath = await realpath(rooted);
    const above = await stat(dirname(realPath));
    return { realPath, dev: found.dev, ino: found.ino, isMount: above.dev !== found.dev };
  } catch (error) {
    throw folderError(error, path);
  }
}

export type RootTraits = FileTraits & { readonly isNetworkShare: boolean };

export type OpenFolder = { readonly root: FolderRoot; readonly traits: RootTraits };

/** Probes the disk of a folder. Falls back to the defaults of the platform, and logs the error. */
export async function findTraits(root: FolderRoot, platform: NodeJS.Platform, log: Log): Promise<RootTraits> {
  const defaults = defaultTraits(platform);
  try {
    const network = await isNetworkShare(root.realPath, platform);
    const ignoresCase = (await detectIgnoresCase(root)) ?? defaults.ignoresCase;
    return { ...defaults, isNetworkShare: network, ignoresCase, stableInodes: !network };
  } catch (error) {
    log.warn('Could not detect the kind of a disk', { path: root.realPath, error });
    return { ...defaults, isNetworkShare: false };
  }
}

/** Returns null if the name has no cased letters, or for a mount point, whose name is on another disk. */
async function detectIgnoresCase({ realPath, isMount, dev, ino }: FolderRoot): Promise<boolean | null> {
  const other = otherCase(basename(realPath));
  if (other === null || isMount) return null;
  const found = await stat(join(dirname(realPath), other)).catch(() => null);
  return found !== null && found.ino === ino && found.dev === dev;
}

/** Returns false if another disk is mounted at the path, or the folder was recreated. */
export function isSameRoot(a: FolderRoot | null, b: FolderRoot, traits: FileTraits): boolean {
  return a !== null && a.dev === b.dev && identityOf(a, traits) === identityOf(b, traits);
}

/** If a query takes longer, the folder counts as local. */
const timeoutMs = 5_000;

/**
 * Does not detect drives mapped by other Windows users or network disks that appear as local. Rejects if a
 * query fails.
 */
async function isNetworkShare(realPath: string, platform: NodeJS.Platform): Promise<boolean> {
  switch (platform) {
    case 'linux': {
      const { type } = await statfs(realPath);
      return isLinuxNetwork(type, mountTypeOf(await readFile('/proc/self/mountinfo', 'utf8'), realPath));
    }
    case 'darwin':
      return isMacNetwork(await runProgram('/sbin/mount', [], { timeoutMs }), realPath);
    case 'win32':
      if (isUncPath(realPath)) return true;
      return isMappedDrive(await runProgram(windowsProgram('net.exe'), ['use'], { timeoutMs }), realPath);
    default:
      return false;
  }
}
