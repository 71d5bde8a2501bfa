import { readFile } from 'node:fs/promises';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { CodedError, systemCode } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import type { MessageContent, MessageView, OutboxMessage } from '../service-view.ts';
import type { MailStorage } from '../storage/mail-storage.ts';
import type { MailRecord } from '../storage/records.ts';
import { parseMailPage } from './mail-page.ts';
import type { MailQueue } from './queue.ts';
import { messagePath } from './transport.ts';

export type Outbox = {
  /** Newest first. */
  list(): Promise<readonly OutboxMessage[]>;
  /** Returns the RFC 5322 message. Throws `service/noMail`; `service/mailGone` if it was mailed. */
  read(id: string): Promise<string>;
  /** Returns the message with its parsed content. Throws `service/noMail`. */
  show(id: string): Promise<MessageView>;
  /** Makes a waiting or refused message due. Throws `service/noMail`; in other states `service/mailGone`. */
  retry(id: string): Promise<void>;
  /** Makes all waiting messages due now. */
  retryQueued(): Promise<void>;
};

export function createOutbox(deps: {
  readonly mail: MailStorage;
  /** Folder for messages that are not mailed, or null if there is none. */
  readonly folder: string | null;
  readonly now: () => number;
  readonly queue: Pick<MailQueue, 'retryNow'>;
  /** `versionId` is null if the version was removed, and after `retryQueued`. */
  readonly onChange: (versionId: number | null) => void;
}): Outbox {
  const { mail, folder, now, queue } = deps;
  const deliverNow = (versionId: number | null): void => {
    deps.onChange(versionId);
    queue.retryNow();
  };
  const findRecord = async (id: string): Promise<MailRecord> => {
    const record = await mail.get(id);
    if (!record) throw serviceErrors.noMail({ id });
    return record;
  };
  const read = async (id: string): Promise<string> => {
    const { path } = toMessage(await findRecord(id), folder);
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
      const message = toMessage(await findRecord(id), folder);
      const raw = await read(id).catch((error: unknown) => {
        if (error instanceof CodedError && /^service\/(noMail|mailGone)$/.test(error.code)) return null;
        throw error;
      });
      return { ...message, content: raw === null ? null : await readMessage(raw) };
    },
    retry: async (id) => {
      const { versionId } = await findRecord(id);
      // Due time 0 puts this message before its requester's other messages.
      if (!(await mail.retry(id, 0))) throw serviceErrors.mailGone({ id });
      deliverNow(versionId);
    },
    retryQueued: async () => {
      if ((await mail.retryQueued(now())) > 0) deliverNow(null);
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
    // A message that was withheld has a reason and no file.
    path:
      record.state === 'not-mailed' && record.failure === null && folder !== null
        ? messagePath(folder, record.id)
        : null,
    installLink: record.installLink,
  };
}

/**
 * Parses a message that this service composed. Parts that cannot be parsed are empty: files may be edited.
 */
export async function readMessage(raw: string): Promise<MessageContent> {
  const { headers, text = '', html = '', attachments } = await parse(raw);
  const header = (name: string): string => decodeWords(headers.find(({ key }) => key === name)?.value ?? '');
  const picture = attachments.find(({ mimeType }) => /^image\/(png|jpeg|webp)$/.test(mimeType));
  return {
    from: header('from'),
    // Removes the address that `composeMail` repeats as the display name.
    to: header('to').replace(/^"([^"]*)" <\1>$/, '$1'),
    subject: header('subject'),
    date: header('date'),
    text: text.replaceAll('\r\n', '\n').trim(),
    page: parseMailPage(html),
    icon: picture ? `data:${picture.mimeType};base64,${String(picture.content)}` : null,
  };
}

async function parse(raw: string): Promise<Pick<Email, 'headers' | 'text' | 'html' | 'attachments'>> {
  try {
    return await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  } catch {
    // PostalMime throws for deeply nested parts and for headers of megabytes.
    return { headers: [], attachments: [] };
  }
}
