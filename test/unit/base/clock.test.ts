import { expect, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';

test('a wait longer than the system can time does not end at once', async () => {
  let ended = false;
  const cancel = systemClock.after(2 ** 40, () => {
    ended = true;
  });
  await systemClock.sleep(5);
  cancel();
  expect(ended).toBe(false);
});
