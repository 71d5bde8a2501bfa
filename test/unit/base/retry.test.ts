import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { CodedError, failedOutcome } from '../../../main/base/errors.ts';
import {
  decideRetry,
  isTransient,
  type RetryFacts,
  retryFacts,
  withRetry,
} from '../../../main/base/retry.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

const policy = { attempts: 5, firstDelayMs: 1_000, maxDelayMs: 60_000 };
const facts: RetryFacts = { remedy: 'retry', status: null, retryAfterSeconds: null, attempt: 1, random: 0.5 };

test.each([408, 423, 425, 429, 500, 502, 503, 504, 511, 520, 524])('status %i is transient', (status) => {
  expect(isTransient({ remedy: 'retry', status })).toBe(true);
});

test.each([400, 401, 403, 404, 409, 413, 415, 422, 501, 505, 507])('status %i is permanent', (status) => {
  expect(isTransient({ remedy: 'retry', status })).toBe(false);
});

test('a refused connection is transient, and invalid input is permanent', () => {
  expect(isTransient({ remedy: 'check-network', status: null })).toBe(true);
  expect(isTransient({ remedy: 'check-input', status: null })).toBe(false);
});

test('decideRetry doubles the delay up to the maximum, with jitter', () => {
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

test('decideRetry waits at least for Retry-After', () => {
  expect(decideRetry(policy, { ...facts, status: 503, retryAfterSeconds: 120 })).toEqual({
    retry: true,
    delayMs: 120_000,
  });
});

test('decideRetry stops after the last attempt or at a permanent error', () => {
  expect(decideRetry(policy, { ...facts, attempt: 5 })).toEqual({ retry: false, reason: 'exhausted' });
  expect(decideRetry(policy, { ...facts, status: 403 })).toEqual({ retry: false, reason: 'final' });
});

describe('withRetry', () => {
  const busy = (seconds: number | null) =>
    apiErrors.busy(
      { reason: 'Later.', seconds },
      { details: { status: 429, ...(seconds === null ? {} : { retryAfterSeconds: seconds }) } },
    );
  const trying = (failures: readonly Error[], signal?: AbortSignal) => {
    const clock = createFakeClock();
    const left = [...failures];
    const waits: number[] = [];
    const work = async () => {
      const failure = left.shift();
      if (failure) throw failure;
      return 'done';
    };
    const outcome = withRetry(work, {
      ...{ clock, random: () => 0, policyFor: () => policy },
      onWait: (_, delayMs) => waits.push(delayMs),
      ...(signal ? { signal } : {}),
    });
    outcome.catch(() => undefined);
    return { clock, waits, outcome, left };
  };

  test('waits for Retry-After or the delay of the policy', async () => {
    const { clock, waits, outcome } = trying([busy(90), busy(null), apiErrors.connectionLost({ host: 'x' })]);
    await turn();
    await clock.advance(600_000);
    expect([await outcome, waits]).toEqual(['done', [90_000, 1_000, 2_000]]);
  });

  test('rejects after the last attempt or immediately for a permanent error', async () => {
    const used = trying(Array.from({ length: 9 }, () => busy(null)));
    await turn();
    await used.clock.advance(600_000);
    await expect(used.outcome).rejects.toMatchObject({ code: 'api/busy' });
    expect(used.waits).toHaveLength(policy.attempts - 1);
    const final = trying([apiErrors.refused({ reason: 'No.' })]);
    await expect(final.outcome).rejects.toMatchObject({ code: 'api/refused' });
    expect(final.waits).toEqual([]);
  });

  test('stops waiting when aborted', async () => {
    const controller = new AbortController();
    const { outcome, left } = trying([busy(3600), busy(null)], controller.signal);
    await turn();
    controller.abort();
    await expect(outcome).rejects.toThrow();
    expect(left).toHaveLength(1);
  });
});

test('a failure keeps its status and Retry-After across the bridge', () => {
  const options = { details: { status: 503, retryAfterSeconds: 7 } };
  const outcome = failedOutcome(apiErrors.busy({ reason: 'x', seconds: null }, options));
  const { details, ...failure } = JSON.parse(JSON.stringify(outcome));
  expect(retryFacts(new CodedError(failure, { details }))).toEqual({
    ...{ remedy: 'wait', status: 503, retryAfterSeconds: 7 },
  });
});
