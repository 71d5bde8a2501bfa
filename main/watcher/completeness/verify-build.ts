import type { RootTraits } from '../files/folder-root.ts';
import type { Verification, VerificationDepth } from './completeness.ts';
import type { OpenFiles } from './open-files.ts';
import { verifyZip } from './verify-zip.ts';

/** An unchanged build is accepted after this time, even if another process has it open for writing. */
const maxOpenMs = 10 * 60_000;
/**
 * Multiplies the stability period of a build that overwrites another build, if it is unknown whether a process
 * has it open.
 */
const overwriteStableFactor = 10;

export type VerificationContext = {
  readonly depth: VerificationDepth;
  readonly unmovedMs: number;
  readonly stableForMs: number;
};

/**
 * Verifies a build, and that no process has it open for writing, because some bytes have no checksum. Rejects
 * with file system errors and the abort reason.
 */
export async function verifyBuild(
  path: string,
  context: VerificationContext,
  {
    traits,
    openFiles,
    signal,
  }: {
    readonly traits: RootTraits;
    readonly openFiles: OpenFiles;
    readonly signal: AbortSignal;
  },
): Promise<Verification> {
  const verdict = await verifyZip(path, context.depth === 'gaps' ? 'gaps' : 'contents', signal);
  if (!verdict.complete || context.unmovedMs >= maxOpenMs) return verdict;
  // Files that other computers have open are not visible here.
  const open = traits.isNetworkShare ? null : await openFiles.isOpenForWriting(path);
  return verdictWithOpenState(open, context);
}

/**
 * Returns the verdict on a build with complete content. A file that is overwritten by one of the same size
 * looks like the older build until a byte changes. `open` is null if unknown. Pure.
 */
export function verdictWithOpenState(
  open: boolean | null,
  { depth, unmovedMs, stableForMs }: VerificationContext,
): Verification {
  if (open === true) return { complete: false, reason: 'open' };
  const isTooSoon =
    depth === 'overwritten' && open === null && unmovedMs < overwriteStableFactor * stableForMs;
  return isTooSoon ? { complete: false, reason: 'overwritten' } : { complete: true };
}
