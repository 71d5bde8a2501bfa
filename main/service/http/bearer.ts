import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import { hashToken } from '../identity/secrets.ts';
import type { ServiceParts } from '../parts.ts';

/** Lets only requests with a living token through, before any of their body is read. Throws `service/token`. */
export function requireBearer(server: FastifyInstance, parts: ServiceParts): void {
  server.addHook('onRequest', async (request, reply) => {
    if (await hasToken(request, parts)) return;
    if (tokenOf(request) === undefined) void reply.header('www-authenticate', 'Bearer realm="distribution"');
    throw serviceErrors.token({});
  });
}

export async function hasToken(request: FastifyRequest, { storage, clock }: ServiceParts): Promise<boolean> {
  const token = tokenOf(request);
  const known = token === undefined ? null : await storage.identity.token(hashToken(token));
  return known !== null && known.expiresAt > clock.now();
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
}
