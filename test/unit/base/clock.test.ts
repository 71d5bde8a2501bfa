import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime, isoTimes, systemClock } from '../../../main/base/clock.ts';

test('a delay beyond the timer maximum does not fire immediately', async () => {
  let ended = false;
  const cancel = systemClock.after(2 ** 40, () => {
    ended = true;
  });
  await systemClock.sleep(5);
  cancel();
  expect(ended).toBe(false);
});

test('isoTimes formats each time in a list like isoTime', () => {
  const farthest = Date.UTC(9999, 11, 31);
  const times = fc.array(fc.double({ min: -farthest, max: farthest, noNaN: true }), { maxLength: 20 });
  const near = fc.array(fc.integer({ min: 1_700_000_000_000, max: 1_700_200_000_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(times, near), (values) => {
      const iso = isoTimes();
      expect(values.map((ms) => iso(ms))).toEqual(values.map(isoTime));
    }),
    { numRuns: 500 },
  );
  expect(() => isoTimes()(Number.NaN)).toThrow(RangeError);
});
