import type { Clock } from '../../base/clock.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { decideRetry, type RetryPolicy } from '../../base/retry.ts';

/** A failure that blocks the delivery of all messages. */
export type QueueBlock = {
  readonly failure: Failure;
  /** Time of the next attempt, milliseconds since 1970 UTC. */
  readonly until: number;
};

/** Back-off for a server that is unavailable or busy; grows to half an hour. */
const transientPolicy: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  firstDelayMs: 4_000,
  maxDelayMs: 30 * 60_000,
};

/** Back-off for failures that an operator must fix. Starts at a minute, because servers lock out logins. */
const operatorPolicy: RetryPolicy = { ...transientPolicy, firstDelayMs: 60_000, maxDelayMs: 60 * 60_000 };

const transientCodes: ReadonlySet<string> = new Set([
  'service/mailUnreachable',
  'service/mailBusy',
  'service/mailDelayed',
]);

/** If this many different messages fail in a row, the cause is the server and not the recipients. */
const maxDelayedInARow = 5;
const maxUnclearInARow = 3;

export type MailBlocker = {
  /** Null if delivery is not blocked. */
  current(): QueueBlock | null;
  /**
   * Records a failed attempt. A failure of a single message blocks delivery only if several different
   * messages in a row have failed.
   */
  recordFailure(error: unknown, id: string): void;
  /** Unblocks delivery after an accepted message, a refused recipient, or a retry by the user. */
  clear(): void;
};

export function createMailBlocker(clock: Clock, random: () => number): MailBlocker {
  let queueBlock: QueueBlock | null = null;
  let attempt = 0;
  const failedIds = new Set<string>();
  const clear = (): void => {
    queueBlock = null;
    attempt = 0;
    failedIds.clear();
  };
  return {
    current: () => queueBlock,
    clear,
    recordFailure: (error, id) => {
      const failure = toFailure(error);
      if (isPermanent(error)) return clear();
      if (isMessageDelayed(error) || isUnclear(error)) {
        failedIds.add(id);
        if (failedIds.size < (isUnclear(error) ? maxUnclearInARow : maxDelayedInARow)) return;
      }
      attempt += 1;
      const policy =
        transientCodes.has(failure.code) || !failure.code.startsWith('service/')
          ? transientPolicy
          : operatorPolicy;
      queueBlock = { failure, until: clock.now() + delayMs(policy, attempt, random()) };
    },
  };
}

/** Returns the delay in milliseconds after this many failed attempts in a row; null if no attempt is left. */
export function retryDelay(policy: RetryPolicy, attempt: number, random: number): number | null {
  const facts = { remedy: 'retry', status: null, retryAfterSeconds: null, attempt, random } as const;
  const decision = decideRetry(policy, facts);
  return decision.retry ? decision.delayMs : null;
}

function delayMs(policy: RetryPolicy, attempt: number, random: number): number {
  return retryDelay(policy, attempt, random) ?? policy.maxDelayMs;
}

export function isPermanent(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'service/mailRefused';
}

export function isMessageDelayed(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'service/mailDelayed';
}

/** Returns true if the refusal may concern only this message, its recipient, or all messages. */
export function isUnclear(error: unknown): boolean {
  return error instanceof CodedError && /^service\/mail(NotAccepted|Relay)$/.test(error.code);
}
