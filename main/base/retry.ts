import type { Clock } from './clock.ts';
import { CodedError, toFailure } from './errors.ts';
import type { Failure, Remedy } from './failure.ts';

export type RetryPolicy = {
  /** Maximum consecutive attempts without progress. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
};

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 8,
  firstDelayMs: 1_000,
  maxDelayMs: 5 * 60_000,
};

export type RetryFacts = {
  readonly remedy: Remedy;
  /** HTTP status; null if the connection failed. */
  readonly status: number | null;
  /** Value of `Retry-After`, in seconds; null if absent. */
  readonly retryAfterSeconds: number | null;
  /** Number of consecutive failed attempts, including this one. Callers reset it to 1 after progress. */
  readonly attempt: number;
  /** Random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
};

export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number }
  | { readonly retry: false; readonly reason: 'final' | 'exhausted' };

const transientStatuses: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/** Server errors that a retry cannot resolve: 507, for example, requires an operator to free space. */
const permanentStatuses: ReadonlySet<number> = new Set([501, 505, 506, 507, 508, 510]);

/**
 * Returns true if the same request may succeed later: after 408, 423, 425, 429 and most 5xx, or after a failure
 * whose remedy is to retry, to wait or to check the network.
 */
export function isTransient(facts: Pick<RetryFacts, 'remedy' | 'status'>): boolean {
  const { status } = facts;
  if (status !== null && status >= 500) return !permanentStatuses.has(status);
  if (status !== null && status >= 400) return transientStatuses.has(status);
  return facts.remedy === 'retry' || facts.remedy === 'check-network' || facts.remedy === 'wait';
}

/** Decides on a retry: capped exponential back-off with jitter, and at least `Retry-After`. */
export function decideRetry(policy: RetryPolicy, facts: RetryFacts): RetryDecision {
  if (!isTransient(facts)) return { retry: false, reason: 'final' };
  if (facts.attempt >= policy.attempts) return { retry: false, reason: 'exhausted' };
  const full = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (facts.attempt - 1));
  const jittered = full / 2 + (full / 2) * facts.random;
  return { retry: true, delayMs: Math.round(Math.max(jittered, (facts.retryAfterSeconds ?? 0) * 1000)) };
}

export function retryFacts(error: unknown): Omit<RetryFacts, 'attempt' | 'random'> {
  const { status = null, retryAfterSeconds = null } = error instanceof CodedError ? error.details : {};
  return { remedy: toFailure(error).remedy, status, retryAfterSeconds };
}

export type RetryOptions = {
  readonly clock: Clock;
  readonly policyFor: (error: unknown) => RetryPolicy;
  readonly onWait: (failure: Failure, delayMs: number) => void;
  readonly signal?: AbortSignal;
  /** Returns 0 (inclusive) to 1 (exclusive). Defaults to `Math.random`. */
  readonly random?: () => number;
};

/** Retries `work` while its error is transient; throws the last error. */
export async function withRetry<Result>(
  work: () => Promise<Result>,
  { clock, policyFor, onWait, signal, random = Math.random }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const decision = decideRetry(policyFor(error), { ...retryFacts(error), attempt, random: random() });
      if (!decision.retry) throw error;
      onWait(toFailure(error), decision.delayMs);
      await clock.sleep(decision.delayMs, signal);
    }
  }
}
