import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import { deferWriteErrors } from './defer-write-errors.ts';
import type { Network, Trust } from './network.ts';
import { type Lookup, openSocket } from './open-socket.ts';

/** How connections are opened under the conditions of one moment. */
export type Dial = {
  readonly timeoutMs: number;
  /** Null where no TLS is met. */
  readonly trust: Trust | null;
  /** `onSocket` is told each TCP socket, the one below TLS. */
  readonly connector: (onSocket: (socket: Socket) => void) => buildConnector.connector;
};

/**
 * The way to open connections now, to the address where TLS is met, null where none is; the same one as long as the network
 * says the same.
 */
export type Dials = (secure: URL | null) => Promise<Dial>;

export function createDials(network: Network): Dials {
  const known = new Map<string | undefined, Dial>();
  return async (secure) => {
    // Loaded with the first request, and before the look at what is known: two requests at once share a dial.
    const undici = await import('undici');
    const trust = secure && (await network.trust(secure));
    const timeoutMs = network.connectTimeoutMs();
    const before = known.get(secure?.origin);
    if (before?.trust === trust && before.timeoutMs === timeoutMs) return before;
    const dial = createDial(undici, trust, timeoutMs, network.lookup);
    known.set(secure?.origin, dial);
    return dial;
  };
}

function createDial(
  { buildConnector }: typeof import('undici'),
  trust: Trust | null,
  timeoutMs: number,
  lookup: Lookup,
): Dial {
  const options = { timeout: timeoutMs, allowH2: false };
  const secure = buildConnector({ ...options, ...tlsOptions(trust) });
  return {
    timeoutMs,
    trust,
    connector: (onSocket) => (target, taken) => {
      const done: typeof taken = (...result) => {
        if (result[1]) deferWriteErrors(result[1]);
        taken(...result);
      };
      // The name given comes from the request, which may be meant for a service behind the proxy that is connected to.
      const { servername: _, ...address } = target;
      const isSecure = target.protocol === 'https:';
      const port = Number(target.port || (isSecure ? '443' : '80'));
      openSocket({ host: target.hostname, port, timeoutMs }, lookup, (error, socket) => {
        if (error) {
          done(error, null);
          return;
        }
        onSocket(socket);
        if (isSecure) secure({ ...address, httpSocket: socket }, done);
        else done(null, socket);
      });
    },
  };
}

/** For undici. */
export function tlsOptions(trust: Trust | null): { secureContext?: SecureContext; servername?: string } {
  if (trust === null) return {};
  const { context, serverName } = trust;
  return { secureContext: context, ...(serverName === null ? {} : { servername: serverName }) };
}
