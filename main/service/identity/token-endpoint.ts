import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TokenResponse, tokenRequest } from '../../api/wire.ts';
import { okResponse, tokenPath } from '../description/operation.ts';
import { type JsonObject, schemaReference } from '../description/schemas.ts';
import { checkFields } from '../http/body-parsers.ts';
import { clientAddress, clientKey, isLoopback } from '../http/client-address.ts';
import { logUnexpected, problemOf } from '../http/problem.ts';
import { rejectOtherMethods } from '../http/requests.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ClientRecord, UserRecord } from '../storage/records.ts';
import { checkPassword, dummyHash, hashToken, randomSecret, safeEqual } from './secrets.ts';
import { createSignInLimiter, type SignInLimiter } from './sign-in-limiter.ts';

/** Seconds. */
export const tokenLifetime = 72_000;

const fields = tokenRequest.keyof().options;
type TokenRequest = Record<(typeof fields)[number], string>;

/** Error response of RFC 6749 section 5.2. */
type OAuthFailure = {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly retryAfterSeconds?: number;
};

const schema: FastifySchema = {
  operationId: 'requestToken',
  summary: 'Get an access token',
  description:
    'OAuth 2.0 password grant (RFC 6749 section 4.3). Send the client credentials in the body or by HTTP Basic. ' +
    'There is no refresh token: request a new token before the token expires.',
  security: [],
  body: schemaReference('TokenRequest'),
  consumes: ['application/x-www-form-urlencoded'],
  response: {
    ...okResponse('The token.', ['application/json'], schemaReference('TokenResponse')),
    400: described('The request is malformed, or the credentials are not accepted.', {
      invalid_request: 'Missing fields: scope.',
      invalid_grant: invalidCredentials('invalid_grant', 'user name or password').failure.description,
      invalid_client: invalidCredentials('invalid_client', 'client id or client secret').failure.description,
      unsupported_grant_type: 'Only the grant type password is supported.',
      invalid_scope: 'The scope is blank.',
    }),
    408: described('The body did not arrive in time.', {
      invalid_request: 'The body of the request did not arrive within 30 s. Nothing was stored; try again.',
    }),
    413: described('The body is larger than the service accepts.', {
      invalid_request: 'The body of the request is larger than this service accepts. Send less.',
    }),
    429: described('Too many failed attempts.', {
      temporarily_unavailable: rateLimited(4).failure.description,
    }),
    500: described('Unexpected error.', {
      server_error:
        'Something unexpected happened: the disk does not answer. Please report it and include the log.',
    }),
  },
  problems: null,
};

function described(description: string, examples: Readonly<Record<string, string>>): JsonObject {
  const values = Object.entries(examples).map(([error, text]) => [
    error,
    { value: { error, error_description: text } },
  ]);
  const schema = schemaReference('OAuthError');
  return { description, content: { 'application/json': { schema, examples: Object.fromEntries(values) } } };
}

export function addTokenEndpoint(server: FastifyInstance, parts: ServiceContext): void {
  const guard = createSignInLimiter(parts.storage.identity, parts.clock, 'token');
  // Hash that is checked if the user does not exist, so that both cases take the same time.
  const absentUserHash = dummyHash(parts.passwordCost);
  const checking = new Map<string, number>();
  /** Limits the password checks that run for one client, because each uses a thread and 32 MiB. */
  const withConcurrencyLimit = async (address: string, work: () => Promise<Checked>): Promise<Checked> => {
    const client = clientKey(address);
    const running = checking.get(client) ?? 0;
    if (running >= parts.limits.maxTokenRequestsPerClient && !isLoopback(address)) return rateLimited(1);
    checking.set(client, running + 1);
    try {
      return await work();
    } finally {
      const left = (checking.get(client) ?? 1) - 1;
      if (left === 0) checking.delete(client);
      else checking.set(client, left);
    }
  };

  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    logUnexpected(error, request, parts.log);
    const { status, detail = '' } = problemOf(error, request);
    const kind = status >= 500 ? 'server_error' : 'invalid_request';
    void sendFailure(reply, { status: status === 415 ? 400 : status, error: kind, description: detail });
  };
  server.post(tokenPath, { errorHandler, schema }, async (request, reply) => {
    const read = readRequest(request, parts);
    if (!read.ok) return sendFailure(reply, read.failure);
    const address = clientAddress(request.raw, parts.proxyHops);
    const checked = await withConcurrencyLimit(address, () =>
      check(read.form, address, parts, guard, absentUserHash),
    );
    if (!checked.ok) {
      const { names = {}, failure } = checked;
      parts.log.warn('Sign-in refused', { reason: failure.error, ...names, address });
      return sendFailure(reply, failure);
    }
    const issued = await issue(checked, parts);
    if (!issued)
      return sendFailure(reply, invalidCredentials('invalid_grant', 'user name or password').failure);
    await guard.succeeded(read.form.username, address);
    const { user, client } = checked;
    parts.log.info('Sign-in accepted', { user: user.userName, client: client.clientId, address });
    return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send(issued);
  });
  rejectOtherMethods(server, tokenPath, ['POST']);
}

