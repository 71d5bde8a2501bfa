import type { Clock } from '../../base/clock.ts';

/** Time after which the next part starts a new download. */
const partsMs = 24 * 60 * 60_000;
/** Further downloads of a build by the same client within this time are not counted. */
const onceMs = 60 * 60_000;

/** First and last byte, inclusive. */
type Part = readonly [start: number, end: number];

type Known = { readonly at: number; readonly countedAt: number | null; readonly parts: readonly Part[] };

/** Returns true if the bytes `start` to `end`, inclusive, complete a download that counts. */
export type FetchedParts = (who: string, size: number, start: number, end: number) => boolean;

/**
 * Counts a download once all bytes were sent, over any number of requests, and once per client and hour.
 * Remembers the `kept` most recent clients.
 */
export function createFetchedParts(clock: Clock, kept = 10_000): FetchedParts {
  const known = new Map<string, Known>();
  return (who, size, start, end) => {
    const now = clock.monotonic();
    const before = known.get(who);
    const goesOn = before !== undefined && now - before.at < partsMs;
    const parts = joined([...(goesOn ? before.parts : []), [start, end]]);
    const whole = parts.some(([first, last]) => first === 0 && last >= size - 1);
    const countedAt = before?.countedAt ?? null;
    const counts = whole && (countedAt === null || now - countedAt >= onceMs);
    known.delete(who);
    known.set(who, { at: now, countedAt: counts ? now : countedAt, parts: whole ? [] : parts });
    const [oldest] = known.keys();
    if (known.size > kept && oldest !== undefined) known.delete(oldest);
    return counts;
  };
}

function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const [start, end] of parts.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && start <= last[1] + 1) all[all.length - 1] = [last[0], Math.max(last[1], end)];
    else all.push([start, end]);
  }
  return all;
}
