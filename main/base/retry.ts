import type { Clock } from './clock.ts';
import { CodedError, toFailure } from './errors.ts';
import type { Failure, Remedy } from './failure.ts';

export type RetryPolicy = {
  /** Tries in a row without progress before giving up. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
};

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 8,
  firstDelayMs: 1_000,
  longestDelayMs: 5 * 60_000,
};

/** What one failed try looked like. */
export type RetryFacts = {
  readonly remedy: Remedy;
  /** HTTP status, or null when the connection itself failed. */
  readonly status: number | null;
  /** Seconds asked for by `Retry-After`, or null. */
  readonly retryAfterSeconds: number | null;
  /** Failed tries in a row, this one included; a caller resets it to 1 when bytes moved. */
  readonly attempt: number;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
};

export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number }
  | { readonly retry: false; readonly reason: 'final' | 'exhausted' };

const passingRefusals: ReadonlySet<number> = new Set([408, 425, 429]);

/** Not implemented, and the like: these say what the server is, not how it is just now. 507: somebody has to free space. */
const finalFailures: ReadonlySet<number> = new Set([501, 505, 506, 507, 508, 510]);

/**
 * True when the same request may succeed later without anybody changing anything: 408, 425 and 429 of the refusals, and
 * failures of the server or of one in front of it, whose own numbers (520 to 530) count as well.
 */
export function isPassing(facts: Pick<RetryFacts, 'remedy' | 'status'>): boolean {
  const { status } = facts;
  if (status !== null && status >= 500) return !finalFailures.has(status);
  if (status !== null && status >= 400) return passingRefusals.has(status);
  return facts.remedy === 'retry' || facts.remedy === 'check-network' || facts.remedy === 'wait';
}

/**
 * Whether and when to try again: capped exponential back-off with jitter (half to full), never sooner than
 * `Retry-After` asks.
 */
export function decideRetry(policy: RetryPolicy, facts: RetryFacts): RetryDecision {
  if (!isPassing(facts)) return { retry: false, reason: 'final' };
  if (facts.attempt >= policy.attempts) return { retry: false, reason: 'exhausted' };
  const full = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (facts.attempt - 1));
  const jittered = full / 2 + (full / 2) * facts.random;
  return { retry: true, delayMs: Math.round(Math.max(jittered, (facts.retryAfterSeconds ?? 0) * 1000)) };
}

/** Returns what a failure tells about retrying it. */
export function retryFacts(error: unknown): Omit<RetryFacts, 'attempt' | 'random'> {
  const { status = null, retryAfterSeconds = null } = error instanceof CodedError ? error.details : {};
  return { remedy: toFailure(error).remedy, status, retryAfterSeconds };
}

export type Patience = {
  readonly clock: Clock;
  readonly policyFor: (error: unknown) => RetryPolicy;
  /** Told before each pause. */
  readonly onWait: (failure: Failure, delayMs: number) => void;
  /** Ends a pause. */
  readonly signal?: AbortSignal;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
};

/** The result of `work`, which is done again as long as its failure may pass; throws the last failure. */
export async function withPatience<Result>(
  work: () => Promise<Result>,
  { clock, policyFor, onWait, signal, random = Math.random }: Patience,
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
