import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../api/wire.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { asDiskError, serviceErrors, serviceStatus } from '../errors.ts';

/** The status and the RFC 9457 body any thrown value is answered with. */
export function problemOf(error: unknown): Problem {
  const known = asKnownError(error);
  const { code, message } = toFailure(known);
  const status = serviceStatus(known);
  return { title: STATUS_CODES[status] ?? 'Error', status, detail: message, code };
}

/** Answers every failure of `server` as a problem; what nobody expected is also logged with its stack. */
export function answerProblems(server: FastifyInstance, log: Log): void {
  server.setErrorHandler(async (error, request, reply) => {
    logUnexpected(error, request, log);
    return sendProblem(reply, problemOf(error));
  });
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    return sendProblem(reply, problemOf(serviceErrors.noRoute({ path })));
  });
}

export function logUnexpected(error: unknown, request: FastifyRequest, log: Log): void {
  const problem = problemOf(error);
  if (problem.status !== 500) return;
  log.error('A request failed', {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    error,
  });
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'service/token' && !reply.hasHeader('www-authenticate')) {
    void reply.header('www-authenticate', 'Bearer realm="distribution", error="invalid_token"');
  }
  if (problem.code === 'service/busy') void reply.header('retry-after', '5');
  // Whoever did not send what it announced will not send a next request either.
  if (problem.status === 408) void reply.header('connection', 'close');
  return reply.code(problem.status).type('application/problem+json; charset=utf-8').send(problem);
}

function asKnownError(error: unknown): unknown {
  const disk = asDiskError(error);
  if (disk !== error) return disk;
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return serviceErrors.bodyTooLarge({ what: 'The body of the request' }, { cause: error });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return serviceErrors.mediaType({ given: 'of the request', wanted: 'JSON or a form' }, { cause: error });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return serviceErrors.badBody({ reason: error.message }, { cause: error });
  }
  return error;
}
