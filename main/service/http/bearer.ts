import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import { tokenPrefix } from '../identity/access-tokens.ts';
import { hashToken } from '../identity/secrets.ts';
import type { ServiceParts } from '../parts.ts';
import type { AccessToken } from '../service-view.ts';
import { lastUseMs } from '../storage/storage.ts';
import { limitTo } from './token-scope.ts';

/**
 * Lets only requests with a living token through, before any of their body is read; with an access token only those it is
 * for. Throws `service/token`, `service/tokenScope`.
 */
export function requireBearer(server: FastifyInstance, parts: ServiceParts): void {
  server.addHook('onRequest', async (request, reply) => {
    const token = await findAccessToken(request, parts);
    if (token) {
      limitTo(request, token);
      return;
    }
    if (await hasToken(request, parts)) return;
    if (tokenOf(request) === undefined) void reply.header('www-authenticate', 'Bearer realm="distribution"');
    throw serviceErrors.token({});
  });
}

/** Whether a user is signed in with the token of the request. */
export async function hasToken(request: FastifyRequest, { storage, clock }: ServiceParts): Promise<boolean> {
  const token = tokenOf(request);
  const known = token === undefined ? null : await storage.identity.token(hashToken(token));
  return known !== null && known.expiresAt > clock.now();
}

/** The access token of the request, whose use is noted; null when it has none that counts. */
async function findAccessToken(
  request: FastifyRequest,
  { storage: { accessTokens }, clock }: ServiceParts,
): Promise<AccessToken | null> {
  const given = tokenOf(request);
  const known = given?.startsWith(tokenPrefix) ? await accessTokens.find(hashToken(given)) : null;
  if (!known || known.revokedAt !== null) return null;
  const now = clock.now();
  if (known.expiresAt !== null && known.expiresAt <= now) return null;
  if (known.lastUsedAt === null || now - known.lastUsedAt >= lastUseMs)
    await accessTokens.used(known.id, now);
  return known;
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
}
