/** What a proxy and whoever starts instances ask one of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import { serviceErrors } from '../../service/errors.ts';
import type { Storage } from '../../service/storage/storage.ts';

/** Every path of an instance that is not part of the service. */
export const ownPaths = { health: '/healthz', readiness: '/readyz', metrics: '/metrics' } as const;

/** Headers that proxies add to the requests they pass on. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/**
 * Refuses what does not come straight to the instance at exactly the address of the route: paths may be spelled in
 * many ways, and a proxy may pass on one it was told to refuse. Throws `service/noRoute`.
 */
export async function refuseOutside(request: FastifyRequest): Promise<void> {
  const [path = '/'] = request.originalUrl.split('?', 1);
  const isPassedOn = proxyHeaders.some((name) => request.headers[name] !== undefined);
  if (isPassedOn || path !== request.routeOptions.url) throw serviceErrors.noRoute({ path });
}

export type Health = {
  addTo(server: FastifyInstance): void;
  /** From now on it takes no new work. */
  drain(): void;
};

/**
 * `/healthz` answers 200 as long as the process can; `/readyz` answers 200 while records and builds can be reached, else
 * 503 with the reason in the log.
 */
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
      const own = { onRequest: refuseOutside };
      server.get(ownPaths.health, own, async (_request, reply) => reply.type('text/plain').send('ok\n'));
      server.get(ownPaths.readiness, own, async (_request, reply) => {
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
