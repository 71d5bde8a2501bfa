import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import { runsOutsideApplications } from './move-to-applications.ts';

/**
 * Returns false for a copy that updates cannot replace: on a disk image or translocated (macOS), or unpacked
 * (Windows).
 */
export function isInstalledCopy(
  platform: NodeJS.Platform,
  program: string,
  exists: (path: string) => boolean = existsSync,
): boolean {
  if (platform === 'darwin') return !runsOutsideApplications(program);
  return platform !== 'win32' || exists(win32.join(win32.dirname(program), 'Uninstall Slipway.exe'));
}
