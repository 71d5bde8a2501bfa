import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { withoutPersonalData } from '../../base/log/personal-data.ts';
import type { RetryPolicy } from '../../base/retry.ts';
import { textOf } from '../../messages/text.ts';
import { serviceErrors } from '../errors.ts';
import type { MailRecord } from '../storage/records.ts';
import type { MailStorage, TakenMail } from '../storage/storage.ts';
import type { Carrier } from './carrier.ts';
import { createMailHold, isFinal, isOfMessage, isUnclear, pauseAfter } from './hold.ts';

/** Retries for about a week: an outage of the mail server over a long weekend loses no mail. */
export const mailPolicy: RetryPolicy = { attempts: 340, firstDelayMs: 2_000, longestDelayMs: 30 * 60_000 };

/** Also about a week, for a message that may itself cause the refusal. */
const unclearPolicy: RetryPolicy = { attempts: 170, firstDelayMs: 60_000, longestDelayMs: 60 * 60_000 };

/** How long `stop` waits for a running delivery. */
const farewellMs = 5_000;

/** Lease of a message; exceeds any delivery. If an instance crashes, another delivers the message afterwards. */
const takenMs = 15 * 60_000;

/** Interval of the check for messages leased by a crashed instance. */
const lookAgainMs = 10 * 60_000;

export type MailQueue = {
  /** Delivers due messages. */
  wake(): void;
  /** Delivers due messages even if a failure blocks the queue. */
  release(): void;
  /** Resolves when the queue is empty. Rejects with `service/stopped` if the queue stops first. */
  idle(): Promise<void>;
  /** Waits for a running delivery. A delivery that hangs is aborted and repeated after the next start. */
  stop(): Promise<void>;
};

type Waiter = { readonly resolve: () => void; readonly reject: (error: Error) => void };

type MailQueueParts = {
  readonly mail: MailStorage;
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  /** Called before each round to queue planned messages. If it fails, messages already queued are still delivered. */
  readonly prepare?: () => Promise<void>;
  /** Called after each attempt; with the message if it was written to the outbox folder, otherwise with null. */
  readonly onOutcome?: (written: MailRecord | null) => void;
};

/**
 * Delivers queued mail one message at a time and retries failures. All state is in the storage. A failure
 * that concerns every message blocks the queue; a different message is then tried after each back-off.
 */
export function createMailQueue(parts: MailQueueParts): MailQueue {
  const { mail, carrier, clock, log } = parts;
  const waiters = new Set<Waiter>();
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  let cancelTimer = (): void => undefined;
  const hanging = new AbortController();
  const delivery = createDelivery(parts, hanging.signal);

  const drain = async (): Promise<void> => {
    cancelTimer();
    await parts.prepare?.().catch((error: unknown) => log.error('Mail could not be queued yet', { error }));
    while (!stopped) {
      const { wasDelivered, nextAt } = await delivery.next();
      if (wasDelivered) continue;
      if (nextAt === null) {
        for (const waiter of waiters) waiter.resolve();
        waiters.clear();
      }
      return wakeAt(Math.max(nextAt ?? Number.POSITIVE_INFINITY, delivery.heldUntil()));
    }
  };
  const wakeAt = (at: number): void => {
    if (stopped) return;
    const waitMs = Math.max(0, at - clock.now());
    cancelTimer = clock.after(Math.min(waitMs, lookAgainMs), wake);
  };
  const wake = (): void => {
    if (stopped) return;
    if (running !== null) {
      again = true;
      return;
    }
    running = drain()
      .catch((error: unknown) => {
        log.error('The mail queue failed', { error });
        wakeAt(Number.POSITIVE_INFINITY);
      })
      .finally(() => {
        running = null;
        if (!again) return;
        again = false;
        wake();
      });
  };

  mail.onQueued(wake);
  return {
    wake,
    release: () => {
      delivery.lift();
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
      const cancelFarewell = clock.after(farewellMs, () => hanging.abort());
      await running;
      cancelFarewell();
      for (const waiter of waiters) waiter.reject(serviceErrors.stopped({}));
      waiters.clear();
      carrier.close();
    },
  };
}

/** Delivers one due message at a time, unless a failure blocks all of them. `hanging` aborts an attempt. */
function createDelivery(parts: MailQueueParts, hanging: AbortSignal) {
  const { mail, carrier, clock, log, random = Math.random } = parts;
  const hold = createMailHold(clock, random);
  const carry = async (record: TakenMail): Promise<boolean> => {
    try {
      await carrier.carry(record, hanging);
    } catch (error) {
      if (hanging.aborted) return false;
      hold.meet(error, record.id);
      const nextAt = nextTry(error, record.attempts + 1, clock.now(), random());
      const failure = toFailure(error);
      log.warn('Mail could not be delivered', {
        id: record.id,
        reason: withoutPersonalData(textOf(failure), [record.to]),
        again: nextAt !== null,
      });
      await mail.failed(record, failure, nextAt);
      return false;
    }
    hold.lift();
    return mail.carried(record, carrier.outcome);
  };
  return {
    lift: hold.lift,
    heldUntil: () => hold.current()?.until ?? 0,
    /** `nextAt` is when the next message is due, in milliseconds since 1970 UTC; null if none is queued. */
    next: async (): Promise<{ readonly wasDelivered: boolean; readonly nextAt: number | null }> => {
      const held = hold.current();
      const isHeld = held !== null && held.until > clock.now();
      if (isHeld) await mail.explainWaiting(held.failure);
      const record = isHeld ? null : await mail.take(clock.now(), takenMs);
      if (!record) return { wasDelivered: false, nextAt: await mail.dueAt() };
      const isCarried = await carry(record);
      parts.onOutcome?.(isCarried && carrier.outcome === 'written' ? record : null);
      return { wasDelivered: true, nextAt: null };
    },
  };
}

/**
 * Returns the time of the next attempt in milliseconds since 1970 UTC, or null to give up. A message whose
 * failure blocks the queue is due at once, after messages that were due earlier.
 */
function nextTry(error: unknown, attempt: number, now: number, random: number): number | null {
  if (isFinal(error)) return null;
  const policy = isOfMessage(error) ? mailPolicy : isUnclear(error) ? unclearPolicy : null;
  const pause = policy ? pauseAfter(policy, attempt, random) : 0;
  return pause === null ? null : now + pause;
}
