/** The bridge over HTTP: calls by POST /bridge/call, events by GET /bridge/events. */

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Outcome } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { BridgeHost } from '../bridge.ts';
import { localise } from '../localise.ts';
import { webErrors } from './errors.ts';
import { createEventStreams, eventCountHeader } from './event-streams.ts';

const callBody = z.strictObject({ name: z.string(), values: z.unknown() });

const statuses: Readonly<Record<string, number>> = {
  'local/refused': 401,
  'local/rateLimited': 429,
  'local/otherVersion': 409,
  'web/foreignHost': 421,
  'web/foreignOrigin': 403,
  'web/sessionNeeded': 401,
  'web/linkRefused': 401,
  'web/rateLimited': 429,
  'web/notFound': 404,
  'web/methodNotAllowed': 405,
  'web/wrongType': 415,
  'web/notJson': 400,
  'web/tooLarge': 413,
  'web/lengthRequired': 411,
  'web/noSpace': 507,
  'web/incomplete': 400,
};

/** Returns the locale of the response; null keeps messages as codes and values. */
export type LocaleOf = (request: FastifyRequest) => string | null;

/** Creates a server that does not listen yet. Closing it disconnects all clients. */
export function bridgeApplication(options: {
  readonly bridge: BridgeHost;
  readonly log: Log;
  readonly locale: LocaleOf;
  /** Runs first for every request, including unknown paths. Throws to reject it. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly maxCallBytes: number;
  /** Maximum number of bytes pending in one event stream. */
  readonly maxUnreadBytes: number;
  /** Keep-alive timeout of an idle connection; 0 for none. */
  readonly idleMs: number;
}): FastifyInstance {
  const { bridge, log, locale, admit } = options;
  const streams = createEventStreams(bridge, options.maxUnreadBytes);
  const server = fastify({
    http: { headersTimeout: 15_000 },
    bodyLimit: options.maxCallBytes,
    forceCloseConnections: true,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Escapes percent signs, so that decoding restores the raw path. Decoding malformed sequences would fail.
    rewriteUrl: ({ url = '/' }) => url.replace(/^[^?]*/, (path) => path.replaceAll('%', '%25')),
  });
  server.server.keepAliveTimeout = options.idleMs;
  server.server.on('clientError', (error) => log.info('Rejected a malformed request', { error }));
  server.removeContentTypeParser('text/plain');
  server.addHook('preClose', async () => streams.close());
  server.addHook('onRequest', async (request, reply) => {
    admit(request, reply);
    // Rejects unknown paths before the body is parsed, which could fail with a misleading error.
    if (request.is404) throw notFoundError(server, request);
  });
  server.setErrorHandler(async (error, request, reply) => {
    log.info('Rejected a request', { method: request.method, path: request.url.split('?', 1)[0], error });
    // The rest of the request may be unread, so the connection is not reused.
    const failure = toFailure(asCoded(error, request));
    return sendOutcome(
      reply.header('connection', 'close'),
      localise({ ok: false, ...failure }, locale(request)),
    );
  });
  server.post('/bridge/call', async (request, reply) => {
    const { name, values } = checked(callBody, request.body);
    const outcome = await bridge.call(name, values);
    return sendOutcome(
      reply.header(eventCountHeader, streams.eventCount()),
      localise(outcome, locale(request)),
    );
  });
  server.get('/bridge/events', (request, reply) => streams.open(reply, () => locale(request)));
  return server;
}

export function sendOutcome(reply: FastifyReply, outcome: Outcome<unknown>): FastifyReply {
  const status = outcome.ok ? 200 : (statuses[outcome.code] ?? 200);
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(outcome));
}

export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw webErrors.notJson({}, { cause: result.error });
  return result.data;
}

function notFoundError(server: FastifyInstance, { url }: FastifyRequest): CodedError {
  const path = url.split('?', 1)[0] ?? '';
  const allowed = ['GET', 'POST'].find((method) => server.hasRoute({ method, url: path }));
  return allowed === undefined ? webErrors.notFound({}) : webErrors.methodNotAllowed({ allowed });
}

/** Converts fastify's body errors to coded errors. */
function asCoded(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return webErrors.tooLarge({ limit: request.routeOptions.bodyLimit }, { cause: error });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return webErrors.wrongType({ expected: 'application/json' }, { cause: error });
  }
  return statusCode === 400 ? webErrors.notJson({}, { cause: error }) : error;
}
