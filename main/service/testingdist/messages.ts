import { randomBytes } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { isoTime } from '../../base/clock.ts';
import { messageOf } from '../../messages/message.ts';
import { translatorOf } from '../../messages/translator.ts';
import { randomLink } from '../identity/secrets.ts';
import { pageLink, unsubscribePageLink } from '../install/addresses.ts';
import { composeMail, subjectOf } from '../mail/compose.ts';
import { readMessage } from '../mail/outbox.ts';
import { emailKey } from '../people/email-address.ts';
import type { ServiceContext } from '../service-context.ts';
import type { MessageContent, VersionDevice } from '../service-view.ts';
import type { NewMail } from '../storage/mail-storage.ts';
import type { VersionDetails } from '../storage/records.ts';
import type { NewSend, Recipient, StoredIcon } from '../storage/storage.ts';
import { createDeviceChecks } from './device-checks.ts';

type MailSettings = Pick<ServiceContext, 'storage' | 'address' | 'mailLanguage' | 'sender'>;
type MessageContext = {
  readonly version: VersionDetails;
  readonly icon: StoredIcon;
  /** True to give access without messages. */
  readonly silent?: boolean;
};

/** Composes a message with a personal link for each recipient. Other requests are served in between. */
export async function composeMessages(
  parts: MailSettings,
  context: MessageContext,
  recipients: readonly Recipient[],
  at: number,
): Promise<NewSend['recipients']> {
  const messages: NewSend['recipients'][number][] = [];
  const registered = await createDeviceChecks(parts.storage).ofVersion(context.version.id);
  for (const recipient of recipients) {
    const linkToken = randomLink();
    const devices = registered.filter(({ email }) => emailKey(email) === emailKey(recipient.email));
    const mail = await composeMessage(parts, { ...context, recipient, devices }, linkToken, at);
    messages.push({ email: recipient.email, linkToken, mail });
    await yieldToOthers();
  }
  return messages;
}

/** Returns the message that recipients would receive, without a name and with a placeholder link. */
export async function previewMessage(
  parts: MailSettings,
  context: MessageContext,
  at: number,
): Promise<MessageContent> {
  const recipient = { email: 'tester@example.org', name: null };
  const { raw } = await composeMessage(parts, { ...context, recipient, devices: [] }, '...', at);
  return readMessage(Buffer.from(raw ?? '').toString('utf8'));
}

async function composeMessage(
  parts: MailSettings,
  context: MessageContext & { readonly recipient: Recipient; readonly devices: readonly VersionDevice[] },
  linkToken: string,
  at: number,
): Promise<NewMail> {
  const installLink = pageLink(parts.address(), linkToken);
  const translator = translatorOf(parts.mailLanguage());
  const id = `${isoTime(at).replaceAll(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
  const { version, recipient, silent = false } = context;
  const mail = { id, to: recipient.email, subject: subjectOf(version, translator), installLink };
  if (silent) return { ...mail, raw: null, withheld: messageOf('withheld/silent') };
  const unsubscribeLink = unsubscribePageLink(parts.address(), linkToken);
  const links = { installLink, unsubscribeLink };
  return { ...mail, raw: await composeMail({ ...context, ...links, translator, sender: parts.sender, at }) };
}
