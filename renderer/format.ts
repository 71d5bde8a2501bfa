import { byteSizeText, byteUnitOf, speedText } from '../main/messages/byte-size.ts';
import { dateFormatter } from '../main/messages/date-format.ts';
import { durationText } from '../main/messages/duration-text.ts';

export type Format = {
  /** `65.2 MB`, in decimal units. */
  bytes(value: number): string;
  /** `41 / 65 MB`, both in the unit of `whole`. */
  bytesOf(part: number, whole: number): string;
  /** `22 MB/s`. */
  speed(bytesPerSecond: number): string;
  /** `1 s`, `4 min` or `2 hr 5 min`, rounded. */
  duration(seconds: number): string;
  /** `63%`, rounded down, so that 100% appears only when finished. */
  percent(fraction: number): string;
  /** `14:02` or `9:31 PM`; `at` in milliseconds since 1970 UTC. */
  time(at: number): string;
  /** `08:30` or `8:30 AM` from `08:30`. Returns any other text unchanged. */
  clockTime(text: string): string;
  /** `14:02:31`. */
  exactTime(at: number): string;
  /** `21 Nov 2026, 14:02`. */
  dateTime(at: number): string;
  /** `30 Jul 2026` from an ISO 8601 time, independent of the time zone. */
  date(iso: string): string;
  /** `14:02` today, else with the date. */
  moment(at: number, now: number): string;
  /** `Tuesday, 17 November`, with the year unless it is the current one. */
  day(at: number, now: number): string;
  count(value: number): string;
  /** `A, B and C`. */
  list(parts: readonly string[]): string;
};

/** Creates formatters. Locale and time zone default to the system's. Throws RangeError if unknown. */
export function createFormat(locale?: string, timeZone?: string): Format {
  const cache = new Map<string, Intl.NumberFormat>();
  const number = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const cached = cache.get(key);
    if (cached) return cached;
    const made = new Intl.NumberFormat(locale, options);
    cache.set(key, made);
    return made;
  };
  const language = number({}).resolvedOptions().locale;
  const clock = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const utcClock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' });
  const exactClock = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
  const calendar = dateFormatter(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const full = dateFormatter(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const longDay = dateFormatter(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  const yearDay = dateFormatter(locale, { timeZone, dateStyle: 'long' });
  const year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' });
  const calendarDay = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short' });
  const joined = new Intl.ListFormat(locale, { type: 'conjunction' });

  const isKnown = (at: number): boolean => at >= 0;
  const dateTime = (at: number): string => (isKnown(at) ? full(at) : '–');
  return {
    bytes: (value) => byteSizeText(value, language),
    bytesOf: (part, whole) => {
      const { divisor } = byteUnitOf(whole);
      const digits = whole / divisor < 99.95 ? 1 : 0;
      // Rounded down until complete, as the percentage is.
      const roundingMode = part < whole ? 'trunc' : 'halfExpand';
      const shown = number({ maximumFractionDigits: digits, roundingMode }).format(part / divisor);
      return `${shown} / ${byteSizeText(whole, language)}`;
    },
    speed: (value) => speedText(value, language),
    duration: (seconds) => durationText(seconds, locale),
    percent: (fraction) =>
      number({ style: 'percent' }).format(Math.floor(Math.min(1, Math.max(0, fraction)) * 100) / 100),
    time: (at) => clock.format(at),
    clockTime: (text) =>
      /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? utcClock.format(Date.parse(`1970-01-01T${text}Z`)) : text,
    exactTime: (at) => exactClock.format(at),
    dateTime,
    date: (iso) => calendar(Date.parse(iso)),
    moment: (at, now) =>
      isKnown(at) && calendarDay.format(at) === calendarDay.format(now) ? clock.format(at) : dateTime(at),
    day: (at, now) => (year.format(at) === year.format(now) ? longDay : yearDay)(at),
    count: (value) => number({}).format(value),
    list: (parts) => joined.format(parts),
  };
}
