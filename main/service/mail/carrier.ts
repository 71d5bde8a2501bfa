import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import { createTransport } from 'nodemailer';
import { contextTrusting, readAuthorities } from '../../base/authorities.ts';
import { fileError, writeWhole } from '../../base/files/files.ts';
import type { SmtpSettings } from '../service-view.ts';
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

/** Hands each message to a mail server; the first of them waits until the system's authorities are read. */
export function smtpCarrier(settings: SmtpSettings): Carrier {
  let transport: Promise<ReturnType<typeof openTransport>> | null = null;
  const open = async (): Promise<ReturnType<typeof openTransport>> => {
    const extra = settings.certificateAuthorities ?? [];
    return openTransport(settings, contextTrusting(await readAuthorities(), extra));
  };
  const from = addressOf(settings.from);
  const server = `${settings.host}:${settings.port}`;
  return {
    carry: async ({ to, raw }, signal) => {
      try {
        transport ??= open();
        const opened = await transport;
        await opened.sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw), signal });
      } catch (error) {
        throw smtpFailure(error, server, from);
      }
    },
    pathOf: () => null,
    close: () => void transport?.then((opened) => opened.close()),
  };
}

function openTransport(settings: SmtpSettings, secureContext: SecureContext) {
  return createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    requireTLS: settings.requireTls,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    tls: { secureContext },
    ...(settings.userName === null
      ? {}
      : { auth: { user: settings.userName, pass: settings.password ?? '' } }),
  });
}

/** `a@b.example` of `Name <a@b.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
