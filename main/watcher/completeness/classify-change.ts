import type { RootTraits } from '../files/folder-root.ts';
import type { Care, Verdict } from './completeness.ts';
import type { OpenFiles } from './open-files.ts';
import { judgeWholeness } from './wholeness.ts';

/** A build that did not move for this long is accepted even if a program still has it open for writing. */
const openPatienceMs = 10 * 60_000;
/** Times the quiet time: for a build written over an older one where nobody tells whether it is still open. */
const longerQuiet = 10;

export type Judging = {
  readonly care: Care;
  /** For how long nothing moved. */
  readonly unmovedMs: number;
  readonly quietMs: number;
};

/**
 * Is the build finished, read as carefully as the way it was written asks for, and closed by its writer? Some bytes of a build
 * are covered by no checksum, so only its writer knows that they are there. Rejects with the errors of the file system, and
 * with the signal's reason when aborted.
 */
export async function judgeCarefully(
  path: string,
  judging: Judging,
  {
    traits,
    openFiles,
    signal,
  }: {
    readonly traits: RootTraits;
    readonly openFiles: OpenFiles;
    readonly signal: AbortSignal;
  },
): Promise<Verdict> {
  const verdict = await judgeWholeness(path, judging.care === 'gaps' ? 'gaps' : 'contents', signal);
  if (!verdict.whole || judging.unmovedMs >= openPatienceMs) return verdict;
  // Nobody knows what the computers of a network have open.
  const open = traits.isNetworkShare ? null : await openFiles.isOpenForWriting(path);
  return verdictOver(open, judging);
}

/**
 * Of a whole build. One that lies where another one of its size was is the other one still as long as a writer has not
 * changed a byte. Pure. `open`: null when nobody can tell.
 */
export function verdictOver(open: boolean | null, { care, unmovedMs, quietMs }: Judging): Verdict {
  if (open === true) return { whole: false, reason: 'open' };
  const isTooSoon = care === 'older' && open === null && unmovedMs < longerQuiet * quietMs;
  return isTooSoon ? { whole: false, reason: 'written-over' } : { whole: true };
}
