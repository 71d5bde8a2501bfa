/** How the operations of the service are written down for the document. Pure. */
import { defaultLinkType } from '../http/accept.ts';
import { everyHeader, locationHeader } from './headers.ts';
import { describeRefusals, type Refusal } from './refusals.ts';
import { type JsonObject, type SchemaName, schemaReference } from './schemas.ts';

export type Tag = 'identity' | 'root' | 'appstore' | 'testingdist' | 'description';

export type Operation = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** From the address of the service on, with `{id}` where the path has one. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** What `{id}` is the id of. */
  readonly idOf?: string;
  readonly request?: JsonObject;
  /** By status: what comes back when it was done. At the token endpoint, which refuses in its own way, all of them. */
  readonly responses: JsonObject;
  /** What it can be refused for as a problem, besides what any can; left out where nothing is refused that way. */
  readonly refusals?: readonly Refusal[];
  /** Needs no token. */
  readonly open?: true;
};

/** A resource in both modes. */
export function resource(
  status: 200 | 201,
  plain: SchemaName,
  linked: SchemaName,
  description: string,
): JsonObject {
  const content = {
    'application/json': { schema: schemaReference(plain) },
    [defaultLinkType]: { schema: schemaReference(linked) },
  };
  const made = status === 201 ? locationHeader : {};
  return { [status]: { description, headers: { ...everyHeader, ...made }, content } };
}

export function deleted(description: string): JsonObject {
  return { 204: { description, headers: everyHeader } };
}

export function answer(description: string, mediaTypes: readonly string[], schema: JsonObject): JsonObject {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
  return { 200: { description, headers: everyHeader, content } };
}

/** A body of one shape, in any of these media types. */
export function body(schema: SchemaName, description: string, mediaTypes: readonly string[]): JsonObject {
  return {
    description,
    required: true,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaReference(schema) }])),
  };
}

/** The operation object of OpenAPI. */
export function describeOperation(operation: Operation): JsonObject {
  const { operationId, tag, summary, description, idOf, request, responses, open } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(open ? { security: [] } : {}),
    ...(idOf === undefined ? {} : { parameters: [idParameter(idOf)] }),
    ...(request === undefined ? {} : { requestBody: request }),
    responses: { ...responses, ...describeRefusals(refusalsOf(operation)) },
  };
}

/** Its own, and those that any of its kind can have. */
function refusalsOf({ idOf, refusals, open }: Operation): readonly Refusal[] {
  if (refusals === undefined) return [];
  const ofPath = idOf === undefined ? [] : (['badPath'] as const);
  return ['badHost', ...ofPath, ...refusals, ...(open ? [] : (['unexpected'] as const))];
}

function idParameter(of: string): JsonObject {
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `Id of the ${of}.`,
    schema: { type: 'integer', format: 'int32', minimum: 1 },
  };
}
