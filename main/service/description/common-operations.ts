import { rootPath } from '../http/links.ts';
import { tokenPath } from '../identity/token-endpoint.ts';
import { everyHeader, retryHeader } from './headers.ts';
import { answer, body, type Operation, resource } from './operation.ts';
import { type JsonObject, schemaReference } from './schemas.ts';

export const descriptionPath = '/openapi.json';

/** What belongs to neither area: the token, the root resource, the document itself. */
export const commonOperations: readonly Operation[] = [
  {
    method: 'post',
    path: tokenPath,
    operationId: 'requestToken',
    tag: 'identity',
    summary: 'Get an access token',
    description:
      'The password grant of OAuth 2.0 (RFC 6749 section 4.3), with the client in the body. There is no refresh token: ' +
      'ask again before the token expires.',
    open: true,
    request: body('TokenRequest', 'All six fields, each once.', ['application/x-www-form-urlencoded']),
    responses: {
      ...answer('The token.', ['application/json'], schemaReference('TokenResponse')),
      400: tokenRefusal('The request, the client or the user is not accepted.', {
        invalid_request: 'Missing: scope.',
        invalid_grant: 'Authentication could not be completed: the user name or password is not accepted.',
        invalid_client:
          'Authentication could not be completed: the client id or client secret is not accepted.',
        unsupported_grant_type: 'Only the grant type password is supported.',
        invalid_scope: 'The scope is blank.',
      }),
      408: tokenRefusal('The body did not arrive in time.', {
        invalid_request: 'The body of the request did not arrive within 30 s. Nothing was stored; try again.',
      }),
      413: tokenRefusal('More was sent than the service takes.', {
        invalid_request: 'The body of the request is larger than this service takes. Send less.',
      }),
      429: tokenRefusal(
        'Too many failed tries.',
        {
          temporarily_unavailable:
            'Authentication could not be completed: too many failed tries. Wait 4 s and try again.',
        },
        retryHeader,
      ),
      500: tokenRefusal('Something unexpected went wrong.', {
        server_error:
          'Something unexpected happened: the disk does not answer. Please report it with the log.',
      }),
    },
  },
  {
    method: 'get',
    path: rootPath,
    operationId: 'getRoot',
    tag: 'root',
    summary: 'Get the links of the top-level operations of both areas',
    responses: resource(200, 'Root', 'Root', 'The links; the same in both modes.'),
    refusals: ['token', 'notAcceptable'],
  },
  {
    method: 'get',
    path: descriptionPath,
    operationId: 'getDescription',
    tag: 'description',
    summary: 'Get this document',
    open: true,
    responses: answer('An OpenAPI 3.1 document.', ['application/json'], { type: 'object' }),
    refusals: [],
  },
];

/** A refusal as RFC 6749 section 5.2 writes it, with an example of each `error`. */
function tokenRefusal(
  description: string,
  examples: Readonly<Record<string, string>>,
  more: JsonObject = {},
): JsonObject {
  const named = Object.entries(examples).map(([error, text]) => [
    error,
    { value: { error, error_description: text } },
  ]);
  return {
    description,
    headers: { ...everyHeader, ...more },
    content: {
      'application/json': {
        schema: schemaReference('OAuthError'),
        examples: Object.fromEntries(named),
      },
    },
  };
}
