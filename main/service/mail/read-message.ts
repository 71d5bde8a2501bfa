/** Reads a message this service composed, as a mail program shows it (RFC 5322, 2045, 2047). Pure. */
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import type { MessageContent } from '../service-view.ts';

/** What cannot be read as expected, as in a file somebody changed, is left empty. */
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
