import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Does another program hold this file open for writing? Linux tells of programs of the same user (and of all users when
 * Slipway is the superuser). The other systems tell nobody without a driver or a program of its own: null.
 */
export async function isOpenForWriting(path: string, platform: NodeJS.Platform): Promise<boolean | null> {
  if (platform !== 'linux') return null;
  const target = await stat(path);
  for (const process_ of await listed('/proc')) {
    if (!/^\d+$/.test(process_) || process_ === `${process.pid}`) continue;
    for (const descriptor of await listed(`/proc/${process_}/fd`)) {
      const link = `/proc/${process_}/fd/${descriptor}`;
      // The name first: a stat of every open file of a computer could wait for a network drive.
      if (basename(await readlink(link).catch(() => '')) !== basename(path)) continue;
      const opened = await stat(link).catch(() => null);
      if (opened?.ino !== target.ino || opened.dev !== target.dev) continue;
      if (writes(await readFile(`/proc/${process_}/fdinfo/${descriptor}`, 'utf8').catch(() => '')))
        return true;
    }
  }
  return false;
}

/** Processes end while they are looked at, and those of other users are closed: both hold nothing we can know of. */
const listed = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** True when the flags of an open file (octal, as in `/proc/PID/fdinfo/N`) allow writing. */
export function writes(fdinfo: string): boolean {
  const flags = /^flags:\s*([0-7]+)/m.exec(fdinfo)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}
