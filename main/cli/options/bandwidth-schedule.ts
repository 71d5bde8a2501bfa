/** Bandwidth schedules such as `mon-fri 08:00-18:00 2MB/s`. */

import { InvalidArgumentError } from 'commander';
import type { NetworkView } from '../../core/views/network.ts';
import { speedText } from '../../messages/byte-size.ts';
import { weekdays } from '../../settings/settings-schema.ts';
import { parseSpeed } from './speed.ts';

type Hours = NetworkView['schedule'][number];

const names: readonly string[] = weekdays;

const example =
  'Expected days, hours and a speed, such as “mon-fri 08:00-18:00 2MB/s” or “sat,sun 00:00-00:00 off”.';

/** Parses a repeatable option; `none` clears the list. Throws InvalidArgumentError. */
export function collectHours(text: string, before: readonly Hours[] | undefined): Hours[] {
  return text.trim().toLowerCase() === 'none' ? [] : [...(before ?? []), parseHours(text)];
}

function parseHours(text: string): Hours {
  const [, days, from, to, speed] =
    /^([a-z][a-z,\s-]*)\s(\d{1,2}:\d\d)\s*[-–]\s*(\d{1,2}:\d\d)\s(.+)$/i.exec(text.trim()) ?? [];
  if (!days || !from || !to || !speed) throw new InvalidArgumentError(example);
  const limit = parseSpeed(speed);
  return {
    days: parseDays(days.trim()),
    from: parseTime(from),
    // 24:00 is 00:00 of the next day.
    to: to === '24:00' ? '00:00' : parseTime(to),
    bytesPerSecond: limit === 'off' ? null : limit,
  };
}

function parseTime(text: string): string {
  const time = text.padStart(5, '0');
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    throw new InvalidArgumentError('Expected times from 00:00 to 24:00, such as 08:30.');
  }
  return time;
}

function parseDays(text: string): Hours['days'] {
  if (/^(daily|every ?day)$/i.test(text.trim())) return [...weekdays];
  const named = text.split(',').flatMap((part) => {
    const [first = '', last = first, ...more] = part.split('-').map((name) => dayOf(name));
    const [begin, end] = [names.indexOf(first), names.indexOf(last)];
    if (begin < 0 || end < 0 || more.length > 0) throw new InvalidArgumentError(example);
    // `sat-mon` wraps around the end of the week.
    const count = ((end - begin + weekdays.length) % weekdays.length) + 1;
    return Array.from({ length: count }, (_, ahead) => (begin + ahead) % weekdays.length);
  });
  return weekdays.filter((_, index) => named.includes(index));
}

/** Accepts `Monday` and `mon`. */
function dayOf(name: string): string {
  const word = name.trim().toLowerCase();
  return /^[a-z]{3}$|day$/.test(word) ? word.slice(0, 3) : '';
}

/** Returns text such as `mon–fri 08:00–18:00: 2.0 MB/s`. */
export function hoursText({ days, from, to, bytesPerSecond }: Hours): string {
  const named = days.length === weekdays.length ? 'daily' : runsOf(days).join(', ');
  return `${named} ${from}–${to}: ${bytesPerSecond === null ? 'none' : speedText(bytesPerSecond)}`;
}

/** Joins three or more consecutive days as `mon–fri`. */
function runsOf(days: Hours['days']): string[] {
  const runs: string[][] = [];
  for (const day of weekdays.filter((name) => days.includes(name))) {
    const last = runs.at(-1);
    const previous = weekdays[weekdays.indexOf(day) - 1];
    if (last && previous !== undefined && last.at(-1) === previous) last.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', ')));
}
