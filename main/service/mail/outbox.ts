import { readFile } from 'node:fs/promises';
import { CodedError, systemCode } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import type { MessageView, OutboxMessage } from '../service-view.ts';
import type { MailRecord } from '../storage/records.ts';
import type { MailStorage } from '../storage/storage.ts';
import type { Carrier } from './carrier.ts';
import type { MailQueue } from './queue.ts';
import { readMessage } from './read-message.ts';

export type Outbox = {
  /** Newest first. */
  list(): Promise<readonly OutboxMessage[]>;
  /** The whole message, RFC 5322. Throws `service/noMail`; `service/mailGone` once a mail server has it. */
  read(id: string): Promise<string>;
  /** One message as a person sees it. Throws `service/noMail`. */
  show(id: string): Promise<MessageView>;
  /**
   * Tries a message that waits or was given up once more, at once. Throws `service/noMail`, and `service/mailGone` for
   * one that was delivered.
   */
  retry(id: string): Promise<void>;
  /** Tries all that wait at once. */
  retryWaiting(): Promise<void>;
};

export function createOutbox(deps: {
  readonly mail: MailStorage;
  readonly carrier: Carrier;
  readonly now: () => number;
  readonly queue: Pick<MailQueue, 'release'>;
  /** Called after a message was made due. */
  readonly onChange: () => void;
}): Outbox {
  const { mail, carrier, now, queue } = deps;
  const tryNow = (): void => {
    deps.onChange();
    queue.release();
  };
  const known = async (id: string): Promise<MailRecord> => {
    const record = await mail.get(id);
    if (!record) throw serviceErrors.noMail({ id });
    return record;
  };
  const read = async (id: string): Promise<string> => {
    await known(id);
    const waiting = await mail.raw(id);
    if (waiting) return Buffer.from(waiting).toString('utf8');
    const path = carrier.pathOf(id);
    if (path === null) throw serviceErrors.mailGone({ id });
    try {
      return await readFile(path, 'utf8');
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') throw serviceErrors.noMail({ id }, { cause });
      throw cause;
    }
  };
  return {
    list: async () => (await mail.list()).map((record) => toMessage(record, carrier)),
    read,
    show: async (id) => {
      const message = toMessage(await known(id), carrier);
      const raw = await read(id).catch((error: unknown) => {
        if (error instanceof CodedError && /^service\/(noMail|mailGone)$/.test(error.code)) return null;
        throw error;
      });
      return { ...message, content: raw === null ? null : await readMessage(raw) };
    },
    retry: async (id) => {
      await known(id);
      // Before all others, which may be due for long.
      if (!(await mail.retry(id, 0))) throw serviceErrors.mailGone({ id });
      tryNow();
    },
    retryWaiting: async () => {
      if ((await mail.retryWaiting(now())) > 0) tryNow();
    },
  };
}

function toMessage(record: MailRecord, carrier: Carrier): OutboxMessage {
  return {
    id: record.id,
    to: record.to,
    subject: record.subject,
    at: record.queuedAt,
    state: record.state,
    attempts: record.attempts,
    failure: record.failure,
    path: record.state === 'delivered' ? carrier.pathOf(record.id) : null,
    installLink: record.installLink,
  };
}
