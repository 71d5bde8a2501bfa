import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBegunDownloads } from '../../../main/service/install/begun-downloads.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

test('any number of parts is one download, also with the whole file after them; each whole file more is one more', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('part', 'whole'), { minLength: 1 }), (asked) => {
      const begins = createBegunDownloads(createFakeClock());
      const begun = asked.filter((one) => begins('ann', one)).length;
      expect(begun).toBe(Math.max(1, asked.filter((one) => one === 'whole').length));
    }),
  );
});

test('others download for themselves, and a day later it is another download', async () => {
  const clock = createFakeClock();
  const begins = createBegunDownloads(clock);
  expect(['ann', 'ben', 'ann', 'ben'].map((who) => begins(who, 'part'))).toEqual([true, true, false, false]);
  await clock.advance(24 * 60 * 60_000);
  expect(begins('ann', 'part')).toBe(true);
});

test('the one that was asked for longest ago is forgotten first', () => {
  const begins = createBegunDownloads(createFakeClock(), 2);
  for (const who of ['ann', 'ben', 'ann', 'cyd']) begins(who, 'part');
  expect(begins('ann', 'part')).toBe(false);
  expect(begins('ben', 'part')).toBe(true);
});
