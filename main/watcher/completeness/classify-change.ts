import type { RootTraits } from '../files/folder-root.ts';
import type { Care, Verdict } from './completeness.ts';
import type { OpenFiles } from './open-files.ts';
import { judgeWholeness } from './wholeness.ts';

/** An unchanged build is accepted after this time, even if another process has it open for writing. */
const openPatienceMs = 10 * 60_000;
/** Factor on the quiet time of a build written over an older one, if open files are unknown. */
const longerQuiet = 10;

export type Judging = {
  readonly care: Care;
  readonly unmovedMs: number;
  readonly quietMs: number;
};

/**
 * Verifies a build as thoroughly as the way it was written requires, and that no process has it open for
 * writing: some bytes of a build have no checksum. Rejects with file system errors and the abort reason.
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
  // Files that other computers have open are not visible here.
  const open = traits.isNetworkShare ? null : await openFiles.isOpenForWriting(path);
  return verdictOver(open, judging);
}

/**
 * Returns the verdict on a whole build. A build written over one of the same size is still the older one
 * until a byte changes. `open` is null if unknown. Pure.
 */
export function verdictOver(open: boolean | null, { care, unmovedMs, quietMs }: Judging): Verdict {
  if (open === true) return { whole: false, reason: 'open' };
  const isTooSoon = care === 'older' && open === null && unmovedMs < longerQuiet * quietMs;
  return isTooSoon ? { whole: false, reason: 'written-over' } : { whole: true };
}
