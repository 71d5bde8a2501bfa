/** How long a command goes on asking a service that is busy, broken or out of reach for the moment. */

import { systemClock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { defaultRetryPolicy, type RetryPolicy, retryFacts, withPatience } from '../../base/retry.ts';
import { textOf } from '../../messages/text.ts';
import { isOfNetwork } from '../../uploads/upload-view.ts';
import { formatDuration, plainText } from '../terminal/format.ts';
import type { Context } from './context.ts';

/** For a command whose result somebody waits for: about a quarter of a minute. */
const askingPolicy: RetryPolicy = { ...defaultRetryPolicy, attempts: 5 };

/** Nothing tells this when the network is back. */
const longestPauseMs = 30_000;

/** Before any answer. Mostly the address is wrong or the service is down, which a person wants to hear soon. */
const notReachedAttempts = 3;

/**
 * For commands that ask and change things. A service that asks for a longer pause than the queue would make by itself is
 * not waited for: its answer says when to come back.
 */
export function patiently<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  return trying(context, work, (error) => {
    const { retryAfterSeconds } = retryFacts(error);
    const isTooLong = (retryAfterSeconds ?? 0) * 1000 > askingPolicy.longestDelayMs;
    return isTooLong ? { ...askingPolicy, attempts: 1 } : policyFor(error, askingPolicy);
  });
}

/** For what uploads begin with: as patient as the queue, and as long as the service asks for; what the network fails is left to the queue. */
export function patientlyAsQueue<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  return trying(context, work, (error) =>
    isOfNetwork(toFailure(error))
      ? { ...defaultRetryPolicy, attempts: 1 }
      : policyFor(error, defaultRetryPolicy),
  );
}

/** For what nothing can be queued without. `endless`: waits for a network or a service however long it takes. */
export function throughNetwork<Result>(
  context: Context,
  work: () => Promise<Result>,
  { endless }: { readonly endless: boolean },
): Promise<Result> {
  const policy = endless
    ? { ...defaultRetryPolicy, attempts: Number.POSITIVE_INFINITY, longestDelayMs: longestPauseMs }
    : defaultRetryPolicy;
  return trying(context, work, (error) =>
    isOfNetwork(toFailure(error)) ? policy : policyFor(error, policy),
  );
}

function trying<Result>(
  { terminal, interrupt }: Context,
  work: () => Promise<Result>,
  policyOf: (error: unknown) => RetryPolicy,
): Promise<Result> {
  return withPatience(work, {
    clock: systemClock,
    policyFor: policyOf,
    signal: interrupt.signal,
    onWait: (failure, delayMs) =>
      terminal.note(`${plainText(textOf(failure))} Trying again in ${formatDuration(delayMs / 1000)}.`),
  });
}

/** Only what a service did may pass: a Slipway that is gone is another matter. */
function policyFor(error: unknown, policy: RetryPolicy): RetryPolicy {
  const { code } = toFailure(error);
  if (!code.startsWith('api/') && code !== 'core/notSwitched') return { ...policy, attempts: 1 };
  const wasReached =
    retryFacts(error).status !== null || code === 'api/connectionLost' || code === 'core/notSwitched';
  return wasReached ? policy : { ...policy, attempts: Math.min(policy.attempts, notReachedAttempts) };
}
