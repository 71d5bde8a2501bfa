import { systemClock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { defaultRetryPolicy, type RetryPolicy, retryFacts, withRetry } from '../../base/retry.ts';
import { textOf } from '../../messages/text.ts';
import { isNetworkFailure } from '../../uploads/upload-view.ts';
import { formatDuration, plainText } from '../terminal/format.ts';
import type { Context } from './context.ts';

/** Policy for commands whose result the user waits for: at most about 15 seconds in total. */
const commandPolicy: RetryPolicy = { ...defaultRetryPolicy, attempts: 5 };

/** Maximum delay. A command is not notified when the network is back. */
const maxDelayMs = 30_000;

/** Few attempts: the address is probably wrong or the service is down, so the error is shown early. */
const unreachableAttempts = 3;

/** Retries requests of a command. Fails at once if Retry-After exceeds the policy's longest delay. */
export function withCommandRetry<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  return withRetryNotes(context, work, (error) => {
    const { retryAfterSeconds } = retryFacts(error);
    const isTooLong = (retryAfterSeconds ?? 0) * 1000 > commandPolicy.maxDelayMs;
    return isTooLong ? { ...commandPolicy, attempts: 1 } : policyFor(error, commandPolicy);
  });
}

/** Retries the first requests of an upload as the queue does. Leaves network errors to the queue. */
export function withQueueRetry<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
  return withRetryNotes(context, work, (error) =>
    isNetworkFailure(toFailure(error))
      ? { ...defaultRetryPolicy, attempts: 1 }
      : policyFor(error, defaultRetryPolicy),
  );
}

/**
 * Retries `work` while its error is transient. Used before builds are queued. `endless`: retries network errors
 * without limit.
 */
export function withNetworkRetry<Result>(
  context: Context,
  work: () => Promise<Result>,
  { endless }: { readonly endless: boolean },
): Promise<Result> {
  const policy = endless
    ? { ...defaultRetryPolicy, attempts: Number.POSITIVE_INFINITY, maxDelayMs }
    : defaultRetryPolicy;
  return withRetryNotes(context, work, (error) =>
    isNetworkFailure(toFailure(error)) ? policy : policyFor(error, policy),
  );
}

function withRetryNotes<Result>(
  { terminal, interrupt }: Context,
  work: () => Promise<Result>,
  policyOf: (error: unknown) => RetryPolicy,
): Promise<Result> {
  return withRetry(work, {
    clock: systemClock,
    policyFor: policyOf,
    signal: interrupt.signal,
    onWait: (failure, delayMs) =>
      terminal.note(`${plainText(textOf(failure))} Trying again in ${formatDuration(delayMs / 1000)}.`),
  });
}

/** Allows one attempt for errors outside the API, and `unreachableAttempts` for an unreachable service. */
function policyFor(error: unknown, policy: RetryPolicy): RetryPolicy {
  const { code } = toFailure(error);
  if (!code.startsWith('api/') && code !== 'core/activationUnchanged') return { ...policy, attempts: 1 };
  const wasReached =
    retryFacts(error).status !== null || code === 'api/connectionLost' || code === 'core/activationUnchanged';
  return wasReached ? policy : { ...policy, attempts: Math.min(policy.attempts, unreachableAttempts) };
}
