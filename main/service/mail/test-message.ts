import { createTransport } from 'nodemailer';
import type { Translator } from '../../messages/translator.ts';
import { checkedAddress } from '../people/rules.ts';
import type { SmtpSettings } from '../service-view.ts';
import { smtpCarrier } from './carrier.ts';

/** Timeout for slow servers; the user waits for the result. */
const patienceMs = 45_000;

/**
 * Sends one message through a mail server, without retries. Rejects with a `service/mail…` error, or
 * `service/badMember` if the recipient address is invalid.
 */
export async function sendTestMessage(
  settings: SmtpSettings,
  receiver: string,
  { say, language }: Translator,
  at: number,
): Promise<void> {
  const to = checkedAddress(receiver);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from: settings.from,
    to,
    subject: say('letter/testSubject'),
    date: new Date(at),
    text: `${say('letter/testText')}\n`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = Buffer.isBuffer(message) ? message : Buffer.from(String(message));
  const carrier = smtpCarrier(settings);
  try {
    await carrier.carry({ id: 'test', to, raw }, AbortSignal.timeout(patienceMs));
  } finally {
    carrier.close();
  }
}
