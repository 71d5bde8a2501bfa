import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { decideRetry, type RetryPolicy } from '../../base/retry.ts';
import { serviceErrors } from '../errors.ts';
import type { MailStorage, TakenMail } from '../storage/storage.ts';
import type { Carrier } from './carrier.ts';

/** About a week: a mail server that is away over a long weekend loses nothing. */
export const mailPolicy: RetryPolicy = { attempts: 340, firstDelayMs: 2_000, longestDelayMs: 30 * 60_000 };

/** How long stopping waits for a message on its way. */
const farewellMs = 5_000;

/** Longer than any message takes; should its instance end before it tells, another goes on then. */
const takenMs = 15 * 60_000;

/** How often an idle queue looks for what an instance that ended has left. */
const lookAgainMs = 10 * 60_000;

export type MailQueue = {
  /** Something is waiting; deliver what is due. */
  wake(): void;
  /** Resolves when nothing is queued any more. Rejects with `service/stopped` when the queue stops first. */
  idle(): Promise<void>;
  /** Lets the message on its way arrive, unless the mail server hangs; then it waits for the next start. */
  stop(): Promise<void>;
};

type Waiter = { readonly resolve: () => void; readonly reject: (error: Error) => void };

/** Delivers queued mail one by one, tries again later what failed, and keeps the truth in the storage. */
export function createMailQueue(deps: {
  readonly mail: MailStorage;
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  /** Queues what is still to be queued, before each round; when that fails, what is queued goes out all the same. */
  readonly prepare?: () => Promise<void>;
  /** Called after each message that was delivered or not. */
  readonly onOutcome?: () => void;
}): MailQueue {
  const { mail, carrier, clock, log } = deps;
  const random = deps.random ?? Math.random;
  const waiters = new Set<Waiter>();
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  let cancelTimer = (): void => undefined;
  const hanging = new AbortController();

  const deliver = async (record: TakenMail): Promise<void> => {
    await carry(record);
    deps.onOutcome?.();
  };
  const carry = async (record: TakenMail): Promise<void> => {
    try {
      await carrier.carry(record, hanging.signal);
    } catch (error) {
      if (hanging.signal.aborted) return;
      const { reason, nextAt } = afterFailure(error, record.attempts + 1, clock.now(), random());
      log.warn('Mail could not be delivered', { id: record.id, reason, again: nextAt !== null });
      await mail.failed(record.id, reason, nextAt);
      return;
    }
    await mail.delivered(record.id);
  };
  const prepare = async (): Promise<void> => {
    await deps.prepare?.().catch((error: unknown) => log.error('Mail could not be queued yet', { error }));
  };
  const drain = async (): Promise<void> => {
    cancelTimer();
    await prepare();
    while (!stopped) {
      const record = await mail.take(clock.now(), clock.now() + takenMs);
      if (record) {
        await deliver(record);
        continue;
      }
      const dueAt = await mail.dueAt();
      if (dueAt === null) {
        for (const waiter of waiters) waiter.resolve();
        waiters.clear();
      }
      return wakeAt(dueAt ?? Number.POSITIVE_INFINITY);
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

  return {
    wake,
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

/** A refusal for good ends it; anything else is tried again. */
function afterFailure(
  error: unknown,
  attempt: number,
  now: number,
  random: number,
): { readonly reason: string; readonly nextAt: number | null } {
  const { code, message } = toFailure(error);
  const decision = decideRetry(mailPolicy, {
    remedy: code === 'service/mailRefused' ? 'none' : 'retry',
    status: null,
    retryAfterSeconds: null,
    attempt,
    random,
  });
  return { reason: message, nextAt: decision.retry ? now + decision.delayMs : null };
}
