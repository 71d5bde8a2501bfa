/** The mean speed over the last minute, which the time left is told from: a shorter one jumps with every pause. Pure. */

/** `at`: milliseconds of the time that counts. */
export type Sample = { readonly at: number; readonly bytes: number };

const windowMs = 60_000;

/** Means over less say nothing of what is to come. */
const shortestMs = 5_000;

const spacingMs = 1_000;

/** The samples with a new one, without those that are not needed any more; the first is the beginning of the time measured. */
export function withSample(samples: readonly Sample[], now: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && now.at - last.at < spacingMs) return samples;
  const first = samples.findLastIndex(({ at }) => now.at - at >= windowMs);
  return [...samples.slice(Math.max(0, first)), now];
}

/** Bytes per second over a minute, or since the first sample where that is younger; null while nothing can be told. */
export function steadySpeed([first]: readonly Sample[], now: Sample): number | null {
  if (!first || now.at - first.at < shortestMs || now.bytes <= first.bytes) return null;
  return ((now.bytes - first.bytes) / (now.at - first.at)) * 1_000;
}
