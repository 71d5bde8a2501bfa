import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { systemClock } from '../../base/clock.ts';
import { createGuessLimiter } from '../../base/guess-limiter.ts';
import type { Log } from '../../base/log/log.ts';
import type { BridgeHost } from '../bridge.ts';
import { bridgeApplication } from '../http/application.ts';
import { restricted } from '../restricted.ts';
import { authorization, newEndpoint, publishEndpoint, removeEndpoint, versionHeader } from './endpoint.ts';
import { localErrors } from './errors.ts';

export type LocalServer = {
  /** Stops listening and ends all connections. */
  close(): Promise<void>;
};

/** So long a client may take to read what was still said to it; a program that was stopped reads nothing. */
const lastWordsMs = 500;

/**
 * Lets other programs of the same person (the command line) use the core that owns a data folder, through the same
 * bridge a page uses. Must own the folder. A system that gives no socket is no reason to stop: then nobody can connect,
 * which the log says.
 */
export async function startLocalServer(options: {
  readonly bridge: BridgeHost;
  readonly dataDir: string;
  readonly version: string;
  readonly log: Log;
}): Promise<LocalServer> {
  const { bridge, dataDir, version } = options;
  const log = options.log.scope('local');
  const place = await newEndpoint(dataDir, process.platform);
  const connections = new Set<Socket>();
  const guesses = createGuessLimiter(systemClock);
  // No browser reaches a socket or a pipe, so neither the name asked for nor the page asking tells anything here.
  const admit = ({ headers, socket }: FastifyRequest): void => {
    const seconds = guesses.waitSeconds();
    if (seconds > 0) throw localErrors.slowDown({ seconds });
    const given = headers.authorization ?? '';
    if (!sameText(given, authorization(place))) {
      guesses.failed(given);
      throw localErrors.refused({});
    }
    guesses.succeeded();
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
    // A client has words of its own for what it is told.
    locale: () => null,
    // A thousand builds with the longest paths fit; who sends more is no Slipway.
    longestCall: 64 * 1024 * 1024,
    mostUnread: 16 * 1024 * 1024,
    // A client that was stopped for a while finds its connections as it left them.
    idleMs: 0,
  });
  server.addHook('preClose', async () => {
    const signal = AbortSignal.timeout(lastWordsMs);
    const gone = [...connections].map((socket) => once(socket, 'close', { signal }));
    for (const socket of connections) socket.destroySoon();
    await Promise.allSettled(gone);
  });
  try {
    const listening: Promise<string> = server.listen({ path: place.address });
    await listening;
    if (process.platform !== 'win32') await chmod(place.address, 0o600);
    await publishEndpoint(dataDir, place);
  } catch (error) {
    log.warn('Other programs cannot hand work to this one', { error });
  }
  return {
    close: async () => {
      await removeEndpoint(dataDir, place).catch((error: unknown) =>
        log.warn('The local server could not be taken down', { error }),
      );
      await server.close();
    },
  };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
