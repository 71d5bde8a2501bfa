import { execFile } from 'node:child_process';
import { readFile, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isLinuxNetwork, isMacNetwork, isMappedDrive, isUncPath, mountTypeOf } from './filesystems.ts';

const run = promisify(execFile);
/** A question to the system that takes longer gets the answer no. */
const patienceMs = 5_000;

/**
 * Does the folder lie on another computer? On Windows, what is told are UNC paths and drives that `net use` lists; a
 * drive another user mapped, or a disk of the network that passes itself off as a local one, is not. `realPath`: with all
 * links resolved. Rejects when the system cannot be asked.
 */
export async function isNetworkShare(realPath: string, platform: NodeJS.Platform): Promise<boolean> {
  switch (platform) {
    case 'linux': {
      const { type } = await statfs(realPath);
      return isLinuxNetwork(type, mountTypeOf(await readFile('/proc/self/mountinfo', 'utf8'), realPath));
    }
    case 'darwin':
      return isMacNetwork((await run('/sbin/mount', { timeout: patienceMs })).stdout, realPath);
    case 'win32':
      if (isUncPath(realPath)) return true;
      return isMappedDrive(
        (await run('net', ['use'], { timeout: patienceMs, windowsHide: true })).stdout,
        realPath,
      );
    default:
      return false;
  }
}
