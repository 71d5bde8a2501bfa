import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createBandwidthSchedule,
  limitAt,
  localTime,
  nextChange,
} from '../../../main/core/network/bandwidth-schedule.ts';
import { type LimitedHours, weekdays } from '../../../main/settings/settings-schema.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

const megabyte = 1_000_000;
const at = (day: (typeof weekdays)[number], time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { day: weekdays.indexOf(day), minute: hours * 60 + minutes };
};
const workdays: LimitedHours['days'] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const office: LimitedHours = { days: workdays, from: '08:00', to: '18:00', bytesPerSecond: 2 * megabyte };
const night: LimitedHours = { days: ['fri', 'sun'], from: '22:00', to: '06:00', bytesPerSecond: null };

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => void vi.unstubAllEnvs());

test('limitAt returns the first matching entry or the default limit', () => {
  const all: LimitedHours = { days: [...weekdays], from: '00:00', to: '00:00', bytesPerSecond: 5 * megabyte };
  const limits = { bytesPerSecond: megabyte, schedule: [office, night] };
  expect(limitAt(limits, at('mon', '07:59'))).toBe(megabyte);
  expect(limitAt(limits, at('mon', '08:00'))).toBe(2 * megabyte);
  expect(limitAt(limits, at('fri', '17:59'))).toBe(2 * megabyte);
  expect(limitAt(limits, at('fri', '18:00'))).toBe(megabyte);
  expect(limitAt(limits, at('sat', '12:00'))).toBe(megabyte);
  expect(limitAt({ ...limits, schedule: [all, office] }, at('mon', '09:00'))).toBe(5 * megabyte);
  expect(limitAt({ ...limits, schedule: [office, all] }, at('mon', '09:00'))).toBe(2 * megabyte);
});

test('limitAt applies an entry past midnight to the day on which it begins', () => {
  const limits = { bytesPerSecond: megabyte, schedule: [night] };
  expect(limitAt(limits, at('fri', '05:00'))).toBe(megabyte);
  expect(limitAt(limits, at('fri', '22:00'))).toBeNull();
  expect(limitAt(limits, at('sat', '05:59'))).toBeNull();
  expect(limitAt(limits, at('sat', '06:00'))).toBe(megabyte);
  expect(limitAt(limits, at('sat', '22:00'))).toBe(megabyte);
  expect(limitAt(limits, at('mon', '01:00'))).toBeNull();
});

test('limitAt accepts a 24-hour entry that begins at any hour', () => {
  const limits = {
    bytesPerSecond: null,
    schedule: [{ ...office, days: ['mon' as const], from: '10:00', to: '10:00' }],
  };
  expect(limitAt(limits, at('mon', '09:59'))).toBeNull();
  expect(limitAt(limits, at('mon', '10:00'))).toBe(2 * megabyte);
  expect(limitAt(limits, at('tue', '09:59'))).toBe(2 * megabyte);
  expect(limitAt(limits, at('tue', '10:00'))).toBeNull();
});

describe('the next limit change', () => {
  const change = (schedule: LimitedHours[], now: string): string | null => {
    const next = nextChange({ bytesPerSecond: megabyte, schedule }, Date.parse(now));
    return next === null ? null : new Date(next).toISOString();
  };
  const early: LimitedHours = { ...office, days: ['sun'], from: '02:30', to: '03:30' };

  test('is the next start or end of a schedule entry, even over a weekend', () => {
    expect(change([office], '2026-11-20T08:00:12Z')).toBe('2026-11-20T17:00:00.000Z');
    expect(change([office], '2026-11-20T17:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  });

  test('follows local time through daylight saving changes', () => {
    // On 29 March 2026 the hour from 02:00 to 03:00 is skipped; on 25 October it is repeated.
    expect(change([early], '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(change([early], '2026-03-29T01:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(change([early], '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(change([early], '2026-10-25T00:30:00Z')).toBe('2026-10-25T01:00:00.000Z');
    expect(change([early], '2026-10-25T01:00:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });

  test('is null if the limit never changes', () => {
    expect(change([], '2026-11-20T08:00:00Z')).toBeNull();
    expect(change([{ ...office, bytesPerSecond: megabyte }], '2026-11-20T08:00:00Z')).toBeNull();
  });

  test('is the first time with a different limit, for any schedule', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`);
    const hours = fc.record({
      days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
      from: time,
      to: time,
      bytesPerSecond: fc.constantFrom(null, megabyte, 2 * megabyte),
    });
    const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
    const property = fc.property(
      fc.array(hours, { minLength: 1, maxLength: 3 }),
      instant,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (schedule, now, part) => {
        const limits = { bytesPerSecond: megabyte, schedule };
        const limit = (ms: number) => limitAt(limits, localTime(ms));
        const next = nextChange(limits, now);
        const until = next ?? now + 7 * 24 * 60 * 60_000;
        expect(limit(Math.floor(now + part * (until - now)))).toBe(limit(now));
        if (next !== null) expect(limit(next)).not.toBe(limit(now));
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});

test('the schedule follows the clock and changes of the settings', async () => {
  const clock = createFakeClock(Date.parse('2026-11-20T16:59:30Z'));
  let limits = { bytesPerSecond: (10 * megabyte) as number | null, schedule: [office] };
  let changes = 0;
  const followed = createBandwidthSchedule({ clock, limits: () => limits, onChange: () => (changes += 1) });
  followed.start();
  const portion = async (): Promise<number> => {
    // Waits until the bytes of earlier calls no longer delay this call.
    await clock.advance(1_000);
    return followed.throttle(100 * megabyte);
  };
  expect(await portion()).toBe(200_000);
  expect(followed.now()).toEqual({ bytesPerSecond: 2 * megabyte, until: Date.parse('2026-11-20T17:00:00Z') });
  await clock.advance(30_000);
  expect(await portion()).toBe(megabyte);
  expect(changes).toBe(1);
  clock.setNow(Date.parse('2026-11-23T08:00:10Z'));
  await clock.advance(60_000);
  expect(await portion()).toBe(200_000);
  expect(changes).toBe(2);
  limits = { bytesPerSecond: null, schedule: [] };
  followed.update();
  expect(await followed.throttle(100 * megabyte)).toBe(100 * megabyte);
  followed.stop();
  expect(clock.pending()).toBe(0);
});
