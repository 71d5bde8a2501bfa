import type { Clock } from '../../base/clock.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { decideRetry, type RetryPolicy } from '../../base/retry.ts';

/** A failure that blocks the delivery of all messages. */
export type Hold = {
  readonly failure: Failure;
  /** Time of the next attempt, milliseconds since 1970 UTC. */
  readonly until: number;
};

/** Back-off for a server that is unavailable or busy; grows to half an hour. */
const passing: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  firstDelayMs: 4_000,
  longestDelayMs: 30 * 60_000,
};

/** Back-off for failures that an operator must fix: servers lock out a login after a few failures. */
const toMend: RetryPolicy = { ...passing, firstDelayMs: 60_000, longestDelayMs: 60 * 60_000 };

const passes: ReadonlySet<string> = new Set([
  'service/mailUnreachable',
  'service/mailBusy',
  'service/mailDelayed',
]);

/** After failures of this many different messages in a row, the server is the cause, not the recipients. */
const delayedInARow = 5;
const unclearInARow = 3;

export type MailHold = {
  /** Null while delivery is not blocked. */
  current(): Hold | null;
  /**
   * Records a failed attempt. Failures of a single message or recipient block delivery only after several
   * different messages in a row; repeated failures of one message count once.
   */
  meet(error: unknown, id: string): void;
  /** Unblocks delivery: the server accepted a message or refused a recipient, or the user requested a retry. */
  lift(): void;
};

export function createMailHold(clock: Clock, random: () => number): MailHold {
  let hold: Hold | null = null;
  let attempt = 0;
  const putOff = new Set<string>();
  const lift = (): void => {
    hold = null;
    attempt = 0;
    putOff.clear();
  };
  return {
    current: () => hold,
    lift,
    meet: (error, id) => {
      const failure = toFailure(error);
      if (isFinal(error)) return lift();
      if (isOfMessage(error) || isUnclear(error)) {
        putOff.add(id);
        if (putOff.size < (isUnclear(error) ? unclearInARow : delayedInARow)) return;
      }
      attempt += 1;
      const policy = passes.has(failure.code) || !failure.code.startsWith('service/') ? passing : toMend;
      hold = { failure, until: clock.now() + delayMs(policy, attempt, random()) };
    },
  };
}

/** Returns the delay in milliseconds after this many failed attempts in a row, or null if no attempt is left. */
export function pauseAfter(policy: RetryPolicy, attempt: number, random: number): number | null {
  const facts = { remedy: 'retry', status: null, retryAfterSeconds: null, attempt, random } as const;
  const decision = decideRetry(policy, facts);
  return decision.retry ? decision.delayMs : null;
}

function delayMs(policy: RetryPolicy, attempt: number, random: number): number {
  return pauseAfter(policy, attempt, random) ?? policy.longestDelayMs;
}

export function isFinal(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'service/mailRefused';
}

export function isOfMessage(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'service/mailDelayed';
}

/** True if the refusal may concern only this message or its recipient, or all messages. */
export function isUnclear(error: unknown): boolean {
  return error instanceof CodedError && /^service\/mail(NotTaken|Relay)$/.test(error.code);
}
