import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { ServiceParts } from '../parts.ts';
import { type AnswerMode, negotiate } from './accept.ts';
import { isMultipart } from './body-time.ts';
import type { FormReader } from './form-parts.ts';
import type { ServiceLimits } from './limits.ts';
import { readForm } from './read-form.ts';

/** The id in the path. Throws `service/badId`. */
export function idOf(request: FastifyRequest): number {
  const { id = '' } = request.params as { readonly id?: string };
  const value = Number(id);
  if (!/^\d{1,10}$/.test(id) || value < 1 || value > 2_147_483_647) throw serviceErrors.badId({ id });
  return value;
}

/** How the request wants its answer. Throws `service/notAcceptable`. */
export function modeOf(request: FastifyRequest): AnswerMode {
  const { accept } = request.headers;
  const mode = negotiate(accept);
  if (!mode) throw serviceErrors.notAcceptable({ accept: accept ?? '' });
  return mode;
}

/** Sends a resource: `plain` as it is, or what `linked` makes of it in link mode. */
export function answer<Resource>(
  reply: FastifyReply,
  mode: AnswerMode,
  resource: Resource,
  linked: (resource: Resource) => unknown,
): FastifyReply {
  return answerText(reply, mode, Buffer.from(JSON.stringify(mode.links ? linked(resource) : resource)));
}

/** Sends a resource that is JSON text in UTF-8 already. */
export function answerText(reply: FastifyReply, mode: AnswerMode, text: Buffer): FastifyReply {
  return reply.type(`${mode.mediaType}; charset=utf-8`).header('vary', 'Accept, Authorization').send(text);
}

/** Bodies the service reads: JSON by fastify, forms as plain objects, multipart left to the handler. */
export function acceptForms(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
  const readJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a content type on every call, also where there is no body, as for activate.
    if (body.length === 0) done(null, undefined);
    else void readJson(request, String(body), done);
  });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    },
  );
  server.addContentTypeParser(/^multipart\/form-data/i, (_request, _payload, done) => done(null, null));
}

/** The fields of a JSON, form-urlencoded or multipart body. Throws `service/badBody`, `service/mediaType`. */
export async function fieldsOf(
  request: FastifyRequest,
  parts: Pick<ServiceParts, 'limits'>,
): Promise<Record<string, unknown>> {
  if (isMultipart(request.headers['content-type'])) return fieldsOfForm(request, parts.limits);
  const { body } = request;
  return body instanceof URLSearchParams ? onceEach([...body]) : jsonOf(request);
}

/** The fields of a JSON body; none when there is no body. Throws `service/badBody`, `service/mediaType`. */
export function jsonOf({ body, headers }: FastifyRequest): Record<string, unknown> {
  if (body === undefined) return {};
  const given = headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(given)) {
    throw serviceErrors.mediaType({ given, wanted: 'application/json' });
  }
  if (body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  throw serviceErrors.badBody({ reason: 'it is not a JSON object' });
}

async function fieldsOfForm(
  request: FastifyRequest,
  limits: ServiceLimits,
): Promise<Record<string, unknown>> {
  const fields: [string, string][] = [];
  const reader: FormReader = {
    onFile: async () => {
      throw serviceErrors.badBody({ reason: 'it holds a file where only text belongs' });
    },
    onField: (field, value) => {
      fields.push([field, value]);
    },
  };
  await readForm(request.raw, limits, reader, { withinMs: limits.bodyMs });
  return onceEach(fields);
}

function onceEach(fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw serviceErrors.badBody({ reason: `the field "${repeated}" is given more than once` });
  }
  return Object.fromEntries(fields);
}

const everyMethod: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
];

/** Answers the methods a path does not have with 405 and what it has. Where there is GET, HEAD is too. */
export function refuseOtherMethods(
  server: FastifyInstance,
  url: string,
  methods: readonly HTTPMethods[],
): void {
  const allowed = methods.join(', ');
  server.route({
    url,
    method: everyMethod.filter((method) => !methods.includes(method === 'HEAD' ? 'GET' : method)),
    handler: async (request, reply) => {
      void reply.header('allow', allowed);
      throw serviceErrors.method({ method: request.method, allowed });
    },
  });
}
