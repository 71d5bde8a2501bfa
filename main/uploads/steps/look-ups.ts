/**
 * How long a build whose answer was lost is looked for before it is sent again. What the system, or a proxy on the way,
 * has taken may still be on its way to the service when the connection is long gone. Pure.
 */
import type { UploadView } from '../upload-view.ts';

const longestMs = 5 * 60_000;
const longestPauseMs = 30_000;

/** Looks for what something on the way may still pass on although the connection is gone, as multiples of the first pause. */
const leastPauses = 120;

/** Lines are not equally fast all the time. */
const margin = 2;

/** What systems take of a file before any of it has to be delivered: a file of this size tells nothing about the line. */
const bufferedBytes = 4 * 1024 * 1024;

/** Of a line nothing is known about. */
const assumedBytesPerSecond = 128 * 1024;

/** The last uploads to an account that its speed is told from. */
const remembered = 5;

/** What is known of the way to a service. */
export type LineFacts = {
  /** Of earlier uploads, from their beginning until the service had them; null when there are none. */
  readonly usualBytesPerSecond: number | null;
  /** Of this try, until its last byte was taken; null when none was made in this life of the process. */
  readonly sentBytes: number;
  readonly elapsedMs: number | null;
  /** Since then. */
  readonly silentMs: number;
  /** The connection was open all that time, so something on the way may still hold the file. */
  readonly isHeld: boolean;
  /** What may hold it was not heard: whatever its size, it may take so long to pass it on, or to show it. */
  readonly leastMs: number;
};

/** How long what was given away whole is looked for at least when no answer came. */
export function leastArrivalTime(firstDelayMs: number): number {
  return Math.min(longestMs, leastPauses * firstDelayMs);
}

/** Milliseconds from now in which a whole file of `size` bytes that was given away may still arrive. */
export function arrivalTime(size: number, facts: LineFacts): number {
  const delivery = Math.max(facts.leastMs, deliveryTime(size, facts));
  const whole = facts.isHeld ? longestMs : Math.min(longestMs, delivery);
  return Math.max(0, whole - facts.silentMs);
}

/** Milliseconds the line takes for it, from its last byte on. */
function deliveryTime(size: number, { usualBytesPerSecond, sentBytes, elapsedMs }: LineFacts): number {
  const own = elapsedMs !== null && sentBytes > bufferedBytes ? sentBytes / (elapsedMs / 1000) : null;
  const known = [usualBytesPerSecond, own].filter((speed) => speed !== null);
  const seconds =
    known.length > 0
      ? (margin * size) / Math.max(1, Math.min(...known))
      : Math.min(size, bufferedBytes) / assumedBytesPerSecond;
  return Math.ceil(seconds * 1000);
}

/** How fast the last uploads to an account arrived: the middle of them; null when there are none. */
export function usualSpeed(uploads: readonly UploadView[], accountId: string): number | null {
  const speeds = uploads
    .filter((upload) => upload.accountId === accountId)
    .flatMap((upload) => speedOf(upload) ?? [])
    .slice(-remembered)
    .sort((a, b) => a - b);
  return speeds[Math.floor((speeds.length - 1) / 2)] ?? null;
}

/** Of one whose first try arrived. */
function speedOf({ timeline, totalBytes }: UploadView): number | null {
  const begun = timeline.findIndex((entry) => entry.event === 'uploading');
  const [from, to] = [timeline[begun], timeline[begun + 1]];
  if (from === undefined || to?.event !== 'uploaded' || to.at < from.at) return null;
  return totalBytes / (Math.max(1, to.at - from.at) / 1000);
}

/** The pause before the next look, longer each time. `looked`: how often it was looked already, from 0. */
export function lookPause(looked: number, firstDelayMs: number): number {
  return Math.min(Math.max(longestPauseMs, firstDelayMs), firstDelayMs * 2 ** Math.min(looked, 30));
}

/** Whether it is too early to give up; a clock that was set must not let anybody wait for years. */
export function mayStillArrive(until: number | undefined, now: number): boolean {
  return until !== undefined && now < until && until - now <= longestMs;
}
