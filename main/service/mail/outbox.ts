import { readFile } from 'node:fs/promises';
import { systemCode } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import type { OutboxMessage } from '../service-view.ts';
import type { MailRecord } from '../storage/records.ts';
import type { MailStorage } from '../storage/storage.ts';
import type { Carrier } from './carrier.ts';

export type Outbox = {
  /** Newest first. */
  list(): Promise<readonly OutboxMessage[]>;
  /** The whole message, RFC 5322. Throws `service/noMail`; `service/mailGone` once a mail server has it. */
  read(id: string): Promise<string>;
};

export function createOutbox(mail: MailStorage, carrier: Carrier): Outbox {
  return {
    list: async () => (await mail.list()).map((record) => toMessage(record, carrier)),
    read: async (id) => {
      const record = await mail.get(id);
      if (!record) throw serviceErrors.noMail({ id });
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
