import { homedir } from 'node:os';

/**
 * Sets HOME to `/` for a user without a home folder (as in Docker), because some libraries call `homedir()`
 * on import and throw.
 */
export function ensureHome(environment: NodeJS.ProcessEnv = process.env): void {
  if (environment['HOME'] === '') delete environment['HOME'];
  try {
    homedir();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
    environment['HOME'] = '/';
  }
}

/** Replaces a leading `~` with the home folder, as shells do. Returns `~name` and other paths unchanged. */
export function expandHome(path: string, home: string = homedir()): string {
  return /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}
