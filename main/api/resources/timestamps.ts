/** Normalises services' time formats. Pure. */

/**
 * Returns a time in the form `2026-11-21T08:30:00.123Z`; null if unreadable. Accepts an ISO 8601 date-time
 * (default UTC), an HTTP date, `/Date(1763713800000)/`, and milliseconds since 1970.
 */
export function readTimestamp(value: unknown): string | null {
  if (typeof value === 'string' && isCanonical(value)) return value;
  const ms =
    typeof value === 'number' ? value : typeof value === 'string' ? parseTime(value.trim()) : Number.NaN;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString();
}

/** Fast path for long lists. Matches only days that every month has, so no calendar check is needed. */
const canonicalTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isCanonical(text: string): boolean {
  if (canonicalTime.test(text)) return true;
  if (text.length !== 24 || !text.endsWith('Z')) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

/** Returns true for "never": 0001-01-01 (.NET `DateTime.MinValue`), or year 0 in zones east of UTC. */
export function isNever(timestamp: string): boolean {
  return /^000[01]-/.test(timestamp);
}

const isoTime =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

function parseTime(text: string): number {
  const epoch = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  if (epoch !== undefined) return Number(epoch);
  const iso = isoTime.exec(text);
  if (iso) {
    const [, day, minute, second = '00', fraction = '0', zone = 'Z'] = iso;
    if (day === undefined || !isCalendarDay(day)) return Number.NaN;
    const offset =
      zone.toUpperCase() === 'Z'
        ? 'Z'
        : zone.replace(/^(...):?(..)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
    return Date.parse(`${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  }
  return /\sGMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Returns false for days that do not exist, which `Date.parse` moves to the next month. */
function isCalendarDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
