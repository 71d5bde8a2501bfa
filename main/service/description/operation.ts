import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { defaultLinkType } from '../http/accept.ts';
import { isScoped } from '../http/token-scope.ts';
import { bodyProblems, describeProblems, type ProblemKind, uploadProblems } from './problems.ts';
import { type JsonObject, type SchemaName, schemaReference } from './schemas.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Type of record that `:id` in the path identifies. */
    readonly idOf?: keyof typeof notFoundProblems;
    /** Problems in addition to those derived from the schema. Null if `response` describes all problems. */
    readonly problems?: readonly ProblemKind[] | null;
  }
}

export const tokenPath = '/identity/connect/token';

/** Name and description of each tag, by path prefix. */
export const tags = {
  '/identity/': ['identity', 'Issues tokens.'],
  '/api/v3/root': ['root', 'Entry point for clients that follow links.'],
  '/api/v3/appstore/': ['appstore', 'Store profiles. Each item of a profile is an uploaded build.'],
  '/api/v3/testingdist/': [
    'testingdist',
    'Test applications. Each version is an uploaded build that can be activated and sent to testers.',
  ],
  '/api/v3/uploads/': ['uploads', 'Resumable uploads, for both areas.'],
  '/api/v3/people': ['people', 'Teams and members, the possible recipients of versions.'],
  '/openapi.json': ['description', 'This document.'],
} as const;

const notFoundProblems = {
  profile: 'noProfile',
  item: 'noItem',
  application: 'noApplication',
  version: 'noVersion',
} as const satisfies Readonly<Record<string, ProblemKind>>;

type Responses = {
  readonly [status: string]: {
    readonly description: string;
    readonly type?: 'null';
    readonly content?: JsonObject;
  };
};

/** Schemas that have a `Linked…` variant for link mode. */
type Resource = {
  [Name in SchemaName]: `Linked${Name}` extends SchemaName ? Name : never;
}[SchemaName];

export function resource(status: 200 | 201, name: Resource, description: string): Responses {
  return bothModes(status, name, `Linked${name}`, description);
}

/** Like `resource`, for a response with an `ETag`. */
export function listResource(name: Resource, description: string): Responses {
  const unchanged = { description: 'Unchanged since the `ETag` of `If-None-Match`.', type: 'null' } as const;
  return { ...resource(200, name, description), 304: unchanged };
}

export function bothModes(
  status: 200 | 201,
  plain: SchemaName,
  linked: SchemaName,
  description: string,
): Responses {
  const content = {
    'application/json': { schema: schemaReference(plain) },
    [defaultLinkType]: { schema: schemaReference(linked) },
  };
  return { [status]: { description, content } };
}

export function deleted(description: string): Responses {
  return { 204: { description, type: 'null' } };
}

export function okResponse(
  description: string,
  mediaTypes: readonly string[],
  schema: JsonObject,
): Responses {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
  return { 200: { description, content } };
}

/** Describes an upload. `into`: adds the build to an existing record with one package id per platform. */
export function uploadRequest(name: 'StoreUpload' | 'TestUpload', into?: 'existing') {
  return {
    body: schemaReference(name),
    consumes: ['multipart/form-data'],
    problems: [...uploadProblems, ...(into ? (['otherPackage'] as const) : [])],
  } as const;
}

/** Hides routes without an operation id, such as pages. */
export const describeRoute: SwaggerTransform = ({ schema, url, route }) => {
  if (schema?.operationId === undefined) return { schema: { hide: true }, url };
  const { idOf, problems, response, ...rest } = schema;
  const tag = Object.entries(tags).find(([path]) => url.startsWith(path))?.[1][0];
  const all =
    problems === null
      ? []
      : [...problemsOf(schema, route.method === 'GET' || route.method === 'HEAD'), ...(problems ?? [])];
  return {
    url,
    schema: {
      ...rest,
      // @fastify/swagger appends the method to the ids of HEAD operations.
      operationId: schema.operationId.replace(/-head$/, ''),
      tags: tag === undefined ? [] : [tag],
      ...(idOf === undefined ? {} : { params: idParameter(idOf) }),
      response: { ...(response as Responses), ...describeProblems(all) },
    },
  };
};

function problemsOf(
  { operationId, idOf, security, response }: FastifySchema,
  isRead: boolean,
): readonly ProblemKind[] {
  const isLinked = Object.values(response as Responses).some(
    ({ content }) => defaultLinkType in (content ?? {}),
  );
  return [
    'badHost',
    ...(idOf === undefined ? [] : (['badPath', 'badId', notFoundProblems[idOf]] as const)),
    ...(security === undefined ? (['token', 'unexpected'] as const) : []),
    ...(security === undefined && isScoped(operationId) ? (['tokenScope'] as const) : []),
    ...(isLinked ? (['notAcceptable'] as const) : []),
    ...(isRead ? [] : bodyProblems),
  ];
}

function idParameter(of: string): JsonObject {
  const id = { type: 'integer', format: 'int32', minimum: 1, description: `Id of the ${of}.` };
  return { type: 'object', properties: { id }, required: ['id'] };
}
