import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Keeps what Node makes of the program's files, so that the next command starts sooner. What is kept is run unchecked, so
 * the folder must be one that no other user can write to: on Linux the temporary folder is everybody's. Without such a
 * folder nothing is kept.
 */
export function enablePrivateCompileCache(): void {
  const folder = cacheFolder();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    if (isOurs) enableCompileCache(folder);
  } catch {
    // A home that is not there or cannot be written to; the command works all the same.
  }
}

function cacheFolder(): string {
  if (process.platform !== 'linux') return join(tmpdir(), 'slipway-compile-cache');
  const { XDG_CACHE_HOME: given = '' } = process.env;
  return join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'slipway', 'compile-cache');
}
