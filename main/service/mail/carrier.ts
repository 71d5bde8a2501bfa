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
 * Transport for composed messages. `carry` rejects with a mail error of `serviceErrors` (see `smtpFailure`) or
 * an error of `fileErrors`. Aborting `signal` ends a hanging connection.
 */
export type Carrier = {
  carry(
    mail: { readonly id: string; readonly to: string; readonly raw: Uint8Array },
    signal: AbortSignal,
  ): Promise<void>;
  /** State of a message after its delivery. */
  readonly outcome: MailOutcome;
  close(): void;
};

export function messagePath(folder: string, id: string): string {
  return join(folder, `${id}.eml`);
}

/** Writes each message to `ID.eml` in a folder. */
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

/** Transport without a mail server: every delivery fails, so that messages stay queued. */
export const missingCarrier: Carrier = {
  carry: async () => {
    throw serviceErrors.mailServerMissing({});
  },
  outcome: 'delivered',
  close: () => undefined,
};

/** Sends messages through a mail server. The first waits until the system's certificate authorities are read. */
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

/** Connects and signs in without sending a message. Rejects as `carry` does. */
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

/** Allows an unencrypted password only to this computer, and only if plain text is selected. */
function encryption({ host, userName, requireTls, plainText }: SmtpSettings) {
  const isPlain = plainText === true && !requireTls && (userName === null || isLoopback(host));
  return { ignoreTLS: isPlain, requireTLS: requireTls || (userName !== null && !isPlain) };
}

/** True if the local part is not ASCII; host names are sent in ASCII form. */
function beyondAscii(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Returns true if the server offers SMTPUTF8 (RFC 6531), because nodemailer does not check it. Also signs in:
 * an error that concerns all mail must not count as a refusal of one recipient.
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

/** Returns `a@b.example` for `Name <a@b.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
