import type { Clock } from '../../base/clock.ts';

/** How long parts still belong to a download that has begun. */
const partsMs = 24 * 60 * 60_000;

/** Whether a request from the first byte on begins a download. */
export type BegunDownloads = (who: string, asked: 'whole' | 'part') => boolean;

/**
 * Download managers ask for one file in many parts, and some look at its first bytes before they ask for all of it: for
 * one link, address and program that is one download. Each further request for the whole file is another one. Remembers
 * the last `kept`.
 */
export function createBegunDownloads(clock: Clock, kept = 10_000): BegunDownloads {
  const known = new Map<string, { readonly at: number; readonly whole: boolean }>();
  return (who, asked) => {
    const now = clock.monotonic();
    const before = known.get(who);
    const goesOn = before !== undefined && now - before.at < partsMs && !(asked === 'whole' && before.whole);
    known.delete(who);
    known.set(who, {
      at: goesOn ? before.at : now,
      whole: asked === 'whole' || (goesOn && before.whole),
    });
    const [oldest] = known.keys();
    if (known.size > kept && oldest !== undefined) known.delete(oldest);
    return !goesOn;
  };
}
