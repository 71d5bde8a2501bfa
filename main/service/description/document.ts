import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from '../http/requests.ts';
import type { ServiceContext } from '../service-context.ts';
import { describeRoute, okResponse, tags, tokenPath } from './operation.ts';
import { describeExamples } from './problems.ts';
import { describeSchemas, type JsonObject } from './schemas.ts';

const introduction = `Takes finished mobile builds (\`.ipa\` and \`.apk\` files) and gives them to the people who test and install them.

**Two modes.** An answer is plain JSON, or carries links: ask with the \`Accept\` header for \`application/json\` or for
\`application/vnd.{vendor}.hateaos+json\`. Any vendor may stand there (this document writes \`slipway\`), and the answer
carries the one asked for. With links, each resource has \`_links\`, and lists are wrapped as \`{_value, _links}\`.

**Signing in.** Everything under \`/api/v3\` asks for \`Authorization: Bearer TOKEN\`; \`${tokenPath}\` gives the token.
In its place, an access token made for a program (\`slw_…\`) may stand. It sees the applications it is for and no others, and what
else it is not for is 403 \`service/tokenScope\`.

**Refusals** are \`application/problem+json\` (RFC 9457) with a stable \`code\`; at the token endpoint they are as RFC 6749
says. An address there is not is 404 \`service/noRoute\`; a method an address does not have is 405 \`service/method\`, with
those it has in \`Allow\`. An address that is not percent-encoded rightly is 400 \`service/badPath\`, a request without one Host
header 400 \`service/badHost\`, one that is not HTTP/1.1 400 \`service/badRequest\`, headers beyond 32 KiB 431
\`service/headersTooLarge\`, and headers that do not arrive in time 408 \`service/tooSlow\`; the last three end the
connection.`;

const info = {
  title: 'Slipway distribution service',
  version: '3',
  description: introduction,
  license: { name: 'MIT', identifier: 'MIT' },
} as const;

/** `components/headers`. */
const headers = {
  RequestId: {
    description: 'Names the request, also in the log of the service when something unexpected went wrong.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'Address of what was made.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  Challenge: { description: 'How to be let in.', required: true, schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
} as const;

/** By status, in addition to `X-Request-Id`. */
const headersOf: Readonly<Record<string, Readonly<Record<string, keyof typeof headers>>>> = {
  201: { Location: 'Location' },
  401: { 'WWW-Authenticate': 'Challenge' },
  429: { 'Retry-After': 'RetryAfter' },
  503: { 'Retry-After': 'RetryAfter' },
};

/** The schemas only describe: routes validate requests themselves, with a code for each failure. */
export function describeRoutes(server: FastifyInstance): void {
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  server.register(swagger, { openapi: { openapi: '3.1.1', info }, transform: describeRoute });
}

/** Adds `GET /openapi.json`. Public, because it contains no data of the service. */
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
          description: 'The client is named in the body, as `client_id` and `client_secret`.',
          flows: {
            password: {
              tokenUrl: address + tokenPath,
              scopes: { distribution: 'Everything; any other scope that is not blank means the same.' },
            },
          },
        },
        bearerToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token got before, or an access token.',
        },
      },
      headers,
      examples: describeExamples(),
      schemas: describeSchemas(),
    },
    paths: withHeaders(operations.paths),
  };
}

/** @fastify/swagger cannot mark a header as required or refer to a component. */
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
