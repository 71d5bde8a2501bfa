import type { RootTraits } from '../folder/folder-root.ts';
import type { Care, Verdict } from './completeness.ts';
import { isOpenForWriting } from './open-files.ts';
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
