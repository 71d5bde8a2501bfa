import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import { runsAside } from './move-to-applications.ts';

/**
 * False for a packaged copy that an update would not replace: on macOS one on its disk image or that was downloaded and
 * never moved, on Windows one that was only unpacked. `program`: the running one.
 */
export function isInstalledCopy(
  platform: NodeJS.Platform,
  program: string,
  exists: (path: string) => boolean = existsSync,
): boolean {
  if (platform === 'darwin') return !runsAside(program);
  return platform !== 'win32' || exists(win32.join(win32.dirname(program), 'Uninstall Slipway.exe'));
}
