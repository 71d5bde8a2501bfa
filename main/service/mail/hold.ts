import type { Clock } from '../../base/clock.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { decideRetry, type RetryPolicy } from '../../base/retry.ts';

/** What keeps every message from being handed over. */
export type Hold = {
  readonly failure: Failure;
  /** When it is tried again, milliseconds since 1970 UTC. */
  readonly until: number;
};

/**
 * A server that is away or busy. After some tries half an hour lies between two.
 */
const passing: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  firstDelayMs: 4_000,
  longestDelayMs: 30 * 60_000,
};

/** What a person has to mend. Servers lock a login or an address out after a few wrong tries in some minutes. */
const toMend: RetryPolicy = { ...passing, firstDelayMs: 60_000, longestDelayMs: 60 * 60_000 };

const passes: ReadonlySet<string> = new Set([
  'service/mailUnreachable',
  'service/mailBusy',
  'service/mailDelayed',
]);

/** So many messages put off or refused in a row, and none taken: it is the server, not the receivers. */
const delayedInARow = 5;
const unclearInARow = 3;

export type MailHold = {
  /** Null while messages may be handed over. */
  current(): Hold | null;
  /**
   * Takes note of a try that failed. What is about one receiver or message alone holds nothing, unless it meets one after
   * the other; the same message counts once, however often it is tried.
   */
  meet(error: unknown, id: string): void;
  /** The server took a message or answered about its receiver, or a person wants it tried: nothing holds any more. */
  lift(): void;
};

/** One back-off for all messages of a queue. */
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

/** The pause after so many tries that failed in a row; null when that was the last. */
export function pauseAfter(policy: RetryPolicy, attempt: number, random: number): number | null {
  const facts = { remedy: 'retry', status: null, retryAfterSeconds: null, attempt, random } as const;
  const decision = decideRetry(policy, facts);
  return decision.retry ? decision.delayMs : null;
}

function delayMs(policy: RetryPolicy, attempt: number, random: number): number {
  return pauseAfter(policy, attempt, random) ?? policy.longestDelayMs;
}

/** This receiver will never be taken. */
export function isFinal(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'service/mailRefused';
}

/** This message waits, whatever becomes of others. */
export function isOfMessage(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'service/mailDelayed';
}

/** Refused for a reason that may lie in the message or its receiver, but may as well meet every other. */
export function isUnclear(error: unknown): boolean {
  return error instanceof CodedError && /^service\/mail(NotTaken|Relay)$/.test(error.code);
}
