import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import { createTransport } from 'nodemailer';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { contextTrusting, readAuthorities } from '../../base/authorities.ts';
import { CodedError } from '../../base/errors.ts';
import { fileError, writeAtomically } from '../../base/files/files.ts';
import { isLoopback } from '../../base/loopback.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { SmtpSettings } from '../service-view.ts';
import type { SentState } from '../storage/mail-storage.ts';
import { smtpFailure } from './smtp-failure.ts';

/** `deliver` rejects as `smtpFailure` describes, or with a coded file error. */
export type MailTransport = {
  deliver(
    mail: { readonly id: string; readonly to: string; readonly raw: Uint8Array },
    signal: AbortSignal,
  ): Promise<void>;
  readonly outcome: SentState;
  close(): void;
};

export function messagePath(folder: string, id: string): string {
  return join(folder, `${id}.eml`);
}

/** Writes each message to `ID.eml` in a folder. */
export function folderTransport(folder: string): MailTransport {
  return {
    deliver: async ({ id, raw }) => {
      const path = messagePath(folder, id);
      try {
        await writeAtomically(path, raw);
      } catch (error) {
        throw fileError(error, path);
      }
    },
    outcome: 'not-mailed',
    close: () => undefined,
  };
}

/** Transport for a service without a mail server: every delivery fails, so that messages stay queued. */
export const missingTransport: MailTransport = {
  deliver: async () => {
    throw serviceErrors.mailServerMissing({});
  },
  outcome: 'mailed',
  close: () => undefined,
};

/** The first delivery waits until the system's certificate authorities are read. */
export function smtpTransport(settings: SmtpSettings): MailTransport {
  let opened: ReturnType<typeof open> | null = null;
  let supportsUtf8: boolean | null = null;
  const open = async () => {
    const options = connectionOptions(settings, await secureContextFor(settings));
    return { options, transport: createTransport({ ...options, pool: true, maxConnections: 2 }) };
  };
  const from = addressOf(settings.from);
  const server = `${settings.host}:${settings.port}`;
  return {
    deliver: async ({ to, raw }, signal) => {
      try {
        opened ??= open();
        const { options, transport } = await opened;
        if (hasNonAsciiLocalPart(to)) {
          supportsUtf8 ??= await supportsSmtpUtf8(options);
          if (!supportsUtf8) {
            throw serviceErrors.mailRefused({ server, sender: from, reason: messageOf('network/asciiOnly') });
          }
        }
        await transport.sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw), signal });
      } catch (error) {
        throw error instanceof CodedError ? error : smtpFailure(error, server, from);
      }
    },
    outcome: 'mailed',
    close: () => void opened?.then(({ transport }) => transport.close()),
  };
}

/** Connects and signs in without sending a message. Rejects as `deliver` does. */
export async function checkSmtp(settings: SmtpSettings): Promise<void> {
  try {
    await supportsSmtpUtf8(connectionOptions(settings, await secureContextFor(settings)));
  } catch (error) {
    throw smtpFailure(error, `${settings.host}:${settings.port}`, addressOf(settings.from));
  }
}

async function secureContextFor({ certificateAuthorities = [] }: SmtpSettings): Promise<SecureContext> {
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

/** A password may be sent unencrypted only to this computer, and only if plain text is selected. */
function encryption({ host, userName, requireTls, plainText }: SmtpSettings) {
  const isPlain = plainText === true && !requireTls && (userName === null || isLoopback(host));
  return { ignoreTLS: isPlain, requireTLS: requireTls || (userName !== null && !isPlain) };
}

/** True if the local part is not ASCII; host names are sent in ASCII form. */
function hasNonAsciiLocalPart(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Returns true if the server offers SMTPUTF8 (RFC 6531), which nodemailer does not check. Also signs in, so
 * that a failed sign-in does not count as a refused recipient.
 */
function supportsSmtpUtf8({ auth, ...options }: ReturnType<typeof connectionOptions>): Promise<boolean> {
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

/** Returns `a@b.example` for `Name <a@b.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
