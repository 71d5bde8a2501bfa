import { expect, test } from 'vitest';
import type { Clock } from '../../../main/base/clock.ts';
import { checkPassword, hashPassword, randomPassword } from '../../../main/service/identity/secrets.ts';
import { createSignInLimiter, delayAfter } from '../../../main/service/identity/sign-in-limiter.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('checkPassword compares a password with its salted hash', async () => {
  const hash = await hashPassword('corréct horse');
  expect(hash).not.toContain('horse');
  expect(hash).not.toBe(await hashPassword('corréct horse'));
  expect(await checkPassword('corréct horse'.normalize('NFD'), hash)).toBe(true);
  expect(await checkPassword('correct horse', hash)).toBe(false);
  expect(await checkPassword('x', 'not a hash')).toBe(false);
});

test('randomPassword contains no ambiguous characters', () => {
  expect(randomPassword()).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
  expect(new Set(Array.from({ length: 50 }, randomPassword)).size).toBe(50);
});

test('delayAfter doubles up to five minutes', () => {
  expect([-1, 0, 1, 2, 8, 30].map(delayAfter)).toEqual([0, 1_000, 2_000, 4_000, 256_000, 300_000]);
});

test('the sign-in limiter delays guesses per user and per address', async () => {
  let now = 1_000_000;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async () => undefined,
    after: () => () => undefined,
  };
  const storage = await openEmbeddedStorage(await temporaryFolder(), collectedLog().log);
  const limiter = createSignInLimiter(storage.identity, clock, 'token');
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await limiter.admit('Ann', '10.0.0.1')).toBe(0);
  expect(await limiter.admit('ann', '10.0.0.1')).toBe(1_000);
  expect(await limiter.admit('ann', '10.0.0.2')).toBe(0);
  expect(await limiter.admit('ben', '10.0.0.1')).toBe(0);
  now += 1_000;
  expect(await limiter.admit('ann', '10.0.0.1')).toBe(0);
  expect(await limiter.admit('ann', '10.0.0.1')).toBe(2_000);
  now += 2_000;
  expect(await limiter.admit('ann', '10.0.0.1')).toBe(0);
  await limiter.succeeded('ann', '10.0.0.1');
  expect(await limiter.admit('ann', '10.0.0.1')).toBe(0);
  for (let index = 0; index < 30; index += 1) await limiter.admit(`user${index}`, '10.0.0.3');
  expect(await limiter.admit('another', '10.0.0.3')).toBeGreaterThan(0);
  now += 25 * 60 * 60_000;
  expect(await limiter.admit('another', '10.0.0.3')).toBe(0);
  await storage.close();
});

test('the sign-in limiter counts parallel attempts per user, IP and type', async () => {
  const storage = await openEmbeddedStorage(await temporaryFolder(), collectedLog().log);
  const clock = createFakeClock();
  const limiter = createSignInLimiter(storage.identity, clock, 'token');
  const waits = await Promise.all(Array.from({ length: 10 }, () => limiter.admit('ann', '10.0.0.1')));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  expect(await limiter.wait('Ann', '10.0.0.1')).toBeGreaterThan(0);
  expect(await limiter.wait('ann', '10.0.0.2')).toBe(0);
  expect(await createSignInLimiter(storage.identity, clock, 'page').wait('ann', '10.0.0.1')).toBe(0);
  await clock.advance(300_000);
  const later = await Promise.all([limiter.admit('ann', '10.0.0.1'), limiter.admit('ann', '10.0.0.1')]);
  expect([later[0], later.filter((wait) => wait > 0)]).toEqual([0, [256_000]]);
  await storage.close();
});
