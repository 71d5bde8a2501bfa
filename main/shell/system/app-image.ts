import { realpathSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Deletes AppImage variables inherited from another program; otherwise this copy would relaunch that AppImage
 * and overwrite it with updates. `program`: real path of this executable.
 */
export function clearForeignAppImage(environment: NodeJS.ProcessEnv, program: string): void {
  const folder = environment['APPDIR'];
  if (folder !== undefined && contains(folder, program)) return;
  delete environment['APPIMAGE'];
  delete environment['APPDIR'];
}

function contains(folder: string, program: string): boolean {
  try {
    return !/^\.\.(\/|$)/.test(relative(realpathSync(folder), program));
  } catch {
    // The other AppImage has exited, so its mount no longer exists.
    return false;
  }
}
