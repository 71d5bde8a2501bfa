/** Which bandwidth holds at which time. Pure. */
import { type LimitedHours, type NetworkSettings, weekdays } from '../settings/settings-schema.ts';

/** The clock on the wall. `day`: 0 is Monday. */
export type LocalTime = { readonly day: number; readonly minute: number };

type Limits = Pick<NetworkSettings, 'bytesPerSecond' | 'timetable'>;

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/** The limit in bytes per second; null for none. */
export function limitAt({ bytesPerSecond, timetable }: Limits, time: LocalTime): number | null {
  const entry = timetable.find((hours) => holds(hours, time));
  return entry ? entry.bytesPerSecond : bytesPerSecond;
}

function holds({ days, from, to }: LimitedHours, { day, minute }: LocalTime): boolean {
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

/** `now`: milliseconds since 1970 UTC. */
export function localTime(now: number): LocalTime {
  const date = new Date(now);
  return {
    day: (date.getDay() + weekdays.length - 1) % weekdays.length,
    minute: date.getHours() * 60 + date.getMinutes(),
  };
}

/**
 * When the limit changes next, in milliseconds since 1970 UTC; null when it does not within a week. Looked for minute by
 * minute on the clock on the wall, so that hours it leaves out or shows twice need no rule of their own.
 */
export function nextChange(limits: Limits, now: number): number | null {
  if (limits.timetable.length === 0) return null;
  const present = limitAt(limits, localTime(now));
  const begin = now - (now % minuteMs);
  for (let ahead = 1; ahead <= 8 * dayMinutes; ahead += 1) {
    const at = begin + ahead * minuteMs;
    if (limitAt(limits, localTime(at)) !== present) return at;
  }
  return null;
}
