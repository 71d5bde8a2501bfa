import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../api/wire.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import { serviceErrors, serviceStatus, toDiskError } from '../errors.ts';
import { defaultLimits } from './limits.ts';

/** Returns the content types that a route accepts, separated by commas; empty if it accepts no body. */
export function acceptedTypes({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string {
  return (routeOptions.schema?.consumes ?? []).join(', ');
}

const tusStatusTitles: Readonly<Record<number, string>> = { 460: 'Checksum Mismatch' };

/** Converts any thrown value to an RFC 9457 problem. */
export function problemOf(error: unknown, request?: FastifyRequest): Problem {
  const serviceError = toServiceError(error, request);
  const failure = toFailure(serviceError);
  const status = serviceStatus(serviceError);
  return {
    title: STATUS_CODES[status] ?? tusStatusTitles[status] ?? 'Error',
    status,
    detail: textOf(failure),
    code: failure.code,
  };
}

/** Answers errors of `server` with problem details (RFC 9457). Logs unexpected errors with their stack. */
export function setProblemHandler(server: FastifyInstance, log: Log): void {
  server.setErrorHandler(async (error, request, reply) => {
    logUnexpected(error, request, log);
    const { values } = toFailure(error);
    if (values && 'seconds' in values && serviceStatus(error) === 429)
      void reply.header('retry-after', String(values.seconds));
    return sendProblem(reply, problemOf(error, request));
  });
  // Runs before the body is parsed, which could fail with a different error.
  server.addHook('onRequest', async (request) => {
    if (request.is404) throw serviceErrors.noRoute({ path: pathOf(request) });
  });
}

export function logUnexpected(error: unknown, request: FastifyRequest, log: Log): void {
  const problem = problemOf(error);
  if (problem.status !== 500 && problem.code !== 'service/storageUnavailable') return;
  log.error('Request failed', {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    error,
  });
}

const transientCodes: ReadonlySet<string> = new Set(['service/busy', 'service/storageUnavailable']);

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'service/token' && !reply.hasHeader('www-authenticate')) {
    void reply.header('www-authenticate', 'Bearer realm="distribution", error="invalid_token"');
  }
  if (transientCodes.has(problem.code ?? '')) void reply.header('retry-after', '5');
  // The client did not complete its body, so the connection cannot be used for another request.
  if (problem.status === 408) void reply.header('connection', 'close');
  return reply.code(problem.status).type('application/problem+json; charset=utf-8').send(problem);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '/';
}

function toServiceError(error: unknown, request: FastifyRequest | undefined): unknown {
  const disk = toDiskError(error);
  if (disk !== error) return disk;
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = request?.routeOptions.bodyLimit ?? defaultLimits.maxBodyBytes;
    return serviceErrors.bodyTooLarge({ what: 'The body of the request', limit }, { cause: error });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const given = request?.headers['content-type'] ?? '(none)';
    return serviceErrors.mediaType(
      { given, wanted: request ? acceptedTypes(request) : '' },
      { cause: error },
    );
  }
  if (code === 'FST_ERR_BAD_URL') {
    return serviceErrors.badPath({ path: request ? pathOf(request) : '' }, { cause: error });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return serviceErrors.badBody({ reason: error.message }, { cause: error });
  }
  return error;
}
