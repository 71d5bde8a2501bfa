import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailServer = { readonly port: number; readonly received: readonly string[] };

/** Fixture of a mail server on loopback. `received` lists the recipients of accepted messages. */
export async function withMailServer(use: (server: MailServer) => Promise<void>): Promise<void> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      stream.resume().once('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  await use({ port: (server.server.address() as AddressInfo).port, received });
  await new Promise<void>((resolve) => server.close(resolve));
}
