import { join } from 'node:path';
import { createSecureContext, getCACertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { fileError, writeWhole } from '../../base/files.ts';
import type { SmtpSettings } from '../service-view.ts';
import { smtpFailure } from './smtp-failure.ts';

/**
 * Takes one finished message to where it belongs. Rejects when it could not; `service/mailRefused` is final, after
 * anything else the message may be tried again. An abort ends a conversation that hangs.
 */
export type Carrier = {
  carry(
    mail: { readonly id: string; readonly to: string; readonly raw: Uint8Array },
    signal: AbortSignal,
  ): Promise<void>;
  /** The file a delivered message lies in; null when this carrier keeps none. */
  pathOf(id: string): string | null;
  close(): void;
};

/** Writes each message as `ID.eml` into a folder any mail program can open. */
export function folderCarrier(folder: string): Carrier {
  const pathOf = (id: string): string => join(folder, `${id}.eml`);
  return {
    carry: async ({ id, raw }) => {
      try {
        await writeWhole(pathOf(id), raw);
      } catch (error) {
        throw fileError(error, pathOf(id));
      }
    },
    pathOf,
    close: () => undefined,
  };
}

/** Hands each message to a mail server. */
export function smtpCarrier(settings: SmtpSettings): Carrier {
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    requireTLS: settings.requireTls,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    tls: { secureContext: createSecureContext({ ca: trusted(settings.certificateAuthorities ?? []) }) },
    ...(settings.userName === null
      ? {}
      : { auth: { user: settings.userName, pass: settings.password ?? '' } }),
  });
  const from = addressOf(settings.from);
  const server = `${settings.host}:${settings.port}`;
  return {
    carry: async ({ to, raw }, signal) => {
      try {
        await transport.sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw), signal });
      } catch (error) {
        throw smtpFailure(error, server);
      }
    },
    pathOf: () => null,
    close: () => transport.close(),
  };
}

function trusted(extra: readonly string[]): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
}

/** `a@b.example` of `Name <a@b.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
