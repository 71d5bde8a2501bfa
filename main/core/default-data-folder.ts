import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';

/**
 * Absolute path of the data folder that the window and the command line share unless another is named. Also Electron's
 * `userData`. On Windows below `%LOCALAPPDATA%`: databases and builds are too big to roam, and the key of stored passwords
 * does not roam with them.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
  home: string = homedir(),
): string {
  const name = 'Slipway';
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  if (platform === 'win32') return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), name);
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), name);
}
