import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';

/**
 * Returns the default data folder, which is also Electron's `userData`. On Windows it is in `%LOCALAPPDATA%`:
 * it is too large for roaming profiles, and the key of stored passwords does not roam.
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
