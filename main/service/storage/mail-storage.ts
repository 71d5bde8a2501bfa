import type { MessageState } from '../../api/wire.ts';
import type { Message } from '../../messages/message.ts';
import type { MailRecord } from './records.ts';

export type NewMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly installLink: string;
  /** The complete message, RFC 5322; null if it is withheld. */
  readonly raw: Uint8Array | null;
  /** Reason for giving access without a message. */
  readonly withheld?: Message;
};

export type MailStorage = {
  /** Newest first. */
  list(): Promise<readonly MailRecord[]>;
  get(id: string): Promise<MailRecord | null>;
  /** Returns the message while it waits or is refused; null once written to a file or mailed. */
  raw(id: string): Promise<Uint8Array | null>;
  /**
   * Leases a message due at `now`, serving requesters in turn; null if none is due. The lease ends with
   * `complete` or `fail`, or after `leaseMs` by the storage clock.
   */
  lease(now: number, leaseMs: number): Promise<LeasedMail | null>;
  countQueued(): Promise<number>;
  /** Returns the time at which the next queued message can be leased; null if the queue is empty. */
  nextDueAt(): Promise<number | null>;
  /**
   * Ends the lease; the recipient of a mailed message becomes listed. Returns false if the lease is outdated.
   */
  complete(mail: Lease, outcome: SentState): Promise<boolean>;
  /** Records a failed attempt. `nextAt` is null to give up. Returns false as `complete` does. */
  fail(mail: Lease, reason: Message, nextAt: number | null): Promise<boolean>;
  setQueuedFailure(reason: Message): Promise<void>;
  /** Makes a waiting or refused message due at `at` and resets its attempts; otherwise returns false. */
  retry(id: string, at: number): Promise<boolean>;
  /** Makes all waiting messages due at `at`, resets their attempts and returns their number. */
  retryQueued(at: number): Promise<number>;
  /** Calls `listener` when another instance queues a message or makes a message due. */
  onQueued(listener: () => void): void;
};

export type SentState = Extract<MessageState, 'not-mailed' | 'mailed'>;

/** Identifies a message and one of its leases. A message's lease numbers start at 1 and increase. */
export type Lease = { readonly id: string; readonly lease: number };

export type LeasedMail = MailRecord & Lease & { readonly raw: Uint8Array };
