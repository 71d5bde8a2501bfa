import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { Network } from './network.ts';

export const connectTimeoutMs = 15_000;

/** How connections are opened, to TLS with what the network trusts. `onSocket` is told each TCP socket, the one below TLS. */
export type Dial = (onSocket: (socket: Socket) => void) => buildConnector.connector;

/** What TLS trusts is made only when a TLS address is met. */
export function createDial(network: Network): Dial {
  const options = { timeout: connectTimeoutMs, allowH2: false };
  const plain = buildConnector(options);
  let secure: buildConnector.connector | null = null;
  return (onSocket) => (target, done) => {
    const { servername: _, ...address } = target;
    const isSecure = target.protocol === 'https:';
    const port = target.port || (isSecure ? '443' : '80');
    plain({ ...address, protocol: 'http:', port }, (error, socket) => {
      if (error) {
        done(error, null);
        return;
      }
      onSocket(socket);
      if (!isSecure) {
        done(null, socket);
        return;
      }
      secure ??= buildConnector({ ...options, secureContext: network.secureContext() });
      secure({ ...target, httpSocket: socket }, done);
    });
  };
}
