import { setTimeout as sleep } from 'node:timers/promises';

export type Clock = {
  /** Milliseconds since 1970 UTC; jumps when the system clock is set. */
  now(): number;
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  after(ms: number, call: () => void): () => void;
};

/** Maximum delay of `setTimeout`, about 24 days. With a longer delay, it fires immediately. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(Math.min(ms, maxTimerMs), undefined, signal ? { signal } : {});
  },
  after: (ms, call) => {
    const timer = setTimeout(call, Math.min(ms, maxTimerMs));
    return () => clearTimeout(timer);
  },
};

/** Returns a timestamp such as `2026-11-21T08:30:00.123Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

const dayMs = 24 * 60 * 60_000;
const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
const threeDigits = (value: number): string => (value < 100 ? `0${twoDigits(value)}` : `${value}`);

/** Returns a faster variant of `isoTime` for large lists, which caches the date of each day. */
export function isoTimes(): (ms: number) => string {
  const dates = new Map<number, string>();
  const dateOf = (day: number): string => {
    const date = dates.get(day) ?? isoTime(day * dayMs).slice(0, -'00:00:00.000Z'.length);
    dates.set(day, date);
    return date;
  };
  return (ms) => {
    const time = Math.trunc(ms);
    const day = Math.floor(time / dayMs);
    const rest = time - day * dayMs;
    const hours = twoDigits(Math.floor(rest / 3_600_000));
    const minutes = twoDigits(Math.floor(rest / 60_000) % 60);
    const seconds = twoDigits(Math.floor(rest / 1000) % 60);
    return `${dateOf(day)}${hours}:${minutes}:${seconds}.${threeDigits(rest % 1000)}Z`;
  };
}
