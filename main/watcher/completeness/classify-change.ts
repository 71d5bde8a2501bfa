import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { RootTraits } from '../folder/folder-root.ts';
import type { Care, Verdict } from './completeness.ts';
import { judgeWholeness } from './wholeness.ts';

/** A build nobody touched for this long is taken, though a program still has it open. */
const openPatienceMs = 30_000;
/** Times the quiet time: for a build written over an older one where nobody tells whether it is still open. */
const longerQuiet = 10;

export type Judging = {
  readonly care: Care;
  /** For how long nothing moved. */
  readonly unmovedMs: number;
  readonly quietMs: number;
};

/**
 * Is the build finished, read as carefully as the way it was written asks for? Rejects with the errors of the file
 * system, and with the signal's reason when aborted.
 */
export async function judgeCarefully(
  path: string,
  judging: Judging,
  traits: RootTraits,
  signal: AbortSignal,
): Promise<Verdict> {
  const verdict = await judgeWholeness(path, judging.care === 'gaps' ? 'gaps' : 'contents', signal);
  if (!verdict.whole || judging.care !== 'older' || judging.unmovedMs >= openPatienceMs) return verdict;
  // Nobody knows what the computers of a network have open.
  const open = traits.isNetworkShare ? null : await isOpenForWriting(path, traits.platform);
  return verdictOver(open, judging);
}

/**
 * Of a whole build that lies where another one of its size was: as long as a writer has not changed a byte, it is the
 * other one still. Pure. `open`: null when nobody can tell.
 */
export function verdictOver(open: boolean | null, { unmovedMs, quietMs }: Omit<Judging, 'care'>): Verdict {
  if (open === true) return { whole: false, reason: 'open' };
  if (open === null && unmovedMs < longerQuiet * quietMs) return { whole: false, reason: 'written-over' };
  return { whole: true };
}

/**
 * Does another program hold this file open for writing? Linux tells of programs of the same user (and of all users when
 * Slipway is the superuser). The other systems tell nobody without a driver or a program of its own: null.
 */
async function isOpenForWriting(path: string, platform: NodeJS.Platform): Promise<boolean | null> {
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
