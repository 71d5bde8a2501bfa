import { homedir } from 'node:os';

/**
 * Sets HOME to `/` for a user without a home folder, as Docker does: libraries throw while they load where the system
 * names none. Its folder cannot be written, which is then reported with the remedy.
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

/** Returns the path with a leading `~` replaced by the home folder, as shells do; `~name` and other paths stay as given. */
export function expandHome(path: string, home: string = homedir()): string {
  return /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}
