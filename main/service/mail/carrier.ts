import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import { createTransport } from 'nodemailer';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { contextTrusting, readAuthorities } from '../../base/authorities.ts';
import { CodedError } from '../../base/errors.ts';
import { fileError, writeWhole } from '../../base/files/files.ts';
import { isLoopback } from '../../base/loopback.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { SmtpSettings } from '../service-view.ts';
import type { MailOutcome } from '../storage/storage.ts';
import { smtpFailure } from './smtp-failure.ts';

/**
 * Takes one finished message to where it belongs. Rejects when it could not (see `smtpFailure`); a rejection is one of
 * the mail errors of `serviceErrors` or of `fileErrors`. An abort ends a conversation that hangs.
 */
export type Carrier = {
  carry(
    mail: { readonly id: string; readonly to: string; readonly raw: Uint8Array },
    signal: AbortSignal,
  ): Promise<void>;
  /** State of a message this carrier has carried. */
  readonly outcome: MailOutcome;
  close(): void;
};

export function messagePath(folder: string, id: string): string {
  return join(folder, `${id}.eml`);
}

/** Writes each message as `ID.eml` into a folder any mail program can open. */
export function folderCarrier(folder: string): Carrier {
  return {
    carry: async ({ id, raw }) => {
      const path = messagePath(folder, id);
      try {
        await writeWhole(path, raw);
      } catch (error) {
        throw fileError(error, path);
      }
    },
    outcome: 'written',
    close: () => undefined,
  };
}

/** Where nothing can be delivered until there is a mail server: every message waits. */
export const missingCarrier: Carrier = {
  carry: async () => {
    throw serviceErrors.mailServerMissing({});
  },
  outcome: 'delivered',
  close: () => undefined,
};

/** Hands each message to a mail server; the first of them waits until the system's authorities are read. */
export function smtpCarrier(settings: SmtpSettings): Carrier {
  let opened: ReturnType<typeof open> | null = null;
  let takesUtf8: boolean | null = null;
  const open = async () => {
    const options = connectionOptions(settings, await contextFor(settings));
    return { options, transport: createTransport({ ...options, pool: true, maxConnections: 2 }) };
  };
  const from = addressOf(settings.from);
  const server = `${settings.host}:${settings.port}`;
  return {
    carry: async ({ to, raw }, signal) => {
      try {
        opened ??= open();
        const { options, transport } = await opened;
        if (beyondAscii(to)) {
          takesUtf8 ??= await takesUtf8Addresses(options);
          if (!takesUtf8) {
            throw serviceErrors.mailRefused({ server, sender: from, reason: messageOf('network/asciiOnly') });
          }
        }
        await transport.sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw), signal });
      } catch (error) {
        throw error instanceof CodedError ? error : smtpFailure(error, server, from);
      }
    },
    outcome: 'delivered',
    close: () => void opened?.then(({ transport }) => transport.close()),
  };
}

/** Connects to a mail server and signs in, as for a message. Rejects with what the server or the line said, as `carry` does. */
export async function checkSmtp(settings: SmtpSettings): Promise<void> {
  try {
    await takesUtf8Addresses(connectionOptions(settings, await contextFor(settings)));
  } catch (error) {
    throw smtpFailure(error, `${settings.host}:${settings.port}`, addressOf(settings.from));
  }
}

async function contextFor({ certificateAuthorities = [] }: SmtpSettings): Promise<SecureContext> {
  return contextTrusting(await readAuthorities(), certificateAuthorities);
}

function connectionOptions(settings: SmtpSettings, secureContext: SecureContext) {
  return {
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    ...encryption(settings),
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    tls: { secureContext },
    ...(settings.userName === null
      ? {}
      : { auth: { user: settings.userName, pass: settings.password ?? '' } }),
  };
}

/** A password is sent in clear only to this computer, and only where plain text was chosen. */
function encryption({ host, userName, requireTls, plainText }: SmtpSettings) {
  const isPlain = plainText === true && !requireTls && (userName === null || isLoopback(host));
  return { ignoreTLS: isPlain, requireTLS: requireTls || (userName !== null && !isPlain) };
}

/** True if the part before the @ is not ASCII; the name of a host is sent in its ASCII form. */
function beyondAscii(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Whether the server offers SMTPUTF8 (RFC 6531); nodemailer sends such addresses also where it does not. Signs in as
 * well, so that a refusal of one receiver never follows from a server that takes nobody's mail.
 */
function takesUtf8Addresses({ auth, ...options }: ReturnType<typeof connectionOptions>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = new SmtpConnection(options);
    connection.once('error', reject);
    connection.connect(() => {
      const offers = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '');
      const end = (error?: Error | null): void => {
        connection.quit();
        if (error) reject(error);
        else resolve(offers);
      };
      if (auth) connection.login(auth, end);
      else end();
    });
  });
}

/** `a@b.example` of `Name <a@b.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
