import type { FastifyInstance } from 'fastify';
import { serviceErrors } from '../errors.ts';
import { hashToken } from '../identity/secrets.ts';
import type { ServiceParts } from '../parts.ts';

/** Lets only requests with a living token through, before any of their body is read. Throws `service/token`. */
export function requireBearer(server: FastifyInstance, parts: ServiceParts): void {
  server.addHook('onRequest', async (request, reply) => {
    const [, token] = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) {
      void reply.header('www-authenticate', 'Bearer realm="distribution"');
      throw serviceErrors.token({});
    }
    const known = await parts.storage.identity.token(hashToken(token));
    if (!known || known.expiresAt <= parts.clock.now()) throw serviceErrors.token({});
  });
}
