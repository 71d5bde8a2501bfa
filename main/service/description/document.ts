/** The service's description of itself, as an OpenAPI 3.1 document. Pure. */
import { tokenPath } from '../identity/token-endpoint.ts';
import { commonOperations } from './common-operations.ts';
import { headers } from './headers.ts';
import { describeOperation, type Tag } from './operation.ts';
import { describeExamples } from './refusals.ts';
import { describeSchemas, type JsonObject } from './schemas.ts';
import { storeOperations } from './store-operations.ts';
import { testingOperations } from './testing-operations.ts';

const introduction = `Takes finished mobile builds (\`.ipa\` and \`.apk\` files) and gives them to the people who test and install them.

**Two modes.** An answer is plain JSON, or carries links: ask with the \`Accept\` header for \`application/json\` or for
\`application/vnd.{vendor}.hateaos+json\`. Any vendor may stand there (this document writes \`slipway\`), and the answer
carries the one asked for. With links, each resource has \`_links\`, and lists are wrapped as \`{_value, _links}\`.

**Signing in.** Everything under \`/api/v3\` asks for \`Authorization: Bearer TOKEN\`; \`${tokenPath}\` gives the token.

**Refusals** are \`application/problem+json\` (RFC 9457) with a stable \`code\`; at the token endpoint they are as RFC 6749
says. An address there is not is 404 \`service/noRoute\`; a method an address does not have is 405 \`service/method\`, with
those it has in \`Allow\`. An address that is not percent-encoded rightly is 400 \`service/badPath\`, a request without one Host
header 400 \`service/badHost\`, one that is not HTTP/1.1 400 \`service/badRequest\`, headers beyond 32 KiB 431
\`service/headersTooLarge\`, and headers that do not arrive in time 408 \`service/tooSlow\`; the last three end the
connection.`;

const tags: Readonly<Record<Tag, string>> = {
  identity: 'Getting a token.',
  root: 'Where everything begins when links are followed.',
  appstore: 'Store-style profiles that hold items, each one uploaded build.',
  testingdist:
    'Applications that hold versions, each one uploaded build, which are activated and sent to testers.',
  description: 'This document.',
};

/** The document for a service reached at `address` (without a slash at the end). */
export function describeService(address: string): JsonObject {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Slipway distribution service',
      version: '3',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ passwordGrant: [] }, { bearerToken: [] }],
    paths: describePaths(),
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
        bearerToken: { type: 'http', scheme: 'bearer', description: 'A token got before.' },
      },
      headers,
      examples: describeExamples(),
      schemas: describeSchemas(),
    },
  };
}

function describePaths(): JsonObject {
  const operations = [...commonOperations, ...storeOperations, ...testingOperations];
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((operation) => [operation.method, describeOperation(operation)])),
    ]),
  );
}
