import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { negotiate, type ResponseMode } from './accept.ts';
import { checkFields } from './body-parsers.ts';
import type { ServiceLimits } from './limits.ts';
import { acceptedTypes } from './problem.ts';
import { isMultipart } from './upload/body-timeout.ts';
import type { FormReader } from './upload/form-parts.ts';
import { readForm } from './upload/read-form.ts';

/** Throws `service/badId`. */
export function idOf(request: FastifyRequest): number {
  const { id = '' } = request.params as { readonly id?: string };
  const value = Number(id);
  if (!/^\d{1,10}$/.test(id) || value < 1 || value > 2_147_483_647)
    throw serviceErrors.badId({ id: id.slice(0, 50) });
  return value;
}

/** Throws `service/notAcceptable`. */
export function modeOf(request: FastifyRequest): ResponseMode {
  const { accept } = request.headers;
  const mode = negotiate(accept);
  if (!mode) throw serviceErrors.notAcceptable({ accept: accept ?? '' });
  return mode;
}

export function sendResource<Resource>(
  reply: FastifyReply,
  mode: ResponseMode,
  resource: Resource,
  linked: (resource: Resource) => unknown,
): FastifyReply {
  return withContentType(reply, mode).send(
    Buffer.from(JSON.stringify(mode.links ? linked(resource) : resource)),
  );
}

/**
 * Sets status 201 and the Location. Keeps an existing Location, which is that of a resumable upload.
 * GET keeps status 200, even if it completes an interrupted upload.
 */
export function setCreated(reply: FastifyReply, address: string): FastifyReply {
  if (reply.request.method === 'GET') return reply;
  void reply.code(201);
  return reply.hasHeader('location') ? reply : reply.header('location', address);
}

/** Sends UTF-8 JSON. Streams the response if there is more than one piece. */
export function sendJson(reply: FastifyReply, mode: ResponseMode, pieces: Generator<Buffer>): FastifyReply {
  const first = pieces.next();
  const second = pieces.next();
  const isShort = second.done === true;
  return withContentType(reply, mode).send(
    isShort ? first.value : Readable.from(yieldingPieces([first.value, second.value], pieces)),
  );
}

async function* yieldingPieces(made: readonly Buffer[], rest: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* made;
  for (const piece of rest) {
    await yieldToOthers();
    yield piece;
  }
}

function withContentType(reply: FastifyReply, mode: ResponseMode): FastifyReply {
  return withVary(reply.type(`${mode.mediaType}; charset=utf-8`));
}

/** Declares that the response depends on the format and on the token. */
export function withVary(reply: FastifyReply): FastifyReply {
  return reply.header('vary', 'Accept, Authorization');
}

/** Accepts JSON, forms and multipart. Throws `service/badBody`, `bodyTooLarge`, `mediaType`. */
export async function fieldsOf(
  request: FastifyRequest,
  parts: Pick<ServiceContext, 'limits'>,
): Promise<Record<string, unknown>> {
  if (isMultipart(request.headers['content-type'])) return fieldsOfForm(request, parts.limits);
  const { body } = request;
  if (!(body instanceof URLSearchParams)) return jsonOf(request);
  checkFields(body, parts.limits);
  return uniqueFields([...body]);
}

/** Returns no fields if there is no body. Throws `service/badBody`, `service/mediaType`. */
export function jsonOf({ body, headers, routeOptions }: FastifyRequest): Record<string, unknown> {
  if (body === undefined) return {};
  const given = headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(given)) {
    throw serviceErrors.mediaType({ given, wanted: acceptedTypes({ routeOptions }) });
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw serviceErrors.badBody({ reason: 'it is not a JSON object' });
}

async function fieldsOfForm(
  request: FastifyRequest,
  limits: ServiceLimits,
): Promise<Record<string, unknown>> {
  const fields: [string, string][] = [];
  const reader: FormReader = {
    onFile: async () => {
      throw serviceErrors.badBody({ reason: 'it contains a file where text is expected' });
    },
    onField: (field, value) => {
      fields.push([field, value]);
    },
  };
  await readForm(request.raw, limits, reader, { withinMs: limits.bodyMs });
  return uniqueFields(fields);
}

function uniqueFields(fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw serviceErrors.badBody({ reason: `the field "${repeated}" appears more than once` });
  }
  return Object.fromEntries(fields);
}

/** Responds with 405 and an `Allow` header to methods that a path does not support. GET includes HEAD. */
export function rejectOtherMethods(
  server: FastifyInstance,
  url: string,
  methods: readonly HTTPMethods[],
): void {
  const allowed = methods.join(', ');
  server.route({
    url,
    method: server.supportedMethods.filter((method) => !methods.includes(method === 'HEAD' ? 'GET' : method)),
    // Runs before the body is parsed, which could fail with a different error.
    onRequest: async (request, reply) => {
      void reply.header('allow', allowed);
      throw serviceErrors.method({ method: request.method, allowed });
    },
    handler: async () => undefined,
  });
}
