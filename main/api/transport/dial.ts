import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import { deferWriteErrors } from './defer-write-errors.ts';
import { loadUndici } from './load-undici.ts';
import type { Network, Trust } from './network.ts';
import { type Lookup, openSocket } from './open-socket.ts';

export type Dial = {
  readonly timeoutMs: number;
  /** Null for connections without TLS. */
  readonly trust: Trust | null;
  /** `onSocket` receives each TCP socket, also the one below a TLS socket. */
  readonly connector: (onSocket: (socket: Socket) => void) => buildConnector.connector;
};

/** Returns a dial that is valid until the network settings change. `secure`: https URL; null without TLS. */
export type Dials = (secure: URL | null) => Promise<Dial>;

export function createDials(network: Network): Dials {
  const cache = new Map<string | undefined, Dial>();
  return async (secure) => {
    // No await follows the cache lookup, so that concurrent requests share a dial.
    const undici = await loadUndici();
    const trust = secure && (await network.trust(secure));
    const timeoutMs = network.connectTimeoutMs();
    const cached = cache.get(secure?.origin);
    if (cached?.trust === trust && cached.timeoutMs === timeoutMs) return cached;
    const dial = createDial(undici, trust, timeoutMs, network.lookup);
    cache.set(secure?.origin, dial);
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
    connector: (onSocket) => (target, callback) => {
      const done: typeof callback = (...result) => {
        if (result[1]) deferWriteErrors(result[1]);
        callback(...result);
      };
      // Omits `servername`: it names the host of the request, but the connection may be to a proxy.
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

export function tlsOptions(trust: Trust | null): { secureContext?: SecureContext; servername?: string } {
  if (trust === null) return {};
  const { context, serverName } = trust;
  return { secureContext: context, ...(serverName === null ? {} : { servername: serverName }) };
}
