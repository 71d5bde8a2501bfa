/** The token endpoint used with a public OAuth 2.0 client library. */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  ClientSecretPost,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  protectedResourceRequest,
  ResponseBodyError,
  type TokenEndpointResponse,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { expect, test } from 'vitest';
import type { FirstUser } from '../../../main/service/service.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { startHost } from '../service/service-host.ts';

type Changes = Partial<FirstUser> & { readonly grant?: string; readonly scope?: string };

async function prepare() {
  const clock = createFakeClock();
  const { service } = await startHost({ clock });
  const user = service.firstUser;
  if (!user) throw new Error('The first start created no user.');
  const issuer: AuthorizationServer = {
    issuer: service.url,
    token_endpoint: `${service.url}/identity/connect/token`,
  };
  const ask = async (changes: Changes = {}): Promise<TokenEndpointResponse> => {
    const { userName, password, clientId, clientSecret, grant, scope } = {
      grant: 'password',
      scope: 'distribution',
      ...user,
      ...changes,
    };
    const client: Client = { client_id: clientId };
    const response = await genericTokenEndpointRequest(
      issuer,
      client,
      ClientSecretPost(clientSecret),
      grant,
      new URLSearchParams({ username: userName, password, scope }),
      { [allowInsecureRequests]: true },
    );
    return processGenericTokenEndpointResponse(issuer, client, response);
  };
  const failure = async (changes: Changes): Promise<ResponseBodyError> => {
    const error = await ask(changes).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error instanceof ResponseBodyError) return error;
    throw new Error(`The library reported no OAuth error: ${String(error)}`);
  };
  const call = (token: string) =>
    protectedResourceRequest(
      token,
      'GET',
      new URL(`${service.url}/api/v3/root`),
      new Headers({ accept: 'application/json' }),
      null,
      { [allowInsecureRequests]: true },
    );
  return { clock, ask, failure, call };
}

test('oauth4webapi obtains a token and recognises the challenge on expiry', async () => {
  const { clock, ask, call } = await prepare();
  const token = await ask();
  expect(token).toMatchObject({ token_type: 'bearer', expires_in: 72_000 });
  const answer = await call(token.access_token);
  expect(await answer.json()).toMatchObject({ testingDist: expect.any(Array) });
  await clock.advance(72_000_000);
  const challenge = await call(token.access_token).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(challenge instanceof WWWAuthenticateChallengeError))
    throw new Error('The library reported no challenge');
  expect(challenge.status).toBe(401);
  expect(challenge.cause).toMatchObject([
    { scheme: 'bearer', parameters: { realm: 'distribution', error: 'invalid_token' } },
  ]);
});

test('oauth4webapi recognises every error of the token endpoint', async () => {
  const { clock, ask, failure } = await prepare();
  expect(await failure({ clientSecret: 'wrong' })).toMatchObject({ status: 400, error: 'invalid_client' });
  expect(await failure({ clientId: 'nobody' })).toMatchObject({ status: 400, error: 'invalid_client' });
  expect(await failure({ password: 'wrong' })).toMatchObject({
    status: 400,
    error: 'invalid_grant',
    error_description: expect.stringContaining('Authentication could not be completed'),
  });
  expect(await failure({ grant: 'urn:example:other' })).toMatchObject({ error: 'unsupported_grant_type' });
  expect(await failure({ scope: ' ' })).toMatchObject({ error: 'invalid_scope' });
  expect(await failure({ userName: '' })).toMatchObject({
    error: 'invalid_request',
    error_description: 'Missing fields: username.',
  });
  const slowed = await failure({});
  expect(slowed).toMatchObject({ status: 429, error: 'temporarily_unavailable' });
  expect(slowed.response.headers.get('retry-after')).toBe('1');
  await clock.advance(1_000);
  expect(await ask()).toMatchObject({ token_type: 'bearer' });
});
