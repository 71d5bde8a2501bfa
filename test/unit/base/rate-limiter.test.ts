import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../main/base/rate-limiter.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

describe('a rate limiter', () => {
  test('delays by up to 8 s after 30 different guesses', async () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock);
    for (let at = 0; at < 29; at += 1) limiter.failed(`wrong ${at}`);
    limiter.failed('wrong 0');
    expect(limiter.waitSeconds()).toBe(0);
    limiter.failed('wrong 29');
    expect(limiter.waitSeconds()).toBe(1);
    await clock.advance(1_000);
    expect(limiter.waitSeconds()).toBe(0);
    for (let at = 30; at < 200; at += 1) limiter.failed(`wrong ${at}`);
    expect(limiter.waitSeconds()).toBe(8);
    await clock.advance(8_000);
    expect(limiter.waitSeconds()).toBe(0);
  });

  test('resets after a correct guess', () => {
    const limiter = createRateLimiter(createFakeClock());
    for (let at = 0; at < 40; at += 1) limiter.failed(`wrong ${at}`);
    limiter.succeeded();
    expect(limiter.waitSeconds()).toBe(0);
  });
});
