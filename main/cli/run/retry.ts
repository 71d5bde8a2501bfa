import { systemClock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { defaultRetryPolicy, type RetryPolicy, retryFacts, withPatience } from '../../base/retry.ts';
import { textOf } from '../../messages/text.ts';
import { isOfNetwork } from '../../uploads/upload-view.ts';
import { formatDuration, plainText } from '../terminal/format.ts';
import type { Context } from './context.ts';

/** For commands whose result the user waits for: about 15 seconds in total. */
const askingPolicy: RetryPolicy = { ...defaultRetryPolicy, attempts: 5 };

/** Caps the delay, since a command receives no event when the network is back. */
const longestPauseMs = 30_000;

/**
 * Few attempts: the address is probably wrong or the service down, so the user should see the error early.
 */
const notReachedAttempts = 3;

/** Retries requests of a command. Fails at once if Retry-After exceeds the policy's longest delay. */
export function patiently<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  return trying(context, work, (error) => {
    const { retryAfterSeconds } = retryFacts(error);
    const isTooLong = (retryAfterSeconds ?? 0) * 1000 > askingPolicy.longestDelayMs;
    return isTooLong ? { ...askingPolicy, attempts: 1 } : policyFor(error, askingPolicy);
  });
}

/** Retries the first requests of an upload as the queue does. Leaves network errors to the queue. */
export function patientlyAsQueue<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  return trying(context, work, (error) =>
    isOfNetwork(toFailure(error))
      ? { ...defaultRetryPolicy, attempts: 1 }
      : policyFor(error, defaultRetryPolicy),
  );
}

/** Retries requests that must succeed before queuing. `endless`: retries network errors without limit. */
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

/** Retries errors of the service only, not of the local Slipway. */
function policyFor(error: unknown, policy: RetryPolicy): RetryPolicy {
  const { code } = toFailure(error);
  if (!code.startsWith('api/') && code !== 'core/notSwitched') return { ...policy, attempts: 1 };
  const wasReached =
    retryFacts(error).status !== null || code === 'api/connectionLost' || code === 'core/notSwitched';
  return wasReached ? policy : { ...policy, attempts: Math.min(policy.attempts, notReachedAttempts) };
}
