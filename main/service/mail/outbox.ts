import { readFile } from 'node:fs/promises';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { CodedError, systemCode } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import type { MessageContent, MessageView, OutboxMessage } from '../service-view.ts';
import type { MailRecord } from '../storage/records.ts';
import type { MailStorage } from '../storage/storage.ts';
import { messagePath } from './carrier.ts';
import type { MailQueue } from './queue.ts';

export type Outbox = {
  /** Newest first. */
  list(): Promise<readonly OutboxMessage[]>;
  /** The whole message, RFC 5322. Throws `service/noMail`; `service/mailGone` if a mail server accepted it. */
  read(id: string): Promise<string>;
  /** One message as a person sees it. Throws `service/noMail`. */
  show(id: string): Promise<MessageView>;
  /**
   * Tries a message that waits or was given up once more, at once. Throws `service/noMail`, and `service/mailGone` for
   * one that was written or delivered.
   */
  retry(id: string): Promise<void>;
  /** Tries all that wait at once. */
  retryWaiting(): Promise<void>;
};

export function createOutbox(deps: {
  readonly mail: MailStorage;
  /** The folder of `written` messages; null where there is none. */
  readonly folder: string | null;
  readonly now: () => number;
  readonly queue: Pick<MailQueue, 'release'>;
  /** Called after a message was made due. */
  readonly onChange: () => void;
}): Outbox {
  const { mail, folder, now, queue } = deps;
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
    const { path } = toMessage(await known(id), folder);
    const waiting = await mail.raw(id);
    if (waiting) return Buffer.from(waiting).toString('utf8');
    if (path === null) throw serviceErrors.mailGone({ id });
    try {
      return await readFile(path, 'utf8');
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') throw serviceErrors.noMail({ id }, { cause });
      throw cause;
    }
  };
  return {
    list: async () => (await mail.list()).map((record) => toMessage(record, folder)),
    read,
    show: async (id) => {
      const message = toMessage(await known(id), folder);
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

function toMessage(record: MailRecord, folder: string | null): OutboxMessage {
  return {
    id: record.id,
    to: record.to,
    subject: record.subject,
    at: record.queuedAt,
    state: record.state,
    attempts: record.attempts,
    failure: record.failure,
    path: record.state === 'written' && folder !== null ? messagePath(folder, record.id) : null,
    installLink: record.installLink,
  };
}

/**
 * A message this service composed, as a mail program shows it (RFC 5322, 2045, 2047). What cannot be read as expected, as in a file somebody changed,
 * is left empty.
 */
export async function readMessage(raw: string): Promise<MessageContent> {
  const { headers, text = '', attachments } = await parsed(raw);
  const header = (name: string): string => decodeWords(headers.find(({ key }) => key === name)?.value ?? '');
  const picture = attachments.find(({ mimeType }) => /^image\/(png|jpeg|webp)$/.test(mimeType));
  return {
    from: header('from'),
    // A name that only repeats the address stands there for spam filters.
    to: header('to').replace(/^"([^"]*)" <\1>$/, '$1'),
    subject: header('subject'),
    date: header('date'),
    text: text.replaceAll('\r\n', '\n').trim(),
    icon: picture ? `data:${picture.mimeType};base64,${String(picture.content)}` : null,
  };
}

async function parsed(raw: string): Promise<Pick<Email, 'headers' | 'text' | 'attachments'>> {
  try {
    return await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  } catch {
    // It refuses parts nested without end and headers of megabytes.
    return { headers: [], attachments: [] };
  }
}
