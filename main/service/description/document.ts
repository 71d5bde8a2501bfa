import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from '../http/requests.ts';
import type { ServiceContext } from '../service-context.ts';
import { describeRoute, okResponse, tags, tokenPath } from './operation.ts';
import { describeExamples } from './problems.ts';
import { describeSchemas, type JsonObject } from './schemas.ts';

const introduction = `Receives finished mobile builds (\`.ipa\` and \`.apk\` files) and distributes them to testers.

**Response modes.** The \`Accept\` header selects the mode. \`application/json\` selects plain JSON, and
\`application/vnd.{vendor}.hateaos+json\` selects JSON with links. Any vendor is accepted (this document uses \`slipway\`),
and the content type of the response repeats it. In link mode, each resource has \`_links\`, and lists are wrapped as
\`{_value, _links}\`.

**Authentication.** All operations under \`/api/v3\` require \`Authorization: Bearer TOKEN\`. Use a token from
\`${tokenPath}\` or an access token (\`slw_…\`). An access token is limited to its applications and scopes. Other
applications are hidden from it, and other operations fail with 403 \`service/tokenScope\`.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`. The token endpoint returns errors as defined
in RFC 6749. Every request can fail with one of these errors:

- 404 \`service/noRoute\`: the path does not exist.
- 405 \`service/method\`: the path does not support the method. \`Allow\` lists the supported methods.
- 400 \`service/badPath\`: the percent-encoding of the path is not valid.
- 400 \`service/badHost\`: the request does not have exactly one Host header.
- 400 \`service/badRequest\`: the request is not valid HTTP/1.1.
- 431 \`service/headersTooLarge\`: the headers are larger than 32 KiB.
- 408 \`service/tooSlow\`: the headers did not arrive in time.

After the last three, the service closes the connection.`;

const info = {
  title: 'Slipway distribution service',
  version: '3',
  description: introduction,
  license: { name: 'MIT', identifier: 'MIT' },
} as const;

const headers = {
  RequestId: {
    description: 'Id of the request. The log of the service contains it for unexpected errors.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'Address of the created resource.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  Challenge: { description: 'Required authentication scheme.', required: true, schema: { type: 'string' } },
  EntityTag: {
    description: 'Changes with every change of the resource.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer' },
  },
} as const;

/** Response headers by status, in addition to `X-Request-Id`. */
const headersOf: Readonly<Record<string, Readonly<Record<string, keyof typeof headers>>>> = {
  201: { Location: 'Location' },
  304: { ETag: 'EntityTag' },
  401: { 'WWW-Authenticate': 'Challenge' },
  429: { 'Retry-After': 'RetryAfter' },
  503: { 'Retry-After': 'RetryAfter' },
};

/** Disables schema validation: routes validate requests themselves, with a code for each failure. */
export function describeRoutes(server: FastifyInstance): void {
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  server.register(swagger, { openapi: { openapi: '3.1.1', info }, transform: describeRoute });
}

/** Adds `GET /openapi.json`. Public, because it contains no service data. */
export function addDescription(server: FastifyInstance, { address }: Pick<ServiceContext, 'address'>): void {
  const path = '/openapi.json';
  let text: string | null = null;
  const schema = {
    operationId: 'getDescription',
    summary: 'Get this document',
    security: [],
    response: okResponse('An OpenAPI 3.1 document.', ['application/json'], { type: 'object' }),
  };
  server.get(path, { schema }, async (_request, reply) => {
    text ??= JSON.stringify(withComponents(server.swagger() as Operations, address()));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  rejectOtherMethods(server, path, ['GET']);
}

type Operations = { readonly paths: object };

function withComponents(operations: Operations, address: string): JsonObject {
  return {
    ...operations,
    servers: [{ url: address }],
    tags: Object.values(tags).map(([name, description]) => ({ name, description })),
    security: [{ passwordGrant: [] }, { bearerToken: [] }],
    components: {
      securitySchemes: {
        passwordGrant: {
          type: 'oauth2',
          description: 'Send the client credentials in the body, as `client_id` and `client_secret`.',
          flows: {
            password: {
              tokenUrl: address + tokenPath,
              scopes: { distribution: 'Full access. Every other non-blank scope is equivalent.' },
            },
          },
        },
        bearerToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token from the token endpoint, or an access token.',
        },
      },
      headers,
      examples: describeExamples(),
      schemas: describeSchemas(),
    },
    paths: withHeaders(operations.paths),
  };
}

/** Adds headers, which @fastify/swagger cannot mark as required or refer to as components. */
function withHeaders(paths: object): object {
  const described = structuredClone(paths) as Record<
    string,
    Record<string, { responses: Record<string, JsonObject> }>
  >;
  for (const { responses } of Object.values(described).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) {
      const names = { 'X-Request-Id': 'RequestId', ...headersOf[status] };
      const references = Object.entries(names).map(([name, to]) => [
        name,
        { $ref: `#/components/headers/${to}` },
      ]);
      responses[status] = { ...response, headers: Object.fromEntries(references) };
    }
  }
  return described;
}
