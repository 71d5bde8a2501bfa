import { createTransport } from 'nodemailer';
import type { Translator } from '../../messages/translator.ts';
import { checkedAddress } from '../people/validation.ts';
import type { SmtpSettings } from '../service-view.ts';
import { smtpTransport } from './transport.ts';

/** Long enough for slow servers, although the user waits for the result. */
const timeoutMs = 45_000;

/** Sends one message without retries. Throws a `service/mail…` error, or `service/badMember`. */
export async function sendTestMessage(
  settings: SmtpSettings,
  recipient: string,
  { translate, language }: Translator,
  at: number,
): Promise<void> {
  const to = checkedAddress(recipient);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from: settings.from,
    to,
    subject: translate('letter/testSubject'),
    date: new Date(at),
    text: `${translate('letter/testText')}\n`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = Buffer.isBuffer(message) ? message : Buffer.from(String(message));
  const transport = smtpTransport(settings);
  try {
    await transport.deliver({ id: 'test', to, raw }, AbortSignal.timeout(timeoutMs));
  } finally {
    transport.close();
  }
}
