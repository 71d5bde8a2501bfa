import { createBandwidth, type Throttle } from '../../api/transport/bandwidth.ts';
import type { Clock } from '../../base/clock.ts';
import { type LimitedHours, type NetworkSettings, weekdays } from '../../settings/settings-schema.ts';
import type { NetworkView } from '../views/network.ts';

/** Bandwidth limit shared by all uploads, from the settings and their schedule. */
export type BandwidthSchedule = {
  readonly throttle: Throttle;
  now(): NetworkView['currentLimit'];
  update(): void;
  start(): void;
  stop(): void;
};

const minuteMs = 60_000;

export function createBandwidthSchedule(deps: {
  readonly clock: Clock;
  readonly limits: () => Pick<NetworkSettings, 'bytesPerSecond' | 'schedule'>;
  readonly onChange: () => void;
}): BandwidthSchedule {
  const { clock, limits } = deps;
  const current = (): number | null => limitAt(limits(), localTime(clock.now()));
  let limit = current();
  const bandwidth = createBandwidth(clock, limit);
  let cancelTimer: (() => void) | null = null;
  let running = false;

  const apply = (): boolean => {
    const next = current();
    if (next === limit) return false;
    limit = next;
    bandwidth.setLimit(next);
    return true;
  };
  /** Runs every minute, because the clock may be set and the computer may sleep. */
  const tick = (): void => {
    if (apply()) deps.onChange();
    schedule();
  };
  const schedule = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || limits().schedule.length === 0) return;
    cancelTimer = clock.after(minuteMs - (clock.now() % minuteMs), tick);
  };
  return {
    throttle: bandwidth.throttle,
    now: () => ({ bytesPerSecond: current(), until: nextChange(limits(), clock.now()) }),
    update: () => {
      apply();
      schedule();
    },
    start: () => {
      running = true;
      apply();
      schedule();
    },
    stop: () => {
      running = false;
      schedule();
    },
  };
}

/** Local time. `day`: 0 is Monday. */
type LocalTime = { readonly day: number; readonly minute: number };

type Limits = Pick<NetworkSettings, 'bytesPerSecond' | 'schedule'>;

const dayMinutes = 24 * 60;

/** Returns bytes per second; null if unlimited. */
export function limitAt({ bytesPerSecond, schedule }: Limits, time: LocalTime): number | null {
  const entry = schedule.find((hours) => isActive(hours, time));
  return entry ? entry.bytesPerSecond : bytesPerSecond;
}

function isActive({ days, from, to }: LimitedHours, { day, minute }: LocalTime): boolean {
  const begin = minutesOf(from);
  const end = minutesOf(to);
  const begins = (weekday: number): boolean => days.some((name) => weekdays.indexOf(name) === weekday);
  const yesterday = (day + weekdays.length - 1) % weekdays.length;
  if (begin < end) return begins(day) && minute >= begin && minute < end;
  return (begins(day) && minute >= begin) || (begins(yesterday) && minute < end);
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

export function localTime(now: number): LocalTime {
  const date = new Date(now);
  return {
    day: (date.getDay() + weekdays.length - 1) % weekdays.length,
    minute: date.getHours() * 60 + date.getMinutes(),
  };
}

/**
 * Returns the next change of the limit within eight days, ms since 1970 UTC; null if none. Checks each local
 * minute, so that daylight saving time needs no special case.
 */
export function nextChange(limits: Limits, now: number): number | null {
  if (limits.schedule.length === 0) return null;
  const present = limitAt(limits, localTime(now));
  const begin = now - (now % minuteMs);
  for (let ahead = 1; ahead <= 8 * dayMinutes; ahead += 1) {
    const at = begin + ahead * minuteMs;
    if (limitAt(limits, localTime(at)) !== present) return at;
  }
  return null;
}
