import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeWhole } from '../../base/files.ts';
import type { SmtpSettings } from '../service-view.ts';

/** Takes one finished message to where it belongs. Rejects when it could not; the queue decides what then. */
export type Carrier = {
  carry(mail: { readonly id: string; readonly to: string; readonly raw: Uint8Array }): Promise<void>;
  /** The file a delivered message lies in; null when this carrier keeps none. */
  pathOf(id: string): string | null;
  close(): void;
};

/** Writes each message as `ID.eml` into a folder any mail program can open. */
export function folderCarrier(folder: string): Carrier {
  const pathOf = (id: string): string => join(folder, `${id}.eml`);
  return {
    carry: ({ id, raw }) => writeWhole(pathOf(id), raw),
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
    ...(settings.certificateAuthorities ? { tls: { ca: [...settings.certificateAuthorities] } } : {}),
    ...(settings.userName === null
      ? {}
      : { auth: { user: settings.userName, pass: settings.password ?? '' } }),
  });
  const from = addressOf(settings.from);
  return {
    carry: async ({ to, raw }) => {
      await transport.sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw) });
    },
    pathOf: () => null,
    close: () => transport.close(),
  };
}

/** `a@b.example` of `Name <a@b.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
