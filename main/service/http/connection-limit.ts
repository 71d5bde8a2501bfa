import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from './client-address.ts';
import type { ServiceLimits } from './limits.ts';

type Connection = {
  readonly key: string;
  readonly socket: Socket;
  readonly client: string;
  requests: number;
};

export type ConnectionLimit = {
  /** Marks the connection of a request as busy until the returned function is called. */
  busy(socket: Socket): () => void;
};

/**
 * At a limit, closes the connection that has been idle longest, or the new connection if all are busy. Exempt
 * clients count only towards the total.
 */
export function limitConnections(
  server: Server,
  limits: Pick<ServiceLimits, 'maxConnections' | 'maxConnectionsPerClient'>,
  isExempt: (address: string) => boolean,
): ConnectionLimit {
  /** Longest idle first. A TLS socket and its underlying TCP socket share a key. */
  const open = new Map<string, Connection>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const client = clientKey(address);
    const others = [...open.values()];
    const own = others.filter((existing) => existing.client === client);
    const isBeyondShare = !isExempt(address) && own.length >= limits.maxConnectionsPerClient;
    const candidates = isBeyondShare ? own : others.length >= limits.maxConnections ? others : null;
    const idle = candidates?.find(({ requests }) => requests === 0);
    if (candidates && !idle) {
      socket.destroy();
      return;
    }
    if (idle) {
      open.delete(idle.key);
      idle.socket.destroy();
    }
    const key = keyOf(socket);
    const connection: Connection = { key, socket, client, requests: 0 };
    open.set(key, connection);
    socket.once('close', () => {
      if (open.get(key) === connection) open.delete(key);
    });
  });
  return {
    busy: (socket) => {
      const key = keyOf(socket);
      const connection = open.get(key);
      if (!connection) return () => undefined;
      connection.requests += 1;
      return () => {
        connection.requests -= 1;
        if (open.get(key) !== connection) return;
        open.delete(key);
        open.set(key, connection);
      };
    },
  };
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
