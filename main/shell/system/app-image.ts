/** Whether an AppImage runs, which its runtime says in the environment. */
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Takes away what the AppImage of another program has left in the environment, as a terminal hands it down: otherwise this
 * copy would take itself for that file, start it, and write its updates over it. `program`: the running one, its real path.
 */
export function forgetOtherImage(environment: NodeJS.ProcessEnv, program: string): void {
  const folder = environment['APPDIR'];
  if (folder !== undefined && holds(folder, program)) return;
  delete environment['APPIMAGE'];
  delete environment['APPDIR'];
}

function holds(folder: string, program: string): boolean {
  try {
    return !/^\.\.(\/|$)/.test(relative(realpathSync(folder), program));
  } catch {
    // The mount of a program that has ended.
    return false;
  }
}
