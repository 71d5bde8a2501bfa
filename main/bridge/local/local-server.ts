import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import { createRateLimiter } from '../../base/rate-limiter.ts';
import type { BridgeHost } from '../bridge.ts';
import { bridgeApplication } from '../http/application.ts';
import { restricted } from '../restricted.ts';
import { authorization, newEndpoint, publishEndpoint, removeEndpoint, versionHeader } from './endpoint.ts';
import { localErrors } from './errors.ts';

export type LocalServer = {
  close(): Promise<void>;
};

/** Time for clients to read pending data when the server closes. Suspended clients read none. */
const drainMs = 500;

/**
 * Lets other processes of the same user use the core. Requires the lock of the data folder. If listening
 * fails, only logs the error.
 */
export async function startLocalServer(options: {
  readonly bridge: BridgeHost;
  readonly dataDir: string;
  readonly version: string;
  readonly log: Log;
}): Promise<LocalServer> {
  const { bridge, dataDir, version } = options;
  const log = options.log.scope('local');
  const endpoint = await newEndpoint(dataDir, process.platform);
  const connections = new Set<Socket>();
  const limiter = createRateLimiter(systemClock);
  // Browsers cannot connect to a socket or pipe, so Host and Origin need no check.
  const admit = ({ headers, socket }: FastifyRequest): void => {
    const seconds = limiter.waitSeconds();
    if (seconds > 0) throw localErrors.rateLimited({ seconds });
    const given = headers.authorization ?? '';
    if (!sameText(given, authorization(endpoint))) {
      limiter.failed(given);
      throw localErrors.refused({});
    }
    limiter.succeeded();
    const ours = String(headers[versionHeader]);
    if (ours !== version) throw localErrors.otherVersion({ theirs: version, ours });
    if (connections.has(socket)) return;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  };
  const server = bridgeApplication({
    bridge: restricted(bridge, 'local', null),
    log,
    admit,
    // Clients localise messages themselves.
    locale: () => null,
    // Allows a call with a thousand builds with the longest paths.
    maxCallBytes: 64 * 1024 * 1024,
    maxUnreadBytes: 16 * 1024 * 1024,
    // Connections have no idle timeout, so that a suspended client keeps its connections.
    idleMs: 0,
  });
  server.addHook('preClose', async () => {
    const signal = AbortSignal.timeout(drainMs);
    const closed = [...connections].map((socket) => once(socket, 'close', { signal }));
    for (const socket of connections) socket.destroySoon();
    await Promise.allSettled(closed);
  });
  try {
    const listening: Promise<string> = server.listen({ path: endpoint.address });
    await listening;
    if (process.platform !== 'win32') await chmod(endpoint.address, 0o600);
    await publishEndpoint(dataDir, endpoint);
  } catch (error) {
    log.warn('Could not start the local server', { error });
  }
  return {
    close: async () => {
      await removeEndpoint(dataDir, endpoint).catch((error: unknown) =>
        log.warn('Could not stop the local server', { error }),
      );
      await server.close();
    },
  };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
