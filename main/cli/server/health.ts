/** Health checks for proxies and orchestrators. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import { serviceErrors } from '../../service/errors.ts';
import type { Storage } from '../../service/storage/storage.ts';

/** Paths for operators, outside the distribution service. */
export const operationalPaths = { health: '/healthz', readiness: '/readyz', metrics: '/metrics' } as const;

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/**
 * Rejects proxied requests, and other spellings of the path, which the rules of a proxy may miss. Throws
 * `service/noRoute`.
 */
export async function rejectProxied(request: FastifyRequest): Promise<void> {
  const [path = '/'] = request.originalUrl.split('?', 1);
  const isPassedOn = proxyHeaders.some((name) => request.headers[name] !== undefined);
  if (isPassedOn || path !== request.routeOptions.url) throw serviceErrors.noRoute({ path });
}

export type Health = {
  addTo(server: FastifyInstance): void;
  /** Makes `/readyz` return 503. */
  drain(): void;
};

/** `/healthz` returns 200 while the process runs; `/readyz` only while the storage is reachable, else 503. */
export function createHealth(storage: Storage, log: Log): Health {
  let isDraining = false;
  let wasReady = true;
  const isReady = async (): Promise<boolean> => {
    try {
      await storage.check();
      if (!wasReady) log.info('Ready again');
      wasReady = true;
    } catch (error) {
      if (wasReady) log.error('Not ready', { reason: textOf(toFailure(error)) });
      wasReady = false;
    }
    return wasReady;
  };
  return {
    addTo: (server) => {
      const own = { onRequest: rejectProxied };
      server.get(operationalPaths.health, own, async (_request, reply) =>
        reply.type('text/plain').send('ok\n'),
      );
      server.get(operationalPaths.readiness, own, async (_request, reply) => {
        const state = isDraining ? 'draining' : (await isReady()) ? 'ready' : 'not ready';
        return reply
          .code(state === 'ready' ? 200 : 503)
          .type('text/plain')
          .send(`${state}\n`);
      });
    },
    drain: () => {
      isDraining = true;
    },
  };
}
