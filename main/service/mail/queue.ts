import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { withoutPersonalData } from '../../base/log/personal-data.ts';
import type { RetryPolicy } from '../../base/retry.ts';
import { textOf } from '../../messages/text.ts';
import { serviceErrors } from '../errors.ts';
import type { LeasedMail, MailStorage } from '../storage/mail-storage.ts';
import { createMailBlocker, isMessageDelayed, isPermanent, isUnclear, retryDelay } from './queue-block.ts';
import type { MailTransport } from './transport.ts';

/** Retries for about a week, so that a mail server outage over a long weekend loses no mail. */
export const mailPolicy: RetryPolicy = { attempts: 340, firstDelayMs: 2_000, maxDelayMs: 30 * 60_000 };

/** For errors that the message itself may have caused: also about a week, but with longer delays. */
const unclearPolicy: RetryPolicy = { attempts: 170, firstDelayMs: 60_000, maxDelayMs: 60 * 60_000 };

/** Maximum time that `stop` waits for a running delivery. */
const stopTimeoutMs = 5_000;

/**
 * Longer than any delivery. When a crashed instance's lease expires, another instance delivers the message.
 */
const leaseMs = 15 * 60_000;

/** Interval of the check for messages leased by a crashed instance. */
const checkIntervalMs = 10 * 60_000;

export type MailQueue = {
  /** Starts delivery of the messages that are due. */
  wake(): void;
  /** Starts delivery of due messages even if a failure blocks the queue. */
  retryNow(): void;
  /** Resolves when the queue is empty. Rejects with `service/stopped` if the queue stops first. */
  idle(): Promise<void>;
  /** Waits for a running delivery. Aborts a hanging delivery, which the next start repeats. */
  stop(): Promise<void>;
};

type Waiter = { readonly resolve: () => void; readonly reject: (error: Error) => void };

type MailQueueOptions = {
  readonly mail: MailStorage;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  /** Queues planned messages before each round. If the call fails, other messages are still delivered. */
  readonly queuePlanned?: () => Promise<void>;
  /** Called after each attempt; with null if the message's version was removed. */
  readonly onOutcome?: (versionId: number | null) => void;
};

/**
 * Delivers queued mail one message at a time and retries failures. A failure that concerns every message
 * blocks the queue; after each back-off, the queue tries a different message.
 */
export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { mail, transport, clock, log } = options;
  const waiters = new Set<Waiter>();
  let stopped = false;
  let running: Promise<void> | null = null;
  let wakeAgain = false;
  let cancelTimer = (): void => undefined;
  const abortController = new AbortController();
  const delivery = createDelivery(options, abortController.signal);

  const drain = async (): Promise<void> => {
    cancelTimer();
    await options.queuePlanned?.().catch((error: unknown) => log.error('Could not queue mail', { error }));
    while (!stopped) {
      const { wasDelivered, nextAt } = await delivery.next();
      if (wasDelivered) continue;
      if (nextAt === null) {
        for (const waiter of waiters) waiter.resolve();
        waiters.clear();
      }
      return wakeAt(Math.max(nextAt ?? Number.POSITIVE_INFINITY, delivery.blockedUntil()));
    }
  };
  const wakeAt = (at: number): void => {
    if (stopped) return;
    const waitMs = Math.max(0, at - clock.now());
    cancelTimer = clock.after(Math.min(waitMs, checkIntervalMs), wake);
  };
  const wake = (): void => {
    if (stopped) return;
    if (running !== null) {
      wakeAgain = true;
      return;
    }
    running = drain()
      .catch((error: unknown) => {
        log.error('Could not run the mail queue', { error });
        wakeAt(Number.POSITIVE_INFINITY);
      })
      .finally(() => {
        running = null;
        if (!wakeAgain) return;
        wakeAgain = false;
        wake();
      });
  };

  mail.onQueued(wake);
  return {
    wake,
    retryNow: () => {
      delivery.clearBlock();
      wake();
    },
    idle: () =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(serviceErrors.stopped({}));
          return;
        }
        waiters.add({ resolve, reject });
        wake();
      }),
    stop: async () => {
      stopped = true;
      cancelTimer();
      const cancelTimeout = clock.after(stopTimeoutMs, () => abortController.abort());
      await running;
      cancelTimeout();
      for (const waiter of waiters) waiter.reject(serviceErrors.stopped({}));
      waiters.clear();
      transport.close();
    },
  };
}

/** Delivers one due message at a time unless the queue is blocked. The signal aborts a hanging attempt. */
function createDelivery(options: MailQueueOptions, abortController: AbortSignal) {
  const { mail, transport, clock, log, random = Math.random } = options;
  const blocker = createMailBlocker(clock, random);
  const deliver = async (record: LeasedMail): Promise<void> => {
    try {
      await transport.deliver(record, abortController);
    } catch (error) {
      if (abortController.aborted) return;
      blocker.recordFailure(error, record.id);
      const nextAt = nextAttemptAt(error, record.attempts + 1, clock.now(), random());
      const failure = toFailure(error);
      log.warn('Could not deliver mail', {
        id: record.id,
        reason: withoutPersonalData(textOf(failure), [record.to]),
        again: nextAt !== null,
      });
      await mail.fail(record, failure, nextAt);
      return;
    }
    blocker.clear();
    await mail.complete(record, transport.outcome);
  };
  return {
    clearBlock: blocker.clear,
    blockedUntil: () => blocker.current()?.until ?? 0,
    /** `nextAt`: when the next message is due, ms since 1970 UTC; null if the queue is empty. */
    next: async (): Promise<{ readonly wasDelivered: boolean; readonly nextAt: number | null }> => {
      const block = blocker.current();
      const isBlocked = block !== null && block.until > clock.now();
      if (isBlocked) await mail.setQueuedFailure(block.failure);
      const record = isBlocked ? null : await mail.lease(clock.now(), leaseMs);
      if (!record) return { wasDelivered: false, nextAt: await mail.nextDueAt() };
      await deliver(record);
      options.onOutcome?.(record.versionId);
      return { wasDelivered: true, nextAt: null };
    },
  };
}

/**
 * Returns the time of the next attempt (ms since 1970 UTC), or null to give up. A failure that blocks the
 * queue does not delay the message further.
 */
function nextAttemptAt(error: unknown, attempt: number, now: number, random: number): number | null {
  if (isPermanent(error)) return null;
  const policy = isMessageDelayed(error) ? mailPolicy : isUnclear(error) ? unclearPolicy : null;
  const pause = policy ? retryDelay(policy, attempt, random) : 0;
  return pause === null ? null : now + pause;
}
