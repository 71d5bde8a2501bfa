import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import { type Requester, setRequester } from '../http/requester.ts';
import { requireScope } from '../http/token-scope.ts';
import type { ServiceContext } from '../service-context.ts';
import type { AccessToken } from '../service-view.ts';
import { lastUseResolutionMs } from '../storage/identity-storage.ts';
import { tokenPrefix } from './access-tokens.ts';
import { hashToken } from './secrets.ts';

/** Requires a bearer token before a body is read. Throws `service/token`, `service/tokenScope`. */
export function requireBearer(server: FastifyInstance, parts: ServiceContext): void {
  server.addHook('onRequest', async (request, reply) => {
    const requester = await findRequester(request, parts);
    if (requester) {
      setRequester(request, requester);
      requireScope(request);
      return;
    }
    if (tokenOf(request) === undefined) void reply.header('www-authenticate', 'Bearer realm="distribution"');
    throw serviceErrors.token({});
  });
}

async function findRequester(request: FastifyRequest, parts: ServiceContext): Promise<Requester | null> {
  const accessToken = await findAccessToken(request, parts);
  if (accessToken) {
    const { id, name } = accessToken;
    return { credential: { kind: 'access-token', id }, by: { accessToken: name }, accessToken };
  }
  const signIn = await findSignIn(request, parts);
  if (!signIn) return null;
  const { tokenHash, userName: user, clientId: client } = signIn;
  return { credential: { kind: 'sign-in', tokenHash }, by: { user, client }, accessToken: null };
}

/** True if the request has a valid user token. Access tokens do not count. */
export async function hasUserToken(request: FastifyRequest, parts: ServiceContext): Promise<boolean> {
  return (await findSignIn(request, parts)) !== null;
}

async function findSignIn(request: FastifyRequest, { storage, clock }: ServiceContext) {
  const token = tokenOf(request);
  const found = token === undefined ? null : await storage.identity.token(hashToken(token));
  return found && found.expiresAt > clock.now() ? found : null;
}

async function findAccessToken(
  request: FastifyRequest,
  { storage: { accessTokens }, clock }: ServiceContext,
): Promise<AccessToken | null> {
  const given = tokenOf(request);
  const accessToken = given?.startsWith(tokenPrefix) ? await accessTokens.find(hashToken(given)) : null;
  if (!accessToken || accessToken.revokedAt !== null) return null;
  const now = clock.now();
  if (accessToken.expiresAt !== null && accessToken.expiresAt <= now) return null;
  if (accessToken.lastUsedAt === null || now - accessToken.lastUsedAt >= lastUseResolutionMs)
    await accessTokens.recordUse(accessToken.id, now);
  return accessToken;
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
}
