/** A real mail server on loopback that records messages and stops with the test. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { SmtpSettings } from '../../../main/service/service.ts';
import type { Certificate } from '../../fakes/certificate.ts';

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly secure: boolean;
  readonly user: string | undefined;
};

export type MailServer = {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** User names of all attempted sign-ins. */
  readonly loginNames: readonly string[];
  /** Numbers of opened connections and RCPT commands. */
  readonly attempts: { readonly connections: number; readonly recipients: number };
  close(): Promise<void>;
};

export type MailServerOptions = {
  /** `never` offers no encryption, `offered` STARTTLS, `always` implicit TLS. */
  readonly tls?: 'never' | 'offered' | 'always';
  readonly certificate?: Certificate;
  /** Returns an error for a rejected recipient, sender or message. */
  readonly refuse?: (address: string) => Error | null;
  readonly refuseSender?: () => Error | null;
  readonly refuseMessage?: (address: string) => Error | null;
  /** Promise that must resolve before messages are accepted. */
  readonly acceptAfter?: Promise<unknown>;
  /** Returns an error that replaces the greeting. */
  readonly refuseConnection?: () => Error | null;
  /** Disables SMTPUTF8. */
  readonly utf8Addresses?: false;
  /** Password of the only accepted login. */
  readonly password?: () => string;
};

/** Creates the error for a reply such as `550 5.1.1 No such user`. */
export function reply(line: string): Error {
  return Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });
}

export const mailLogin = { userName: 'slipway', password: 'mail secret' };

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { tls = 'never', certificate, refuse = () => null } = options;
  const { refuseSender, refuseMessage, refuseConnection, password = () => mailLogin.password } = options;
  const received: ReceivedMail[] = [];
  const loginNames: string[] = [];
  const attempts = { connections: 0, recipients: 0 };
  const server = new SMTPServer({
    secure: tls === 'always',
    ...(certificate ? { key: certificate.key, cert: certificate.cert } : {}),
    allowInsecureAuth: true,
    hideSMTPUTF8: options.utf8Addresses === false,
    disabledCommands: tls === 'offered' ? [] : ['STARTTLS'],
    onConnect: (_session, callback) => {
      attempts.connections += 1;
      callback(refuseConnection?.() ?? null);
    },
    onAuth: ({ username = '', password: given }, _session, callback) => {
      loginNames.push(username);
      if (username === mailLogin.userName && given === password()) callback(null, { user: username });
      else callback(Object.assign(new Error('Wrong login'), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, callback) => callback(refuseSender?.() ?? null),
    onRcptTo: ({ address }, _session, callback) => {
      attempts.recipients += 1;
      callback(refuse(address));
    },
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        await options.acceptAfter;
        const { mailFrom, rcptTo } = session.envelope;
        const refusal = refuseMessage?.(rcptTo[0]?.address ?? '');
        if (refusal) return callback(refusal);
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
          secure: session.secure,
          user: session.user,
        });
        callback();
      });
    },
  });
  // Ignores connection errors. Some tests expect clients to reject the certificate and close the connection.
  server.on('error', () => null);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return { port: address.port, received, loginNames, attempts, close };
}

/** Returns settings for the mail server without TLS. */
export function smtpSettings(port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings {
  return {
    host: '127.0.0.1',
    port,
    secure: false,
    requireTls: false,
    plainText: true,
    ...mailLogin,
    from: 'Builds <builds@example.com>',
    ...changes,
  };
}