type Rejected = {
  readonly ok: false;
  readonly failure: OAuthFailure;
  /** Only existing names are logged, because users type passwords into the name field. */
  readonly names?: { readonly user?: string; readonly client?: string };
};
type ReadRequest = { readonly ok: true; readonly form: TokenRequest } | Rejected;
type Checked = { readonly ok: true; readonly user: UserRecord; readonly client: ClientRecord } | Rejected;

/** Validates the form. Errors thrown here become `invalid_request` in the response. */
function readRequest({ body, headers }: FastifyRequest, { limits }: ServiceContext): ReadRequest {
  const bad = (error: string, description: string): ReadRequest => ({
    ok: false,
    failure: { status: 400, error, description },
  });
  if (!(body instanceof URLSearchParams)) {
    const given = headers['content-type'] ?? 'no content type';
    return bad('invalid_request', `Send the fields as application/x-www-form-urlencoded, not ${given}.`);
  }
  const hasBoth = addBasicClient(body, headers.authorization);
  if (hasBoth)
    return bad('invalid_request', 'Send the client secret in the form or by HTTP Basic, not both.');
  checkFields(body, { ...limits, maxFormFields: Math.max(limits.maxFormFields, fields.length) });
  const missing = fields.filter((field) => !body.get(field));
  if (missing.length > 0) return bad('invalid_request', `Missing fields: ${missing.join(', ')}.`);
  const repeated = fields.filter((field) => body.getAll(field).length > 1);
  if (repeated.length > 0) return bad('invalid_request', `Repeated fields: ${repeated.join(', ')}.`);
  const form = Object.fromEntries(fields.map((field) => [field, body.get(field) ?? ''])) as TokenRequest;
  if (form.scope.trim() === '') return bad('invalid_scope', 'The scope is blank.');
  if (form.grant_type !== 'password') {
    return bad('unsupported_grant_type', 'Only the grant type password is supported.');
  }
  return { ok: true, form };
}

/** Copies HTTP Basic credentials (RFC 6749, 2.3.1) into the form. Returns true if they conflict. */
function addBasicClient(form: URLSearchParams, authorization = ''): boolean {
  const [, encoded = ''] = /^basic ([a-z0-9+/=_-]+)$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon === -1) return false;
  const [id, secret] = [formDecoded(pair.slice(0, colon)), formDecoded(pair.slice(colon + 1))];
  const isOther = form.has('client_id') && form.get('client_id') !== id;
  if (isOther || form.has('client_secret')) return true;
  form.set('client_id', id);
  form.set('client_secret', secret);
  return false;
}

/** Returns the text unchanged if it cannot be decoded, because some clients do not encode it. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

async function check(
  form: TokenRequest,
  address: string,
  parts: ServiceContext,
  guard: SignInLimiter,
  unknownUserHash: string,
): Promise<Checked> {
  const { identity } = parts.storage;
  const waitMs = await guard.admit(form.username, address);
  if (waitMs > 0) return rateLimited(Math.ceil(waitMs / 1000));
  const client = await identity.client(form.client_id);
  const user = await identity.user(form.username);
  const isSecretValid = safeEqual(client?.secretHash ?? '', hashToken(form.client_secret));
  const isPasswordValid = await checkPassword(form.password, user?.passwordHash ?? unknownUserHash);
  const names = {
    ...(user ? { user: user.userName } : {}),
    ...(client ? { client: client.clientId } : {}),
  };
  if (!client || !isSecretValid)
    return { ...invalidCredentials('invalid_client', 'client id or client secret'), names };
  if (!user || !isPasswordValid)
    return { ...invalidCredentials('invalid_grant', 'user name or password'), names };
  return { ok: true, user, client };
}

function invalidCredentials(error: string, what: string): Rejected {
  const description = `Authentication could not be completed: the ${what} is not accepted.`;
  // Not 401, which would require an HTTP authentication scheme in the response.
  return { ok: false, failure: { status: 400, error, description } };
}

function rateLimited(seconds: number): Rejected {
  return {
    ok: false,
    failure: {
      status: 429,
      error: 'temporarily_unavailable',
      description: `Authentication could not be completed: too many failed attempts. Wait ${seconds} s and try again.`,
      retryAfterSeconds: seconds,
    },
  };
}

/** Time for which expired tokens are kept, for uploads that began before the expiry. */
const expiredRetentionMs = 24 * 60 * 60_000;

/** Returns null if the user or client was removed or changed during the check. */
async function issue(
  { user, client }: { readonly user: UserRecord; readonly client: ClientRecord },
  { storage, clock }: ServiceContext,
): Promise<TokenResponse | null> {
  const token = randomSecret();
  const now = clock.now();
  await storage.identity.removeExpiredTokens(now - expiredRetentionMs);
  const expiresAt = now + tokenLifetime * 1000;
  const added = await storage.identity.addToken(
    { tokenHash: hashToken(token), userId: user.id, clientId: client.clientId, expiresAt },
    { ...user, ...client },
  );
  if (!added) return null;
  return { access_token: token, expires_in: tokenLifetime, token_type: 'Bearer' };
}

function sendFailure(reply: FastifyReply, refusal: OAuthFailure): FastifyReply {
  void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', refusal.retryAfterSeconds);
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ error: refusal.error, error_description: toAsciiDescription(refusal.description) });
}

/** RFC 6749 section 5.2 allows printable ASCII without quotes and backslashes. */
function toAsciiDescription(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/gu, '?');
}
