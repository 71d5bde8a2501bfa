import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRetry, isPassing, type RetryFacts } from '../../../main/base/retry.ts';

const policy = { attempts: 5, firstDelayMs: 1_000, longestDelayMs: 60_000 };
const facts: RetryFacts = { remedy: 'retry', status: null, retryAfterSeconds: null, attempt: 1, random: 0.5 };

test.each([408, 425, 429, 500, 502, 503, 504, 511, 520, 524])('status %i passes', (status) => {
  expect(isPassing({ remedy: 'retry', status })).toBe(true);
});

test.each([400, 401, 403, 404, 409, 413, 415, 422, 501, 505, 507])('status %i is final', (status) => {
  expect(isPassing({ remedy: 'retry', status })).toBe(false);
});

test('a refused connection passes, a wrong input does not', () => {
  expect(isPassing({ remedy: 'check-network', status: null })).toBe(true);
  expect(isPassing({ remedy: 'check-input', status: null })).toBe(false);
});

test('waits between half and all of the doubled delay, and no longer than the longest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const decision = decideRetry(policy, { ...facts, attempt, random });
        if (!decision.retry) throw new Error('expected another try');
        const full = Math.min(60_000, 1_000 * 2 ** (attempt - 1));
        expect(decision.delayMs).toBeGreaterThanOrEqual(Math.floor(full / 2));
        expect(decision.delayMs).toBeLessThanOrEqual(full);
      },
    ),
  );
});

test('never comes back sooner than the service asked', () => {
  expect(decideRetry(policy, { ...facts, status: 503, retryAfterSeconds: 120 })).toEqual({
    retry: true,
    delayMs: 120_000,
  });
});

test('gives up after the last attempt, and at once when nothing would change', () => {
  expect(decideRetry(policy, { ...facts, attempt: 5 })).toEqual({ retry: false, reason: 'exhausted' });
  expect(decideRetry(policy, { ...facts, status: 403 })).toEqual({ retry: false, reason: 'final' });
});
