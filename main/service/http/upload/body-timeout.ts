import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messageOf } from '../../../messages/message.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceLimits } from '../limits.ts';

/** Limits the time for bodies that fastify reads to `bodyMs`. Fails with `service/tooSlow`. */
export function addBodyTimeout(server: FastifyInstance, limits: ServiceLimits): void {
  server.addHook('preParsing', async (request, _reply, payload) => {
    return isBuffered(request, limits) ? withTimeout(limits.bodyMs, payload) : payload;
  });
}

function isBuffered({ headers, method }: FastifyRequest, limits: ServiceLimits): boolean {
  if (method === 'GET' || method === 'HEAD' || isStreamed(headers['content-type'])) return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  const announced = Number(headers['content-length'] ?? 0);
  return announced > 0 && announced <= limits.maxBodyBytes;
}

export function isMultipart(contentType: string | undefined): boolean {
  return /^multipart\/form-data/i.test(contentType ?? '');
}

/** Content type of the bytes of a resumable upload. */
export const piecesType = 'application/offset+octet-stream';

/** Returns true for bodies that the route itself reads and limits. */
function isStreamed(contentType: string | undefined): boolean {
  return isMultipart(contentType) || isPiece(contentType);
}

export function isPiece(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === piecesType;
}

/** Returns a copy of the stream that fails on a timeout. The connection stays open for the response. */
function withTimeout(limitMs: number, source: Readable): Readable {
  const body = new PassThrough();
  const onTimeout = (): void => {
    const seconds = Math.ceil(limitMs / 1000);
    body.destroy(serviceErrors.tooSlow({ what: 'The body of the request', seconds }));
  };
  const timer = setTimeout(onTimeout, limitMs);
  // Fastify removes its listeners when it rejects a body; a later error would crash the process.
  body.on('error', () => null);
  source.once('end', () => clearTimeout(timer));
  source.once('close', () => {
    clearTimeout(timer);
    if (!source.readableEnded) body.destroy(serviceErrors.badBody({ reason: messageOf('network/lost') }));
  });
  return source.pipe(body);
}
