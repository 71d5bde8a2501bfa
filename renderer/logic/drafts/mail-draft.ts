import type { CallArguments, MailServerView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

export type MailTls = 'required' | 'always' | 'offered' | 'never';

export type MailDraft = {
  readonly transport: 'outbox' | 'server';
  readonly host: string;
  readonly port: string;
  readonly tls: MailTls;
  readonly userName: string;
  readonly password: string;
  readonly from: string;
  readonly language: MailServerView['language'];
};

type MailProblems = Partial<Record<'host' | 'port' | 'from', string>>;

type ServerValues = NonNullable<CallArguments<'service.setMailServer'>['server']>;

export const defaultPort = { required: '587', always: '465', offered: '587', never: '587' } as const;

export function mailDraft({ server, language }: Pick<MailServerView, 'server' | 'language'>): MailDraft {
  if (!server) {
    const empty = { host: '', port: '587', tls: 'required', userName: '', password: '', from: '' } as const;
    return { transport: 'outbox', ...empty, language };
  }
  return {
    transport: 'server',
    host: server.host,
    port: String(server.port),
    tls: tlsOf(server),
    userName: server.userName ?? '',
    password: '',
    from: server.from,
    language,
  };
}

function tlsOf({ secure, requireTls, plainText }: ServerValues): MailTls {
  if (secure) return 'always';
  if (requireTls) return 'required';
  return plainText ? 'never' : 'offered';
}

export function isStored(draft: MailDraft, view: Pick<MailServerView, 'server' | 'language'>): boolean {
  return JSON.stringify(draft) === JSON.stringify(mailDraft(view));
}

/** Changes the encryption, and the port if it was the default port. */
export function withTls(draft: MailDraft, tls: MailTls): MailDraft {
  const port = draft.port === defaultPort[draft.tls] ? defaultPort[tls] : draft.port;
  return { ...draft, tls, port };
}

export function mailProblems(draft: MailDraft): MailProblems {
  const problems: MailProblems = {};
  if (draft.transport === 'outbox') return problems;
  const port = Number(draft.port);
  if (draft.host.trim() === '') problems.host = t('service.hostNeeded');
  if (!/^\d{1,5}$/.test(draft.port.trim()) || port < 1 || port > 65_535)
    problems.port = t('service.portNeeded');
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(draft.from.trim())) problems.from = t('service.senderNeeded');
  return problems;
}

/** Returns the problem of a DKIM selector. An empty selector skips the DKIM key. */
export const selectorProblem = (selector: string): string | undefined =>
  /^[\w.-]{0,200}$/.test(selector) ? undefined : t('service.selectorNeeded');

/** Returns the arguments for the mail server. Contains `password` only if the user typed one. */
export function serverValues(draft: MailDraft): {
  readonly server: ServerValues;
  readonly password?: string;
} {
  return {
    server: {
      host: draft.host.trim(),
      port: Number(draft.port),
      secure: draft.tls === 'always',
      requireTls: draft.tls === 'required',
      ...(draft.tls === 'never' ? { plainText: true } : {}),
      userName: draft.userName.trim() === '' ? null : draft.userName.trim(),
      from: draft.from.trim(),
    },
    ...(draft.password === '' ? {} : { password: draft.password }),
  };
}

export const mailValues = (draft: MailDraft): CallArguments<'service.setMailServer'> => ({
  ...(draft.transport === 'server' ? serverValues(draft) : { server: null }),
  language: draft.language,
});

export function keepsPassword(draft: MailDraft, { server, hasPassword }: MailServerView): boolean {
  return (
    hasPassword &&
    server !== null &&
    server.host === draft.host.trim() &&
    server.userName === draft.userName.trim()
  );
}

/** Credential that the provider requires. `allowed`: the account password, after SMTP access was enabled. */
type Secret = 'app' | 'key' | 'allowed';

type MailProvider = {
  readonly name: string;
  readonly host: string;
  readonly tls: MailTls;
  readonly secret: Secret;
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

export function providerOf({ host }: Pick<MailDraft, 'host'>): MailProvider | null {
  return mailProviders.find((each) => each.host === host.trim().toLowerCase()) ?? null;
}

/** Fills in the settings of a provider. Null clears the host. */
export function withProvider(draft: MailDraft, provider: MailProvider | null): MailDraft {
  if (provider === null) return { ...draft, host: '' };
  const { host, tls, userName = draft.userName } = provider;
  return { ...draft, host, tls, port: defaultPort[tls], userName };
}
