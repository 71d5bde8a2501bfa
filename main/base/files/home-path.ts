import { homedir } from 'node:os';

/** Returns the path with a leading `~` replaced by the home folder, as shells do; `~name` and other paths stay as given. */
export function expandHome(path: string, home: string = homedir()): string {
  return /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}
