/** Mail servers of common providers, as their own help names them. Pure. */
import { type MailDraft, type MailTls, usualPort } from './mail-draft.ts';

/** `app`: it wants a password made for programs; `key`: one of its keys; `allowed`: somebody has to allow programs first. */
type Secret = 'app' | 'key' | 'allowed';

export type MailProvider = {
  readonly name: string;
  readonly host: string;
  readonly tls: MailTls;
  readonly secret: Secret;
  /** Where it is the same for everybody. */
  readonly userName?: string;
};

export const mailProviders: readonly MailProvider[] = [
  { name: 'Brevo', host: 'smtp-relay.brevo.com', tls: 'required', secret: 'key' },
  { name: 'Fastmail', host: 'smtp.fastmail.com', tls: 'always', secret: 'app' },
  { name: 'Gmail', host: 'smtp.gmail.com', tls: 'required', secret: 'app' },
  { name: 'iCloud', host: 'smtp.mail.me.com', tls: 'required', secret: 'app' },
  { name: 'Mailgun', host: 'smtp.mailgun.org', tls: 'required', secret: 'key' },
  { name: 'Mailjet', host: 'in-v3.mailjet.com', tls: 'required', secret: 'key' },
  { name: 'Microsoft 365', host: 'smtp.office365.com', tls: 'required', secret: 'allowed' },
  { name: 'Postmark', host: 'smtp.postmarkapp.com', tls: 'required', secret: 'key' },
  { name: 'SendGrid', host: 'smtp.sendgrid.net', tls: 'required', secret: 'key', userName: 'apikey' },
  { name: 'Yahoo', host: 'smtp.mail.yahoo.com', tls: 'always', secret: 'app' },
  { name: 'Yandex', host: 'smtp.yandex.com', tls: 'always', secret: 'app' },
  { name: 'Zoho', host: 'smtp.zoho.com', tls: 'always', secret: 'app' },
];

/** The one whose mail server is named; null for any other. */
export function providerOf({ host }: Pick<MailDraft, 'host'>): MailProvider | null {
  return mailProviders.find((each) => each.host === host.trim().toLowerCase()) ?? null;
}

/** The draft with what is known of a provider; null empties the name of the server. */
export function withProvider(draft: MailDraft, provider: MailProvider | null): MailDraft {
  if (provider === null) return { ...draft, host: '' };
  const { host, tls, userName = draft.userName } = provider;
  return { ...draft, host, tls, port: usualPort[tls], userName };
}
