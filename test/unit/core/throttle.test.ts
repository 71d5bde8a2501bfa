import { describe, expect, test } from 'vitest';
import { throttle } from '../../../main/core/throttle.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

describe('throttle', () => {
  test.each([
    [0, 50],
    [10, 190],
  ])('after a call of %i ms, delays the next call by %i ms', async (callMs, waitMs) => {
    const clock = createFakeClock();
    let calls = 0;
    const call = throttle({ ...clock, monotonic: () => clock.monotonic() + calls * callMs }, 50, () => {
      calls += 1;
    });
    call();
    call();
    await clock.advance(waitMs - 1);
    expect(calls).toBe(1);
    await clock.advance(1);
    expect(calls).toBe(2);
  });
});
