import type { Clock } from '../../base/clock.ts';

/** A request for the next part after this time starts a new download. */
const resumeMs = 24 * 60 * 60_000;
/** Further downloads of a build by the same client within this time are not counted. */
const repeatMs = 60 * 60_000;

/** First and last byte, inclusive. */
type Part = readonly [start: number, end: number];

type Progress = { readonly at: number; readonly countedAt: number | null; readonly parts: readonly Part[] };

/** Returns true if the bytes `start` to `end`, inclusive, complete a download that counts. */
export type DownloadCounter = (client: string, size: number, start: number, end: number) => boolean;

/** Counts each completed download once per client and hour. Remembers the `maxClients` latest clients. */
export function createDownloadCounter(clock: Clock, maxClients = 10_000): DownloadCounter {
  const downloads = new Map<string, Progress>();
  return (who, size, start, end) => {
    const now = clock.monotonic();
    const before = downloads.get(who);
    const isContinued = before !== undefined && now - before.at < resumeMs;
    const parts = mergeParts([...(isContinued ? before.parts : []), [start, end]]);
    const whole = parts.some(([first, last]) => first === 0 && last >= size - 1);
    const countedAt = before?.countedAt ?? null;
    const counts = whole && (countedAt === null || now - countedAt >= repeatMs);
    downloads.delete(who);
    downloads.set(who, { at: now, countedAt: counts ? now : countedAt, parts: whole ? [] : parts });
    const [oldest] = downloads.keys();
    if (downloads.size > maxClients && oldest !== undefined) downloads.delete(oldest);
    return counts;
  };
}

function mergeParts(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const [start, end] of parts.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && start <= last[1] + 1) all[all.length - 1] = [last[0], Math.max(last[1], end)];
    else all.push([start, end]);
  }
  return all;
}
