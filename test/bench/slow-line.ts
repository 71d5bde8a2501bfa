import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type SlowLine = {
  readonly url: string;
  /** Resets all connections once, after this many more bytes are sent to the target. */
  breakAfter(bytes: number): void;
  close(): void;
};

type LineOptions = {
  readonly targetPort: () => number;
  /** In each direction. */
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
};

/** Opens a TCP proxy with the bandwidth and round-trip time of a slow connection. */
export async function openSlowLine({
  targetPort,
  bytesPerSecond,
  roundTripMs,
}: LineOptions): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  let bytesToBreak = Number.POSITIVE_INFINITY;
  const count = (bytes: number): void => {
    bytesToBreak -= bytes;
    if (bytesToBreak > 0) return;
    bytesToBreak = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const [up, down] = [createPace(bytesPerSecond), createPace(bytesPerSecond)];
  const server = createServer((client) => {
    const service = connect(targetPort(), '127.0.0.1');
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // A reset is part of the measurement. The other side's connection ends with it.
      socket.on('error', () => other.resetAndDestroy());
      socket.on('close', () => sockets.delete(socket));
    }
    void carry(client, service, { pace: up, delayMs: roundTripMs / 2, onSent: count });
    void carry(service, client, { pace: down, delayMs: roundTripMs / 2, onSent: () => undefined });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAfter: (bytes) => {
      bytesToBreak = bytes;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

type Pace = (bytes: number) => Promise<void>;

/** Returns a rate limiter, shared by all connections, that waits until the bytes would have arrived. */
function createPace(bytesPerSecond: number): Pace {
  let freeAt = 0;
  return async (bytes) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000;
    await sleep(Math.max(0, freeAt - performance.now()));
  };
}

const packetBytes = 16 * 1_024;

async function carry(
  from: Socket,
  to: Socket,
  {
    pace,
    delayMs,
    onSent,
  }: { readonly pace: Pace; readonly delayMs: number; readonly onSent: (bytes: number) => void },
): Promise<void> {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += packetBytes) {
        const packet = chunk.subarray(at, at + packetBytes);
        await pace(packet.length);
        setTimeout(() => {
          if (to.destroyed) return;
          to.write(packet);
          onSent(packet.length);
        }, delayMs);
      }
    }
    setTimeout(() => to.end(), delayMs);
  } catch (error) {
    to.destroy(error as Error);
  }
}
